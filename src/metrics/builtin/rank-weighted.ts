/**
 * Rank-weighted share of relevant passages: Σ (precision at k) over the relevant ranks k, divided by the passages
 * retrieved. 1 when every passage is relevant, 0 when none is; a relevant passage counts more the fewer irrelevant ones
 * stand above it. Average precision (Manning, Raghavan & Schütze, *Introduction to Information Retrieval*, 8.4) with
 * the passages retrieved in the denominator.
 * @param relevant one flag a passage, in retrieval order
 * @returns a number in 0 … 1, or null for no passage
 */
export const rankWeighted = (relevant: readonly boolean[]): number | null => {
  if (relevant.length === 0) return null
  let hits = 0
  let sum = 0
  relevant.forEach((isRelevant, index) => {
    if (isRelevant) sum += ++hits / (index + 1)
  })
  return sum / relevant.length
}
