import { describe, expect, it } from 'vitest'
import { requestEvidence } from '../../../src/check/request-outcome.js'
import type { Tracer } from '../../../src/check/tracer.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { DISPOSITIONS } from '../../../src/wire/disposition.js'
import { fakeWire, samplesOf, scorerOver } from '../fakes.js'
import { asking, outcomes, prove, WIRED } from './proving.js'

describe('the request proof of a metric over answer and contexts', () => {
  it('that is wired right is invariant to the rest, and reads what it receives', async () => {
    const proof = await prove(asking())
    expect(outcomes(proof)).toEqual(WIRED)
    expect(proof.cells.question).toEqual({
      outcome: 'invariant',
      reason: 'no request and no score changed on 3 samples, swapped, blanked or absent',
      open: false,
    })
    expect(proof.findings.artifacts.question).toMatchObject({ compared: 3, changes: [], evidence: null, emptied: true })
  })

  it('that interpolates the reference leaks it, and the proof shows which line', async () => {
    const proof = await prove(asking(({ ground_truth }) => `\nExpected: ${ground_truth}`))
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'reads', 'leak'])
    expect(proof.cells.ground_truth).toMatchObject({ reason: 'the judge is shown it (3 of 3 samples)', open: false })
    expect(requestEvidence(proof.findings.artifacts.ground_truth!)).toMatchObject({
      compared: 3,
      changed: 3,
      samples: ['s1', 's2', 's3'],
      kinds: ['swap', 'blank', 'absent'],
      dispositions: [...DISPOSITIONS],
      difference: {
        sample: 's1',
        ablation: 'swap ground_truth',
        field: 'messages[0].content',
        line: 2,
        unmodified: ['Expected: It is river 1.'],
        ablated: [expect.stringMatching(/^Expected: It is river [23]\.$/u)],
      },
    })
  })

  it('that shows it only when the contexts are empty leaks it where a sample has none', async () => {
    const pasting = asking(({ contexts, ground_truth }) => (contexts?.length === 0 ? ground_truth : ''))
    expect(outcomes(await prove(pasting))).toEqual(WIRED)
    const samples = samplesOf(3).map((sample, index) => (index === 1 ? { ...sample, contexts: [] } : sample))
    const proof = await prove(pasting, { samples })
    expect(proof.cells.ground_truth).toMatchObject({
      outcome: 'leak',
      reason: 'the judge is shown it (1 of 3 samples)',
    })
    expect(requestEvidence(proof.findings.artifacts.ground_truth!).samples).toEqual(['s2'])
  })

  it('that shows it only after a denying reply leaks it', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, question }) => {
        const first = await send(`${answer} against ${contexts}`)
        return first || send(`really not? ${question}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['leak', 'reads', 'reads', 'invariant'])
    expect(requestEvidence(proof.findings.artifacts.question!)).toMatchObject({
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
    expect(requestEvidence(proof.findings.artifacts.ground_truth!).difference).toBeNull()
  })

  it('that gives up early on an empty reference leaks it', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, ground_truth }) =>
        ground_truth === '' ? null : send(`${answer} against ${contexts}`),
      ),
    )
    expect(proof.cells.ground_truth.outcome).toBe('leak')
    expect(requestEvidence(proof.findings.artifacts.ground_truth!).kinds).toEqual(['blank'])
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
      trace: async (...args) => ({ ...(await tracer.trace(...args)), refused: ['POST https://telemetry.test/'] }),
    }
    const { findings } = await prove(() => scorerOver(() => 0.5), { tracer: refusing })
    expect(findings.refused).toEqual(['POST https://telemetry.test/'])
  })

  it('runs every kind under every disposition on the samples of varied shape, swap on the rest', async () => {
    const { wire, findings } = await prove(asking(), { variety: 1 })
    const of = (id: string) => wire.evaluations.filter(({ sample }) => sample === id)
    // Two unmodified passes and twelve ablations under each of four dispositions; the warm-up is discarded.
    expect(of('s1').filter(({ arm }) => arm !== 'warm-up')).toHaveLength((2 + 12) * 4)
    expect(of('s2')).toHaveLength(2 + 4)
    expect(of('s3').map(({ arm }) => arm)).toEqual([
      'unmodified',
      'unmodified',
      'swap question',
      'swap answer',
      'swap contexts',
      'swap ground_truth',
    ])
    expect(findings.evaluations).toBe(wire.evaluations.length)
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
      { signal: control.signal },
    )
    expect(findings.artifacts.question!.compared).toBe(2)
  })

  it('discards a warm-up, so that what a scorer does once is no difference', async () => {
    let warm = false
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts }) => {
        if (!warm) await send('which models are there?')
        warm = true
        return send(`${answer} against ${contexts}`)
      }),
    )
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
