/**
 * Holm's step-down adjustment (Holm 1979): p-values adjusted for the whole family, in the order given. Comparing each
 * with α keeps the chance of any false alarm at or below α.
 */
export const holm = (pValues: readonly number[]): number[] => {
  const ascending = pValues.map((p, index) => ({ p, index })).sort((one, other) => one.p - other.p)
  const adjusted = new Array<number>(pValues.length)
  let largest = 0
  ascending.forEach(({ p, index }, rank) => {
    largest = Math.max(largest, Math.min(1, p * (pValues.length - rank)))
    adjusted[index] = largest
  })
  return adjusted
}
