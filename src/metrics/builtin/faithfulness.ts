import { contextSections, judgeUnits, splitUnits } from '../../judge/ask.js'
import { defineCountingMetric } from '../define-metric.js'

/** Share of the answer's claims that the contexts entail; 2 requests a sample; null for an answer without claims. */
export const faithfulness = defineCountingMetric({
  name: 'faithfulness',
  denominator: {
    counts: 'claims in the answer',
    artifacts: ['answer'],
    list: ({ answer }, { judge }) => splitUnits(judge, 'ANSWER', 'claims', answer),
  },
  numerator: {
    counts: 'claims in the answer that the contexts entail',
    evidence: ['contexts'],
    keep: (claims, { contexts }, { judge }) =>
      judgeUnits(
        judge,
        claims,
        { unit: 'CLAIM of the ANSWER', relation: 'is supported by', evidence: 'CONTEXT' },
        [contextSections(contexts)],
        'CLAIMS',
      ),
  },
  collapsesWithout: ['contexts'],
})
