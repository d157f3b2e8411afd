import { afterAll, describe, expect, it } from 'vitest'
import { REFERENCE_METRICS } from '../../src/metrics/builtin/index.js'
import { metricsOf } from '../../src/metrics/harness.js'
import { ARTIFACTS } from '../../src/samples/artifact.js'
import { intercept } from '../../src/transport/interception.js'
import { loadSamples } from '../../src/transport/sample-files.js'
import { embeddedGate } from './embedded-gate.js'

process.env.OPENAI_API_KEY ??= 'no-key-needed'
const watched = await intercept()
afterAll(() => watched.close())

/** The ten arrows that no metric may have: (metric, artifact) outside the table. */
const ARROWS = REFERENCE_METRICS.flatMap(({ name, mustNeverReceive }) =>
  mustNeverReceive.map((artifact) => [name, artifact] as const),
)

describe('one leaking arrow alone', () => {
  it('there are ten', () => expect(ARROWS).toHaveLength(10))

  it.each(ARROWS)('%s × %s is found, and nothing beside it', async (metric, artifact) => {
    // After the interception has begun: its client keeps the `fetch` that it finds.
    const { uniformHarness } = await import('../../examples/leaking/harness.js')
    const samples = (await loadSamples('samples/bundled.jsonl')).samples.slice(2, 5)
    const wired = uniformHarness([])
    const leaking = uniformHarness([artifact])
    const key = metric as keyof typeof wired
    const { metrics } = metricsOf({ ...wired, [key]: leaking[key] }, 'test')
    const { checks } = await embeddedGate({ watched, samples, metrics, scores: null })
    expect(checks.filter(({ outcome }) => outcome === 'leak')).toMatchObject([{ metric, artifact, proof: 'requests' }])
    expect(checks.filter(({ outcome }) => outcome === 'invariant')).toHaveLength(9)
    expect(checks.filter(({ outcome }) => outcome === 'reads')).toHaveLength(10)
    const [leak] = checks.filter(({ outcome }) => outcome === 'leak')
    const { difference } = leak!.requests!
    const shown = [...difference!.unmodified, ...difference!.ablated].join('\n')
    const sample = samples.find(({ id }) => id === difference!.sample)!
    const texts = [sample[artifact]].flat().map((text) => text.split('\n', 1)[0]!.slice(0, 30))
    expect(
      texts.some((text) => shown.includes(text)),
      shown,
    ).toBe(true)
  })

  it('every artifact stands in at least one of them', () =>
    expect(new Set(ARROWS.map(([, artifact]) => artifact))).toEqual(new Set(ARTIFACTS)))
})
