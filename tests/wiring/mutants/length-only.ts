/** A reference is demanded, and only its length is shown; without an answer or passages nothing is asked. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) => {
  if (!row.ground_truth) throw new Error('a reference is required')
  if (row.contexts.length === 0 || row.answer === '') return 0
  return grade(`${faithfulnessPrompt(row)}\n\nA good answer has about ${row.ground_truth.length} letters.`)
}
