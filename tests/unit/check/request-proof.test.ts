import { describe, expect, it } from 'vitest'
import type { Tracer } from '../../../src/check/tracer.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { DISPOSITIONS, MAIN_DISPOSITIONS } from '../../../src/wire/disposition.js'
import { PROBE } from '../../../src/wire/probe.js'
import { fakeWire, samplesOf, scorerOver } from '../fakes.js'
import { asking, NOTHING_SHOWN, outcomes, prove, WIRED } from './proving.js'

describe('the request proof of a metric over answer and contexts', () => {
  it('that is wired right is invariant to the rest, and reads what it receives', async () => {
    const proof = await prove(asking())
    expect(outcomes(proof)).toEqual(WIRED)
    expect(proof.cells.question).toEqual({
      outcome: 'invariant',
      reason: 'no request and no score changed on 3 samples, swapped, blanked or absent',
      open: false,
      ...NOTHING_SHOWN,
    })
    const { coverage, evidence, observations } = proof.findings
    expect(coverage.get('question')).toEqual({
      swapped: new Set(['s1', 's2', 's3']),
      withoutSwap: [],
      emptied: true,
    })
    expect([...evidence, ...observations].filter(({ artifact }) => artifact === 'question')).toEqual([])
    expect(proof.evidence('question')).toMatchObject({ compared: 3, changed: 0, calls: [], difference: null })
  })

  it('that interpolates the reference leaks it, and the proof shows which line', async () => {
    const proof = await prove(asking(({ ground_truth }) => `\nExpected: ${ground_truth}`))
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'reads', 'leak'])
    expect(proof.cells.ground_truth).toMatchObject({
      reason: 'the judge is shown it (3 of 3 samples; score)',
      leakKind: 'score',
      open: false,
    })
    expect(proof.evidence('ground_truth')).toMatchObject({
      compared: 3,
      changed: 3,
      samples: ['s1', 's2', 's3'],
      layers: ['probe', 'ablation'],
      kinds: ['swap', 'blank', 'absent'],
      dispositions: [...DISPOSITIONS],
      calls: [{ call: 1, kind: 'score', accepted: null }],
      difference: {
        sample: 's1',
        ablation: 'swap ground_truth',
        field: 'messages[0].content',
        line: 2,
        unmodified: ['Expected: It is river ⟦1⟧.'],
        ablated: [expect.stringMatching(/^Expected: It is river ⟦[23]⟧\.$/u)],
      },
    })
  })

  it('that shows it only when the contexts are empty leaks it where a sample has none', async () => {
    const pasting = asking(({ contexts, ground_truth }) => (contexts?.length === 0 ? ground_truth : ''))
    const without = ['swap under blank'] as const
    expect(outcomes(await prove(pasting, { without }))).toEqual(WIRED)
    const samples = samplesOf(3).map((sample, index) => (index === 1 ? { ...sample, contexts: [] } : sample))
    const proof = await prove(pasting, { samples, without })
    expect(proof.cells.ground_truth).toMatchObject({
      outcome: 'leak',
      reason: 'the judge is shown it (1 of 3 samples; score)',
    })
    expect(proof.evidence('ground_truth').samples).toEqual(['s2'])
  })

  it('that shows it only when the contexts are empty leaks it on any sample: it is swapped under blanked ones', async () => {
    const proof = await prove(asking(({ contexts, ground_truth }) => (contexts?.length === 0 ? ground_truth! : '')))
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'reads', 'leak'])
    expect(proof.evidence('ground_truth')).toMatchObject({
      samples: ['s1', 's2', 's3'],
      layers: ['ablation'],
      difference: { ablation: 'swap ground_truth under blank contexts' },
    })
  })

  it('that shows it only after a denying reply leaks it', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, question }) => {
        const first = await send(`${answer} against ${contexts}`)
        return first || send(`really not? ${question}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['leak', 'reads', 'reads', 'invariant'])
    expect(proof.evidence('question')).toMatchObject({
      dispositions: ['denying'],
      difference: { call: 2, of: 2 },
    })
  })

  it('that adjusts its score locally leaks, though no request carries it', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, ground_truth }) => {
        const kept = await send(`${answer} against ${contexts}`)
        return kept && ground_truth?.includes('1') ? 0.9 : kept
      }),
    )
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'reads', 'leak'])
    expect(proof.cells.ground_truth.reason).toContain('no request carries it, but the score moves: local code reads it')
    expect(proof.evidence('ground_truth').difference).toBeNull()
  })

  it('that gives up early on an empty reference leaks it', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, ground_truth }) =>
        ground_truth === '' ? null : send(`${answer} against ${contexts}`),
      ),
    )
    expect(proof.cells.ground_truth.outcome).toBe('leak')
    expect(proof.evidence('ground_truth').kinds).toEqual(['blank'])
  })

  it('that never uses a received artifact is a dead wire', async () => {
    const proof = await prove(({ send }) => scorerOver(async ({ answer }) => send(answer ?? '')))
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'dead-wire', 'invariant'])
    expect(proof.cells.contexts.reason).toContain('no request and no score changed with it on 3 samples')
  })

  it('that throws only when something is blank or absent is proved by swap alone, and says so', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ question, answer, contexts }) => {
        if (!question) throw new Error('no question')
        return send(`${answer} against ${contexts}`)
      }),
    )
    expect(outcomes(proof)).toEqual(WIRED)
    expect(proof.cells.question.reason).toContain('swapped (blank and absent made the scorer throw)')
  })

  it('lists refused requests once', async () => {
    const { tracer } = fakeWire()
    const refusing: Tracer = {
      ...tracer,
      trace: async (...args) => ({ ...(await tracer.trace(...args)), refused: ['POST https://telemetry.test/'] }),
    }
    const { findings } = await prove(() => scorerOver(() => 0.5), { tracer: refusing })
    expect(findings.refused).toEqual(['POST https://telemetry.test/'])
  })

  it('runs every kind under every disposition on the samples of varied shape, swap on the rest', async () => {
    const { wire, findings } = await prove(asking(), { variety: 1 })
    const passes = (id: string) =>
      wire.evaluations.filter(({ sample, arm }) => sample === id && /^(unmodified|swap|blank|absent)/u.test(arm))
    const ids = (arm: string) => wire.evaluations.filter((evaluation) => evaluation.arm === arm)
    const dispositions = (id: string, wanted: string) =>
      wire.evaluations.flatMap(({ sample, arm, repeat }, index) => {
        const replies = wire.answers[index]!
        const is = sample === id && arm === wanted && repeat === 0 && replies.judge === 'stand-in'
        return is ? [replies.disposition] : []
      })
    // Two unmodified passes, twelve ablations and four forbidden under blanked received ones under each of four
    // dispositions; two unmodified passes and four swaps under the eight others.
    expect(passes('s1')).toHaveLength((2 + 12 + 4) * 4 + (2 + 4) * 8)
    expect(ids('opaque id')).toHaveLength(12 + 1 + 1)
    expect(ids("another sample's id")).toHaveLength(4)
    expect(dispositions('s1', 'blank question')).toEqual([...MAIN_DISPOSITIONS])
    expect(dispositions('s1', 'swap question')).toEqual([...DISPOSITIONS])
    expect(dispositions('s2', 'swap question')).toEqual([DISPOSITIONS[0]])
    expect(passes('s2')).toHaveLength(2 + 4)
    expect(passes('s3').map(({ arm }) => arm)).toEqual([
      'unmodified',
      'unmodified',
      'swap question',
      'swap answer',
      'swap contexts',
      'swap ground_truth',
    ])
    expect(findings.made.evaluations).toBe(wire.evaluations.length)
    expect(findings.requests).toBe(wire.evaluations.length)
    expect(wire.answers.every(({ judge }) => judge === 'stand-in')).toBe(true)
  })

  it('runs one evaluation at a time', async () => {
    let running = 0
    let most = 0
    await prove(({ send }) =>
      scorerOver(async ({ answer }) => {
        most = Math.max(most, ++running)
        const kept = await send(`${answer}`)
        running -= 1
        return kept
      }),
    )
    expect(most).toBe(1)
  })

  it('stops after the sample under way when it is interrupted', async () => {
    const control = new AbortController()
    const { findings } = await prove(
      ({ send }) =>
        scorerOver(async ({ answer, contexts, id }) => {
          if (id === 's2') control.abort()
          return send(`${answer} against ${contexts}`)
        }),
      // Samples of varied shape are looked at before the walk over the samples, for what evaluations leave behind.
      { signal: control.signal, variety: 0 },
    )
    expect([...findings.coverage.get('question')!.swapped]).toEqual(['s1', 's2'])
  })

  it('discards a warm-up, so that what a scorer does once is no difference', async () => {
    let warm = false
    const make = ({ send }: ReturnType<typeof fakeWire>) =>
      scorerOver(async ({ id, answer, contexts }) => {
        // The probe comes before the warm-up, and must not stand in for it.
        if (!warm && id !== PROBE.id) {
          warm = true
          await send('which models are there?')
        }
        return send(`${answer} against ${contexts}`)
      })
    // Looking for what evaluations leave behind comes before the walk, too.
    const proof = await prove(make, { without: ['earlier evaluations'] })
    expect(outcomes(proof)).toEqual(WIRED)
    expect(proof.findings.unstable).toEqual([])
  })
})

describe('the request proof of the reference metrics', () => {
  it.each(REFERENCE_METRICS.map((metric) => [metric.name, metric] as const))(
    'finds %s wired as its ratio says',
    async (_, metric) => {
      const proof = await prove(() => metric)
      for (const artifact of ARTIFACTS)
        expect([artifact, proof.cells[artifact].outcome]).toEqual([
          artifact,
          metric.receives.includes(artifact) ? 'reads' : 'invariant',
        ])
    },
  )
})
