const LARGEST = 10_000
const CLOSE_ENOUGH = 1e-11

const fits = (values: readonly number[], denominator: number): boolean =>
  values.every((value) => Math.abs(value - Math.round(value * denominator) / denominator) <= CLOSE_ENOUGH)

/**
 * The denominator that makes every value a whole number: `known` (from the claim counts) where it fits, else the
 * smallest up to 10,000 that fits to 1e-11, else null.
 */
export const commonDenominator = (values: readonly number[], known?: number): number | null => {
  const distinct = [...new Set(values)]
  if (known !== undefined && Number.isSafeInteger(known) && known > 0 && fits(distinct, known)) return known
  for (let denominator = 1; denominator <= LARGEST; denominator++) if (fits(distinct, denominator)) return denominator
  return null
}
