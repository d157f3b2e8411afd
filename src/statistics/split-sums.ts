/** The sums that a split can give the ablated side, ascending, with the probability of each. */
export interface SplitSums {
  readonly sums: readonly number[]
  readonly probabilities: readonly number[]
}

/** The distribution of the sum of `k` values drawn from whole numbers without replacement, all choices alike. */
export const splitSums = (values: readonly number[], k: number): SplitSums => {
  // ways[j] maps a sum to the number of j-subsets of the values seen so far that have it.
  const ways = Array.from({ length: k + 1 }, () => new Map<number, number>())
  ways[0]?.set(0, 1)
  for (const value of values) {
    for (let size = k; size >= 1; size--) {
      const smaller = ways[size - 1] as Map<number, number>
      const larger = ways[size] as Map<number, number>
      for (const [sum, count] of smaller) larger.set(sum + value, (larger.get(sum + value) ?? 0) + count)
    }
  }
  const counted = [...(ways[k] as Map<number, number>)].sort(([one], [other]) => one - other)
  const total = counted.reduce((sum, [, count]) => sum + count, 0)
  return { sums: counted.map(([sum]) => sum), probabilities: counted.map(([, count]) => count / total) }
}
