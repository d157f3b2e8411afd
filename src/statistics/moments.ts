/** Mean of at least one number. Summed as differences from the first, so that the mean of equal values is that value exactly. */
export const mean = (values: readonly number[]): number => {
  const origin = values[0] as number
  let sum = 0
  for (const value of values) sum += value - origin
  return origin + sum / values.length
}

/** Variance with n − 1 degrees of freedom; null for fewer than two values; exactly 0 where all are equal. */
export const variance = (values: readonly number[]): number | null => {
  if (values.length < 2) return null
  const centre = mean(values)
  let squares = 0
  for (const value of values) squares += (value - centre) ** 2
  return squares / (values.length - 1)
}

/** Standard deviation with n − 1 degrees of freedom; null for fewer than two values. */
export const standardDeviation = (values: readonly number[]): number | null => {
  const squared = variance(values)
  return squared === null ? null : Math.sqrt(squared)
}
