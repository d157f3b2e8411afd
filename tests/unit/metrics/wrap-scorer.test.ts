import { describe, expect, it } from 'vitest'
import { InputError, ScorerError, WiringError } from '../../../src/errors.js'
import { ratio } from '../../../src/metrics/ratio.js'
import { type Scorer, type ScorerSample, wrapScorer } from '../../../src/metrics/wrap-scorer.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { askedJudge, sampleOf } from '../fakes.js'

const { judge } = askedJudge(() => ({}))
const scored = (returned: unknown, more: object = {}) =>
  wrapScorer('faithfulness', {
    over: ratio(['answer', 'contexts'], ['answer']),
    score: (() => returned) as Scorer,
    ...more,
  }).evaluate(sampleOf(1), { judge })

describe('a wrapped scorer', () => {
  it('is handed the id and all four artifacts, and no label', async () => {
    let seen: ScorerSample | undefined
    const metric = wrapScorer('faithfulness', (sample) => {
      seen = sample
      return 1
    })
    await metric.evaluate(sampleOf(1, { relevance: [true, false] }), { judge })
    expect(seen).toEqual(sampleOf(1))
    expect(Object.keys(seen!)).toEqual(['id', 'question', 'answer', 'contexts', 'ground_truth'])
  })

  it('may change what it was handed without changing the sample', async () => {
    const sample = sampleOf(1)
    const metric = wrapScorer('faithfulness', (given) => {
      ;(given.contexts as string[]).push(given.ground_truth)
      return 1
    })
    await metric.evaluate(sample, { judge })
    expect(sample).toEqual(sampleOf(1))
  })

  it('lacks an absent artifact altogether', async () => {
    const { contexts: _, ...without } = sampleOf(1)
    let keys: string[] = []
    const metric = wrapScorer('faithfulness', (given) => {
      keys = Object.keys(given)
      return 1
    })
    await metric.evaluate(without as EvalSample, { judge })
    expect(keys).not.toContain('contexts')
  })

  it('takes its ratio from a known name or an alias', () => {
    expect(wrapScorer('groundedness', () => 1)).toMatchObject({
      name: 'groundedness',
      receives: ['answer', 'contexts'],
      mustNeverReceive: ['question', 'ground_truth'],
      collapsesWithout: ['contexts'],
      deterministic: false,
      scale: [0, 1],
    })
  })

  it('may declare another ratio under a known name', () => {
    const metric = wrapScorer('faithfulness', { over: ratio(['answer', 'question'], ['answer']), score: () => 1 })
    expect(metric.receives).toEqual(['question', 'answer'])
    expect(metric.mustNeverReceive).toEqual(['contexts', 'ground_truth'])
    expect(metric.collapsesWithout).toEqual([])
  })

  it('of an unknown name must declare what it ranges over', () => {
    expect(() => wrapScorer('politeness', () => 1)).toThrow(InputError)
    expect(() => wrapScorer('politeness', () => 1)).toThrow('metrics.politeness: what does it range over?')
    const metric = wrapScorer('politeness', { over: ratio(['answer'], ['answer']), score: () => 3, scale: [1, 5] })
    expect(metric.mustNeverReceive).toEqual(['question', 'contexts', 'ground_truth'])
    expect(metric.scale).toEqual([1, 5])
  })

  it.each([
    ['a number', 3],
    ['null', null],
    ['an object without score', { over: ratio(['answer'], ['answer']) }],
  ])('is refused where it is %s', (_, value) => {
    expect(() => wrapScorer('faithfulness', value as never)).toThrow(InputError)
    expect(() => wrapScorer('faithfulness', value as never)).toThrow('metrics.faithfulness: expected a function')
  })

  it('with a broken ratio is refused', () => {
    const over = { numerator: { counts: 'x', artifacts: [] }, denominator: { counts: 'y', artifacts: ['answer'] } }
    expect(() => wrapScorer('x', { over: over as never, score: () => 1 })).toThrow(WiringError)
  })

  it('gives a number, a boolean, null or an object, sync or async, as a score', async () => {
    expect(await scored(0.5)).toEqual({ score: 0.5 })
    expect(await scored(Promise.resolve(0.5))).toEqual({ score: 0.5 })
    expect(await scored(true)).toEqual({ score: 1 })
    expect(await scored(null)).toEqual({ score: null })
    expect(await scored(Number.NaN)).toEqual({ score: null })
    expect(await scored({ score: 0.5 })).toEqual({ score: 0.5 })
    expect(await scored(4, { scale: [1, 5] })).toEqual({ score: 4 })
    expect(await scored(true, { scale: [1, 5] })).toEqual({ score: 5 })
  })

  it.each([
    ['undefined', undefined],
    ['a string', 'good'],
    ['a value outside its scale', 7],
  ])('that returns %s is an error, not a score', async (_, returned) => {
    await expect(scored(returned)).rejects.toThrow(ScorerError)
    await expect(scored(Promise.resolve(returned))).rejects.toThrow('faithfulness')
  })

  it('that throws, sync or async, rejects with its own error', async () => {
    const sync = wrapScorer('faithfulness', () => {
      throw new RangeError('no quota')
    })
    await expect(sync.evaluate(sampleOf(1), { judge })).rejects.toThrow(RangeError)
    const later = wrapScorer('faithfulness', async () => Promise.reject(new RangeError('no quota')))
    await expect(later.evaluate(sampleOf(1), { judge })).rejects.toThrow('no quota')
  })
})
