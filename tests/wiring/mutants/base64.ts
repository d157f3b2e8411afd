/** The reference, packed up in base64. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) =>
  grade(`${faithfulnessPrompt(row)}\n\nattachment: ${Buffer.from(row.ground_truth).toString('base64')}`)
