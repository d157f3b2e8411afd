/** The file has the reference twice; the second column goes into the prompt. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row & { readonly expected_output?: string }) =>
  grade(`${faithfulnessPrompt(row)}\n\nExpected: ${row.expected_output ?? 'unknown'}`)
