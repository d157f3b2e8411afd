import { atOrBelow } from './at-or-below.js'

/**
 * The distribution of Δ when the labels mean nothing: the values it takes, ascending, and the weight of each.
 * A probability is (`added` + weights)/`total`; a Monte Carlo run adds the observed labelling itself.
 */
export interface NullDistribution {
  readonly deltas: Float64Array
  readonly weights: Float64Array
  readonly added: number
  readonly total: number
}

/** `up` asks whether the ablated scores are higher, `down` whether they are lower. */
export type Alternative = 'two-sided' | 'up' | 'down'

/** Equal shifts may differ in rounding; anything this close counts as a tie. */
export const TIE = 1e-9

/** The p-value of an observed Δ̂: P(|Δ| ≥ |Δ̂|), P(Δ ≥ Δ̂) or P(Δ ≤ Δ̂), ties included. */
export const pValue = (
  { deltas, weights, added, total }: NullDistribution,
  observed: number,
  alternative: Alternative,
): number => {
  const size = alternative === 'two-sided' ? Math.abs(observed) : alternative === 'up' ? observed : -observed
  if (alternative === 'two-sided' && size <= TIE) return 1
  let sum = 0
  // From the outside in: the small terms first, so that tails of 1e-18 stay accurate.
  if (alternative !== 'up') {
    for (let at = 0; at < deltas.length && -(deltas[at] as number) >= size - TIE; at++) sum += weights[at] as number
  }
  if (alternative !== 'down') {
    for (let at = deltas.length - 1; at >= 0 && (deltas[at] as number) >= size - TIE; at--) sum += weights[at] as number
  }
  // The observed labelling is one of the relabellings, so p is never 0, even where its probability underflows.
  return Math.max(Number.MIN_VALUE, Math.min(1, (added + sum) / total))
}

/** The smallest attainable c with P(|Δ| ≥ c) ≤ `level`; null if there is none. */
export const smallestRareShift = (
  { deltas, weights, added, total }: NullDistribution,
  level: number,
): number | null => {
  let low = 0
  let high = deltas.length - 1
  let sum = added
  let smallest: number | null = null
  while (low <= high) {
    const size = Math.max(-(deltas[low] as number), deltas[high] as number)
    // A cell of an exact distribution that no relabelling reaches has weight 0 and is no attainable shift.
    let attainable = false
    const take = (at: number): void => {
      const weight = weights[at] as number
      attainable ||= weight > 0
      sum += weight
    }
    while (low <= high && -(deltas[low] as number) >= size - TIE) take(low++)
    while (low <= high && (deltas[high] as number) >= size - TIE) take(high--)
    if (!atOrBelow(sum / total, level)) return smallest
    if (attainable) smallest = size
  }
  return smallest
}
