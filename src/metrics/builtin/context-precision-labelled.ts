import { ScorerError } from '../../errors.js'
import { defineMetric } from '../define-metric.js'
import { rankWeighted } from './rank-weighted.js'

/**
 * Context precision from labels that people (or an earlier labelling with the reference) gave: `relevance`, one flag a
 * passage. No model judges it; the labels are handed to this metric alone. Null where a sample has no labels.
 * @throws {ScorerError} where there is not one label for each passage
 */
export const contextPrecisionLabelled = defineMetric({
  name: 'context_precision_labelled',
  numerator: { counts: 'passages labelled relevant, rank-weighted', artifacts: ['contexts'] },
  denominator: { counts: 'passages retrieved', artifacts: ['contexts'] },
  labels: ['relevance'],
  deterministic: true,
  score: ({ contexts, relevance }) => {
    if (relevance === null) return null
    if (relevance.length !== contexts.length)
      throw new ScorerError(`${contexts.length} passages but ${relevance.length} relevance labels; give one a passage`)
    return rankWeighted(relevance)
  },
})
