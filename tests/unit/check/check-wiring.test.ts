import { describe, expect, it } from 'vitest'
import { type CheckWiringOptions, checkWiring, type ScoreOptions } from '../../../src/check/check-wiring.js'
import { wiringReportSchema } from '../../../src/check/report.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import { tokenOverlap } from '../../../src/metrics/builtin/token-overlap.js'
import type { Metric } from '../../../src/metrics/metric.js'
import { wrapScorer } from '../../../src/metrics/wrap-scorer.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { fakeWire, NOTHING_LACKS, samplesOf } from '../fakes.js'

type Wire = ReturnType<typeof fakeWire>

const check = async (
  metrics: readonly Metric[] | ((wire: Wire) => readonly Metric[]),
  more: Partial<Omit<CheckWiringOptions, 'scores'>> & { scores?: Partial<ScoreOptions> | null } = {},
  wire = fakeWire(),
) => {
  const { scores, ...rest } = more
  const checked = await checkWiring({
    metrics: typeof metrics === 'function' ? metrics(wire) : metrics,
    samples: samplesOf(6),
    lacking: NOTHING_LACKS,
    ablated: ARTIFACTS,
    seed: 1,
    tracer: wire.tracer,
    judge: wire.judge,
    scores: scores
      ? { kind: 'embedded', judge: wire.judge, repeats: 5, ablatedRepeats: 3, concurrency: 2, ...scores }
      : null,
    ...rest,
  })
  return { ...checked, wire }
}

const outcome = (
  { checks }: Awaited<ReturnType<typeof check>>,
  metric: string,
  artifact: string,
  expectation?: string,
) =>
  checks.find((c) => c.metric === metric && c.artifact === artifact && (!expectation || c.expectation === expectation))
    ?.outcome

/** Judges support by whether a passage is there to be seen. */
const honest = () => fakeWire((_, prompt) => !prompt.endsWith('[]'))

const leaky = ({ send }: Wire) => [
  wrapScorer('faithfulness', async ({ answer, contexts, ground_truth }) =>
    send(`${answer} ${ground_truth} ${JSON.stringify(contexts)}`),
  ),
]

