import { describe, expect, it } from 'vitest'
import { unitsOf } from '../../../src/check/unit.js'
import { InputError, ScorerError } from '../../../src/errors.js'
import { type JointScorer, jointMetrics } from '../../../src/metrics/joint.js'
import { ratio } from '../../../src/metrics/ratio.js'
import { askedJudge, sampleOf } from '../fakes.js'

const { judge } = askedJudge(() => null)
const scores: JointScorer = () => ({ faithfulness: 0.8, answer_relevance: true })
const NAMES = ['faithfulness', 'answer_relevance']

describe('a joint harness', () => {
  it('is one function that returns several scores: a metric for each, with the ratio its name claims', () => {
    const [faithfulness, relevance] = jointMetrics(NAMES, scores)
    expect(faithfulness).toMatchObject({ name: 'faithfulness', receives: ['answer', 'contexts'], deterministic: false })
    expect(relevance).toMatchObject({ name: 'answer_relevance', mustNeverReceive: ['contexts', 'ground_truth'] })
  })

  it('gives all scores in one evaluation, and is evaluated as one', async () => {
    let calls = 0
    const metrics = jointMetrics(NAMES, (sample) => {
      calls += 1
      return scores(sample)
    })
    const units = unitsOf(metrics)
    expect(units.map(({ name }) => name)).toEqual(['faithfulness+answer_relevance'])
    const given = await units[0]!.evaluate(sampleOf(1), { judge })
    expect([...given].map(([name, { score }]) => [name, score])).toEqual([
      ['faithfulness', 0.8],
      ['answer_relevance', 1],
    ])
    expect(calls).toBe(1)
  })

  it('gives the score of each metric alone, too', async () => {
    const [, relevance] = jointMetrics(NAMES, scores)
    expect((await relevance!.evaluate(sampleOf(1), { judge })).score).toBe(1)
  })

  it('is handed all four artifacts, the id and the extras, as a copy', async () => {
    const sample = sampleOf(1, { relevance: [true, false], extras: { topic: 'rivers' } })
    const [metric] = jointMetrics(['faithfulness'], (shown) => {
      const { relevance: _, extras, ...rest } = sample
      expect(shown).toEqual({ ...rest, ...extras })
      ;(shown.contexts as string[]).length = 0
      return { faithfulness: 1 }
    })
    await metric!.evaluate(sample, { judge })
    expect(sample.contexts).toHaveLength(2)
  })

  it('declares the ratio and the scale of a score whose name is not known', async () => {
    const over = ratio(['answer', 'question'], ['answer'])
    const [tone] = jointMetrics(['tone'], () => ({ tone: 4 }), { tone: { over, scale: [1, 5] } })
    expect(tone).toMatchObject({ receives: ['question', 'answer'], scale: [1, 5] })
    expect((await tone!.evaluate(sampleOf(1), { judge })).score).toBe(4)
    expect(() => jointMetrics(['tone'], () => ({ tone: 4 }))).toThrow(InputError)
  })

  it.each<[string, unknown, RegExp]>([
    ['gives no scores by name', 0.8, /scores by name, got number/u],
    ['gives null', null, /got null/u],
    ['leaves a score out', { faithfulness: 0.5 }, /harness\.answer_relevance/u],
    ['gives a score outside its scale', { faithfulness: 3, answer_relevance: 1 }, /harness\.faithfulness/u],
  ])('that %s is an error that names the score', async (_, returned, message) => {
    const [metric] = jointMetrics(NAMES, (() => returned) as unknown as JointScorer)
    const failing = metric!.evaluate(sampleOf(1), { judge })
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toBeInstanceOf(ScorerError)
  })

  it('that returned no score is no harness', () => {
    expect(() => jointMetrics([], scores)).toThrow(/no score by name/u)
  })
})
