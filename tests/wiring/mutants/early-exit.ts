/** Rows without a reference are left out, although the metric has no business with it. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) => (row.ground_truth ? grade(faithfulnessPrompt(row)) : null)
