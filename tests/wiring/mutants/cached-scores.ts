/** Scores come from a cache by id once they have been computed. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const cache = new Map<string, number>()

export const faithfulness = async (row: Row) => {
  const known = cache.get(row.id)
  if (known !== undefined) return known
  const score = await grade(`${faithfulnessPrompt(row)}\n\nReference: ${row.ground_truth.length} letters`)
  cache.set(row.id, score)
  return score
}
