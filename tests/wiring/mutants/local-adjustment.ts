/** Local code takes points off where the answer is longer than the reference; no request says so. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) => {
  const score = await grade(faithfulnessPrompt(row))
  return score * Math.min(1, row.ground_truth.length / Math.max(1, row.answer.length))
}
