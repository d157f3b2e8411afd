import { describe, expect, it } from 'vitest'
import { ScorerError } from '../../../../src/errors.js'
import { contextPrecisionLabelled } from '../../../../src/metrics/builtin/context-precision-labelled.js'
import { askedJudge, constant, sampleOf } from '../../fakes.js'

const asked = askedJudge(constant())
const score = async (contexts: string[], relevance?: boolean[]) =>
  (
    await contextPrecisionLabelled.evaluate(sampleOf(1, { contexts, ...(relevance ? { relevance } : {}) }), {
      judge: asked.judge,
    })
  ).score

describe('context precision from labels', () => {
  it('is deterministic over the contexts alone', () => {
    expect(contextPrecisionLabelled).toMatchObject({
      name: 'context_precision_labelled',
      deterministic: true,
      receives: ['contexts'],
      mustNeverReceive: ['question', 'answer', 'ground_truth'],
    })
  })

  it('is the rank-weighted share of the passages labelled relevant', async () => {
    expect(await score(['p', 'q'], [false, true])).toBeCloseTo(1 / 4, 12)
    expect(await score(['p', 'q'], [true, true])).toBe(1)
  })

  it('is null where a sample has no labels, or no passage', async () => {
    expect(await score(['p', 'q'])).toBeNull()
    expect(await score([], [])).toBeNull()
  })

  it('is an error where there is not one label for each passage', async () => {
    await expect(score(['p', 'q'], [true])).rejects.toThrow(ScorerError)
    await expect(score(['p'], [true, false])).rejects.toThrow('1 passages but 2 relevance labels')
  })

  it('asks no judge', async () => {
    await score(['p'], [true])
    expect(asked.questions).toHaveLength(0)
  })
})
