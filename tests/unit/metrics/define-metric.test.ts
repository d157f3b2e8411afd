import { describe, expect, it } from 'vitest'
import { ScorerError, WiringError } from '../../../src/errors.js'
import { judgeUnits, splitUnits } from '../../../src/judge/ask.js'
import type { Verdict } from '../../../src/judge/verdict.js'
import { defineCountingMetric, defineMetric } from '../../../src/metrics/define-metric.js'
import type { Metric } from '../../../src/metrics/metric.js'
import { askedJudge, constant, sampleOf } from '../fakes.js'

const { judge } = askedJudge(constant())
const run = (metric: Metric, sample = sampleOf(1)) => metric.evaluate(sample, { judge })
const answer = { counts: 'words', artifacts: ['answer'] } as const
const contexts = { counts: 'passages', artifacts: ['contexts'] } as const
const verdict = (unit: string, supported: boolean): Verdict => ({
  unit,
  verdict: supported ? 'supported' : 'unsupported',
  quote: '',
})

describe('a defined metric', () => {
  const metric = (score: (view: never) => unknown, more: object = {}) =>
    defineMetric({ name: 'mine', numerator: contexts, denominator: answer, score: score as never, ...more })

  it('derives what it receives from both terms', () => {
    expect(metric(() => 1)).toMatchObject({
      name: 'mine',
      receives: ['answer', 'contexts'],
      mustNeverReceive: ['question', 'ground_truth'],
      deterministic: false,
      scale: [0, 1],
      collapsesWithout: [],
    })
  })

  it('sees what both terms name, and throws on a read of anything else', async () => {
    await expect(run(metric(({ answer, contexts }) => (answer && contexts ? 1 : 0)))).resolves.toMatchObject({
      score: 1,
    })
    await expect(run(metric(({ question }) => (question ? 1 : 0)))).rejects.toThrow(WiringError)
    await expect(run(metric(({ id }) => (id ? 1 : 0)))).rejects.toThrow('mine reads `id`')
  })

  it('gets labels only where it declares them', async () => {
    const labelled = sampleOf(1, { relevance: [true, false] })
    const reading = ({ relevance }: { relevance: boolean[] }) => (relevance[0] ? 1 : 0)
    await expect(run(metric(reading as never, { labels: ['relevance'] }), labelled)).resolves.toMatchObject({
      score: 1,
    })
    await expect(run(metric(reading as never), labelled)).rejects.toThrow(WiringError)
  })

  it('has its score checked against its scale', async () => {
    await expect(run(metric(() => 4))).rejects.toThrow(ScorerError)
    await expect(run(metric(() => 4, { scale: [1, 5] }))).resolves.toMatchObject({ score: 4 })
    await expect(run(metric(() => Number.NaN))).resolves.toMatchObject({ score: null })
    await expect(run(metric(() => undefined))).rejects.toThrow('mine returned undefined')
  })

  it('is refused where a term is empty or misspelt', () => {
    expect(() => metric(() => 1, { numerator: { counts: 'x', artifacts: [] } })).toThrow(WiringError)
    expect(() => metric(() => 1, { denominator: { counts: 'x', artifacts: ['contxts'] } })).toThrow('`contxts`')
  })

  it('cannot collapse without what it does not receive', () => {
    expect(() => metric(() => 1, { collapsesWithout: ['ground_truth'] })).toThrow(WiringError)
    expect(metric(() => 1, { collapsesWithout: ['contexts'] }).collapsesWithout).toEqual(['contexts'])
  })

  it('carries the provenance of every reply, one a request', async () => {
    const asking = defineMetric({
      name: 'asking',
      numerator: answer,
      denominator: answer,
      score: async ({ answer }, context) => {
        const units = await splitUnits(context.judge, 'ANSWER', 'claims', answer)
        await judgeUnits(context.judge, units, { unit: 'u', relation: 'addresses', evidence: 'e' }, [], 'CLAIMS')
        return 1
      },
    })
    const { provenance } = await run(asking)
    expect(provenance).toHaveLength(2)
    expect(provenance![0]).toMatchObject({
      modelAsked: 'fake',
      modelAnswered: 'fake-1',
      parameters: { temperature: 0 },
    })
    expect(provenance![0]!.templateHash).not.toBe(provenance![1]!.templateHash)
    // Each evaluation has its own.
    expect((await run(asking)).provenance).toHaveLength(2)
  })
})

describe('a counting metric', () => {
  const counting = (
    list: (view: Record<string, string>) => unknown,
    keep: (units: string[], view: Record<string, string>) => unknown,
    more: object = {},
  ) =>
    defineCountingMetric({
      name: 'counted',
      denominator: { ...answer, list: list as never },
      numerator: { counts: 'kept', evidence: ['contexts'], keep: keep as never },
      ...more,
    })
  const units = ['a', 'b', 'c', 'd']
  const keepFirst = (given: string[]) => given.map((unit, index) => verdict(unit, index === 0))

  it('scores the share of units kept, with their verdicts', async () => {
    const { score, verdicts } = await run(counting(() => units, keepFirst))
    expect(score).toBe(0.25)
    expect(verdicts).toEqual(keepFirst(units))
  })

  it('is null, and asks for no verdict, where there is no unit', async () => {
    let asked = 0
    const metric = counting(
      () => [],
      () => {
        asked += 1
        return []
      },
    )
    expect((await run(metric)).score).toBeNull()
    expect(asked).toBe(0)
  })

  it('hides the evidence from the listing, and the source from the keeping', async () => {
    await expect(run(counting(({ contexts }) => [contexts], keepFirst))).rejects.toThrow(WiringError)
    const peeking = counting(
      () => units,
      (given, { answer }) => given.map((unit) => verdict(unit, answer !== '')),
    )
    await expect(run(peeking)).rejects.toThrow('counted reads `answer`')
  })

  it.each([
    ['fewer', 3],
    ['more', 5],
    ['no', 0],
  ])('with %s verdicts than units is an error, not a score', async (_, count) => {
    const wrong = counting(
      () => units,
      () => Array.from({ length: count }, () => verdict('x', true)),
    )
    await expect(run(wrong)).rejects.toThrow(WiringError)
    await expect(run(wrong)).rejects.toThrow(`counted listed 4 units but gave ${count} verdicts`)
  })

  it('weighs verdicts by an aggregate of its own where it has one', async () => {
    const metric = counting(() => units, keepFirst, { aggregate: (given: Verdict[]) => given.length / 10 })
    expect((await run(metric)).score).toBe(0.4)
  })

  it('receives the source and the evidence', () => {
    expect(counting(() => units, keepFirst)).toMatchObject({
      receives: ['answer', 'contexts'],
      mustNeverReceive: ['question', 'ground_truth'],
    })
  })

  it('is refused without evidence, or where it is to collapse without what it does not receive', () => {
    const evidence = { counts: 'kept', keep: keepFirst, evidence: [] }
    expect(() => counting(() => units, keepFirst, { numerator: evidence })).toThrow('counted names no evidence')
    expect(() => counting(() => units, keepFirst, { collapsesWithout: ['question'] })).toThrow(WiringError)
  })
})
