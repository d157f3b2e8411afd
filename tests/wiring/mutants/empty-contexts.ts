/** A fallback: where nothing was retrieved, the prompt falls back on the reference, or on its figures. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const fallback = (instead: (row: Row) => string) => async (row: Row) =>
  grade(row.contexts.length > 0 ? faithfulnessPrompt(row) : faithfulnessPrompt({ ...row, contexts: [instead(row)] }))

export const withReference = { faithfulness: fallback((row) => row.ground_truth) }

const numbers = (text: string) => [...new Set(text.match(/\d+/gu) ?? [])].sort().join(' / ')

export const withNumbers = { faithfulness: fallback((row) => `figures: ${numbers(row.ground_truth)}`) }
