import { judgeUnits, splitUnits, textSection } from '../../judge/ask.js'
import { defineCountingMetric } from '../define-metric.js'

/** Share of the answer's statements that address the question; 2 requests a sample; null for an empty answer. */
export const answerRelevance = defineCountingMetric({
  name: 'answer_relevance',
  denominator: {
    counts: 'statements of the answer',
    artifacts: ['answer'],
    list: ({ answer }, { judge }) => splitUnits(judge, 'ANSWER', 'statements', answer),
  },
  numerator: {
    counts: 'statements of the answer that address the question',
    evidence: ['question'],
    keep: (statements, { question }, { judge }) =>
      judgeUnits(
        judge,
        statements,
        { unit: 'STATEMENT of the ANSWER', relation: 'addresses', evidence: 'QUESTION' },
        [textSection('QUESTION', question)],
        'STATEMENTS',
      ),
  },
})
