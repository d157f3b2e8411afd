import { afterAll, describe, expect, it } from 'vitest'
import { donorsAmong } from '../../src/ablation/donors.js'
import { armsOfCollection, collectionOf } from '../../src/check/collection.js'
import { collectScores } from '../../src/check/score-collection.js'
import { proveByScores } from '../../src/check/score-proof.js'
import { REFERENCE_METRICS } from '../../src/metrics/builtin/index.js'
import { embeddedAnswer } from '../../src/transport/embedded-answer.js'
import { intercept } from '../../src/transport/interception.js'
import { loadSamples } from '../../src/transport/sample-files.js'
import { embeddedGate, simulatedJudge } from './embedded-gate.js'

const watched = await intercept()
afterAll(() => watched.close())

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)

describe('twenty seeds', () => {
  it('give the same request outcomes', async () => {
    const { samples } = await loadSamples('samples/bundled.jsonl')
    const outcomes = new Set<string>()
    for (const seed of SEEDS) {
      // Other samples for each seed, too: awkward ones and plain ones meet.
      const chosen = [0, 1].map((step) => samples[(seed * 3 + step) % samples.length]!)
      const { checks } = await embeddedGate({ watched, samples: chosen, seed, scores: null })
      outcomes.add(checks.map(({ outcome }) => outcome).join(' '))
    }
    expect([...outcomes]).toHaveLength(1)
    expect([...outcomes][0]!.split(' ').filter((outcome) => outcome === 'invariant')).toHaveLength(10)
  })

  it('give score outcomes that differ no more than the stated error rate: at most 4 of 20 gates find a leak', async () => {
    const samples = (await loadSamples('samples/bundled.jsonl')).samples.slice(0, 8)
    const arms = REFERENCE_METRICS.map((metric) => ({
      metric,
      ablations: metric.mustNeverReceive.map((artifact) => ({ artifact, kind: 'swap' as const })),
    }))
    const judge = simulatedJudge()
    const found: string[][] = []
    for (const seed of SEEDS) {
      watched.answerWith(embeddedAnswer(seed))
      const collected = await collectScores({
        arms,
        samples,
        donors: donorsAmong(samples, seed),
        repeats: 5,
        ablatedRepeats: 3,
        seed,
        concurrency: 4,
        replies: { judge: 'embedded' },
        tracer: watched,
        judge,
      })
      expect(collected.lost).toEqual([])
      const metrics = arms.map(({ metric }) => metric)
      const { arms: scored, unmodified } = armsOfCollection(collectionOf(metrics, samples, collected.rows))
      const { checks } = proveByScores(scored, unmodified, { margin: undefined, seed, interleaved: true })
      expect(checks.size).toBe(10)
      found.push([...checks].filter(([, { outcome }]) => outcome === 'leak').map(([key]) => key))
    }
    const gates = found.filter((leaks) => leaks.length > 0)
    expect(gates.length, JSON.stringify(gates)).toBeLessThanOrEqual(4)
    // As measured: another number is a change of the judge, of the draws or of the test.
    expect(gates).toHaveLength(1)
  })
})
