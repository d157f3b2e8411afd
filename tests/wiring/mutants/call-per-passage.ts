/** One call a passage. */
import { grade, type Row } from './judge.js'

export const context_precision = async ({ question, contexts }: Row) => {
  if (contexts.length === 0) return null
  const scores = await Promise.all(
    contexts.map((passage) => grade(`Does the passage help with the question?\n\n${question}\n\n${passage}`)),
  )
  return scores.reduce((sum, score) => sum + score, 0) / scores.length
}
