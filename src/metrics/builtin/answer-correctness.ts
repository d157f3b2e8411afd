import { judgeUnits, type Section, splitUnits, textSection } from '../../judge/ask.js'
import type { Judge } from '../../judge/judge.js'
import { defineMetric } from '../define-metric.js'
import { shareSupported } from '../share-supported.js'

const against = (judge: Judge, claims: readonly string[], source: Section, evidence: Section, text: string) =>
  judgeUnits(
    judge,
    claims,
    { unit: `CLAIM of the ${source}`, relation: 'is supported by', evidence },
    [textSection(evidence, text)],
    'CLAIMS',
  )

/**
 * Agreement of the answer's claims with the reference's: F1 of precision (answer's claims that the reference supports)
 * and recall (reference's claims that the answer supports), 2PR / (P + R), 0 where nothing agrees. 4 requests a sample,
 * one after another; null where either side has no claim.
 */
export const answerCorrectness = defineMetric({
  name: 'answer_correctness',
  numerator: {
    counts: "agreement (F1) of the answer's claims with the reference's",
    artifacts: ['answer', 'ground_truth'],
  },
  denominator: { counts: 'claims of the answer and of the reference', artifacts: ['answer', 'ground_truth'] },
  score: async ({ answer, ground_truth }, { judge }) => {
    const stated = await splitUnits(judge, 'ANSWER', 'claims', answer)
    const expected = await splitUnits(judge, 'REFERENCE ANSWER', 'claims', ground_truth)
    if (stated.length === 0 || expected.length === 0) return null
    const right = await against(judge, stated, 'ANSWER', 'REFERENCE ANSWER', ground_truth)
    const covered = await against(judge, expected, 'REFERENCE ANSWER', 'ANSWER', answer)
    const precision = shareSupported(right)
    const recall = shareSupported(covered)
    return {
      score: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
      verdicts: [...right, ...covered],
    }
  },
})
