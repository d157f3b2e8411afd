import { contextSections, judgeUnits, textSection } from '../../judge/ask.js'
import { defineCountingMetric } from '../define-metric.js'
import { rankWeighted } from './rank-weighted.js'

/** Rank-weighted share of the passages relevant to the question; 1 request a sample; null for no passage. */
export const contextPrecision = defineCountingMetric({
  name: 'context_precision',
  denominator: {
    counts: 'passages retrieved',
    artifacts: ['contexts'],
    list: ({ contexts }) => contexts,
  },
  numerator: {
    counts: 'retrieved passages relevant to the question, rank-weighted',
    evidence: ['question'],
    keep: (passages, { question }, { judge }) =>
      judgeUnits(
        judge,
        passages,
        { unit: 'CONTEXT', relation: 'addresses', evidence: 'QUESTION' },
        [textSection('QUESTION', question), contextSections(passages)],
        null,
      ),
  },
  aggregate: (verdicts) => rankWeighted(verdicts.map(({ verdict }) => verdict === 'supported')),
})
