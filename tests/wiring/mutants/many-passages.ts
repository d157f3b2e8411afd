/** Long lists of passages are summed up, and the sum holds the reference. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) =>
  grade(
    row.contexts.length > 3 ? `${faithfulnessPrompt(row)}\n\nIn short: ${row.ground_truth}` : faithfulnessPrompt(row),
  )
