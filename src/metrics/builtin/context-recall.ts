import { contextSections, judgeUnits, splitUnits } from '../../judge/ask.js'
import { defineCountingMetric } from '../define-metric.js'

/** Share of the reference's claims that the contexts support; 2 requests a sample; null for an empty reference. */
export const contextRecall = defineCountingMetric({
  name: 'context_recall',
  denominator: {
    counts: 'claims of the reference',
    artifacts: ['ground_truth'],
    list: ({ ground_truth }, { judge }) => splitUnits(judge, 'REFERENCE ANSWER', 'claims', ground_truth),
  },
  numerator: {
    counts: 'claims of the reference that the contexts support',
    evidence: ['contexts'],
    keep: (claims, { contexts }, { judge }) =>
      judgeUnits(
        judge,
        claims,
        { unit: 'CLAIM of the REFERENCE ANSWER', relation: 'is supported by', evidence: 'CONTEXT' },
        [contextSections(contexts)],
        'CLAIMS',
      ),
  },
})