describe('checkWiring', () => {
  it('finds ten cells invariant and ten reads for the reference metrics', async () => {
    const checked = await check(REFERENCE_METRICS)
    const count = (wanted: string) => checked.checks.filter(({ outcome }) => outcome === wanted).length
    expect(checked.checks).toHaveLength(21)
    expect([count('invariant'), count('reads'), count('not-asked')]).toEqual([10, 10, 1])
    expect(checked).toMatchObject({ status: 'complete', exitCode: 0, lost: [], noise: [] })
    expect(checked.summary).toBe('20 of 21 checks hold, none fails: 10 invariant, 10 reads, 1 not-asked')
  })

  it('gives its checks by metric as handed over, and by artifact in table order', async () => {
    const { checks } = await check([tokenOverlap, faithfulness])
    expect(checks.map(({ metric, artifact, expectation }) => [metric, artifact, expectation])).toEqual([
      ['token_overlap', 'question', 'ignores'],
      ['token_overlap', 'answer', 'reads'],
      ['token_overlap', 'contexts', 'ignores'],
      ['token_overlap', 'ground_truth', 'reads'],
      ['faithfulness', 'question', 'ignores'],
      ['faithfulness', 'answer', 'reads'],
      ['faithfulness', 'contexts', 'reads'],
      ['faithfulness', 'contexts', 'collapses'],
      ['faithfulness', 'ground_truth', 'ignores'],
    ])
  })

  it('is a part of the report as its schema has it', async () => {
    const { wire: _, ...checked } = await check(leaky, { scores: {} }, honest())
    const report = {
      version: 1,
      ...checked,
      spec: {
        groundwire: '0',
        harness: null,
        samples: { source: 'x', count: 6, hash: 'h', lacking: NOTHING_LACKS, notes: [] },
        ...checked.spec,
      },
      stray: [],
      timing: { seconds: 1 },
    }
    expect(wiringReportSchema.parse(report)).toEqual(report)
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('finds a leak: exit 1, whatever else there is', async () => {
    const checked = await check(leaky)
    expect(outcome(checked, 'faithfulness', 'ground_truth')).toBe('leak')
    expect(checked.exitCode).toBe(1)
    const leak = checked.checks.find(({ outcome }) => outcome === 'leak')!
    expect(leak.requests).toMatchObject({ changed: 6, difference: { sample: 's1', ablation: 'swap ground_truth' } })
    expect(leak.turnsInto).toEqual(['context_recall', 'answer_correctness'])
  })

  it('proves a collapse by scores, and describes every forbidden cell', async () => {
    const checked = await check(
      ({ send }) => [
        wrapScorer('faithfulness', async ({ answer, contexts }) => send(`${answer} ${JSON.stringify(contexts)}`)),
      ],
      { scores: {} },
      honest(),
    )
    expect(outcome(checked, 'faithfulness', 'contexts', 'collapses')).toBe('collapses')
    expect(checked).toMatchObject({ exitCode: 0, summary: expect.stringMatching(/^all 5 checks hold/u) })
    expect(checked.checks.filter(({ scores }) => scores !== null).map(({ artifact }) => artifact)).toEqual([
      'question',
      'contexts',
      'ground_truth',
    ])
    expect(checked.noise).toEqual([expect.objectContaining({ metric: 'faithfulness', mean: 1, samples: 6 })])
    // Five unmodified repeats, two swaps and one blank of three each, on six samples.
    expect(checked.totals.scores).toEqual({ evaluations: 84, planned: 84, requests: 84 })
  })

  it('misses no missing collapse: exit 1', async () => {
    const checked = await check(
      ({ send }) => [
        wrapScorer('faithfulness', async ({ answer, contexts }) => send(`${answer} ${JSON.stringify(contexts)}`)),
      ],
      { scores: {} },
      fakeWire(() => true),
    )
    expect(outcome(checked, 'faithfulness', 'contexts', 'collapses')).toBe('no-collapse')
    expect(checked.exitCode).toBe(1)
  })

  it('does not demote a proved cell whose scores are inconclusive', async () => {
    const checked = await check(
      ({ send }) => [
        wrapScorer('faithfulness', async ({ answer, contexts }) => send(`${answer} ${JSON.stringify(contexts)}`)),
      ],
      { scores: {}, samples: samplesOf(3) },
      honest(),
    )
    const cell = checked.checks.find(({ artifact }) => artifact === 'question')!
    expect(cell).toMatchObject({ outcome: 'invariant', proof: 'requests', scores: { outcome: 'inconclusive' } })
  })

  it('lets scores decide a cell that requests left open', async () => {
    // Every other request is another one, so requests prove nothing; samples whose scores stand still do.
    let time = 0
    const other = 'Quite another question is asked every other time, in other words and at some length'
    const checked = await check(
      ({ send }) => [
        wrapScorer('faithfulness', async ({ answer, contexts }) =>
          send(`${time++ % 2 === 0 ? answer : other} ${JSON.stringify(contexts)}`),
        ),
      ],
      { scores: {}, samples: samplesOf(30) },
      honest(),
    )
    const cell = checked.checks.find(({ artifact }) => artifact === 'question')!
    expect(cell).toMatchObject({ outcome: 'invariant', proof: 'scores' })
  })

  it('asks a live judge about leaks and open cells only, and the collapse', async () => {
    const arms = async (metrics: (wire: Wire) => readonly Metric[]) => {
      const { wire } = await check(metrics, { scores: { kind: 'live' } }, honest())
      const live = wire.evaluations.filter((_, index) => wire.answers[index]!.judge === 'live')
      return [...new Set(live.map(({ arm }) => arm))].toSorted()
    }
    expect(await arms(leaky)).toEqual(['blank contexts', 'swap ground_truth', 'unmodified'])
    const wired = ({ send }: Wire) => [
      wrapScorer('faithfulness', async ({ answer, contexts }) => send(`${answer} ${JSON.stringify(contexts)}`)),
    ]
    expect(await arms(wired)).toEqual(['blank contexts', 'unmodified'])
  })

  it('collects no score of a deterministic metric', async () => {
    const checked = await check([tokenOverlap], { scores: {} })
    expect(checked.totals.scores).toEqual({ evaluations: 0, planned: 0, requests: 0 })
    expect(checked).toMatchObject({ exitCode: 0, noise: [] })
  })

  it('loses no more than the evaluations that failed: exit 3', async () => {
    const checked = await check(
      (wire) => [
        wrapScorer('faithfulness', async ({ id, answer, contexts }) => {
          const last = wire.evaluations.at(-1)!
          if (id === 's2' && wire.answers.at(-1)!.judge === 'embedded' && last.repeat === 0) throw new Error('HTTP 500')
          return wire.send(`${answer} ${JSON.stringify(contexts)}`)
        }),
      ],
      { scores: { concurrency: 1 } },
      honest(),
    )
    expect(checked).toMatchObject({ status: 'incomplete', exitCode: 3 })
    expect(checked.lost).toHaveLength(4)
    expect(checked.lost[0]).toMatchObject({ metric: 'faithfulness', sample: 's2', repeat: 0, message: 'HTTP 500' })
    expect(checked.totals.scores).toMatchObject({ evaluations: 80, planned: 84 })
    expect(checked.summary).not.toMatch(/\ball\b/u)
    expect(outcome(checked, 'faithfulness', 'question')).toBe('invariant')
  })

  it('goes on after a scorer that throws, and keys all others right: exit 3', async () => {
    const checked = await check(({ send }) => [
      wrapScorer('faithfulness', () => {
        throw new Error('no key')
      }),
      wrapScorer('answer_relevance', async ({ answer, question }) => send(`${answer} ${question}`)),
    ])
    expect(checked.exitCode).toBe(3)
    for (const artifact of ARTIFACTS) expect(outcome(checked, 'faithfulness', artifact)).toBe('error')
    expect(ARTIFACTS.map((artifact) => outcome(checked, 'answer_relevance', artifact))).toEqual([
      'reads',
      'reads',
      'invariant',
      'invariant',
    ])
  })

  it('does not cover an artifact that most samples lack: exit 4', async () => {
    const most = await check([faithfulness], { lacking: { ...NOTHING_LACKS, ground_truth: 4 } })
    expect(outcome(most, 'faithfulness', 'ground_truth')).toBe('not-covered')
    expect(most.exitCode).toBe(4)
    const half = await check([faithfulness], { lacking: { ...NOTHING_LACKS, ground_truth: 3 } })
    expect(outcome(half, 'faithfulness', 'ground_truth')).toBe('invariant')
  })

  it('asks only about the artifacts to be ablated, and then does not say "all"', async () => {
    const checked = await check([faithfulness], { ablated: ['question'], scores: {} })
    expect(ARTIFACTS.map((artifact) => outcome(checked, 'faithfulness', artifact))).toEqual([
      'invariant',
      'not-asked',
      'not-asked',
      'not-asked',
    ])
    for (const { artifact, expectation, reason } of checked.checks)
      if (artifact !== 'question' && expectation !== 'collapses') expect(reason).toBe('not ablated')
    expect(checked).toMatchObject({ exitCode: 0, summary: expect.not.stringContaining('all') })
  })

  it('with nothing to check is not a pass', async () => {
    expect((await check([])).exitCode).toBe(4)
    expect((await check([faithfulness], { samples: [] })).exitCode).toBe(4)
    expect((await check([faithfulness], { ablated: [] })).exitCode).toBe(4)
  })

  it('ends an interrupted request proof with exit 3 and says so', async () => {
    const control = new AbortController()
    const onProgress = ({ done }: { done: number }) => {
      if (done === 3) control.abort()
    }
    const checked = await check([faithfulness], { signal: control.signal, onProgress, scores: {} })
    expect(checked).toMatchObject({ status: 'interrupted', exitCode: 3, noise: [] })
    expect(checked.checks[0]!.reason).toContain('interrupted')
  })

  it('ends an interrupted collection with exit 3, and says how far it came', async () => {
    const control = new AbortController()
    const onProgress = ({ phase, done }: { phase: string; done: number }) => {
      if (phase === 'scores' && done === 10) control.abort()
    }
    const checked = await check([faithfulness], { signal: control.signal, onProgress, scores: { concurrency: 1 } })
    expect(checked).toMatchObject({ status: 'interrupted', exitCode: 3 })
    expect(checked.totals.scores).toMatchObject({ evaluations: 10, planned: 84 })
    expect(outcome(checked, 'faithfulness', 'question')).toBe('invariant')
  })

  it('counts progress up to the total, in each phase', async () => {
    const told: { phase: string; done: number; total: number }[] = []
    await check([faithfulness], { onProgress: (progress) => told.push(progress), scores: {} })
    const last = (phase: string) => told.filter((progress) => progress.phase === phase).at(-1)
    expect(last('requests')).toEqual({ phase: 'requests', done: 6, total: 6 })
    expect(last('scores')).toEqual({ phase: 'scores', done: 84, total: 84 })
  })

  it('gives every kind and disposition to at most eight samples, and says how many', async () => {
    expect((await check([faithfulness], { samples: samplesOf(12) })).totals.fullProductSamples).toBe(8)
    expect((await check([faithfulness])).totals.fullProductSamples).toBe(6)
  })

  it('with the same seed gives the same report; with any seed the same request outcomes', async () => {
    const run = async (seed: number) => {
      const { wire: _, ...checked } = await check(leaky, { seed, scores: {} }, honest())
      return checked
    }
    expect(await run(5)).toEqual(await run(5))
    const outcomes = async (seed: number) => (await run(seed)).checks.map(({ outcome }) => outcome)
    const expected = await outcomes(99)
    for (let seed = 1; seed <= 20; seed++) expect(await outcomes(seed)).toEqual(expected)
  }, 30_000)
})
