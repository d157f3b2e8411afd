/** The rounding of a product of many fractions, relative to it. */
const ROUNDING = 1e-10

/**
 * Whether a p is at or below its level. A p that equals the level as a fraction, such as 1/5 · 1/5 · 1/4 = 0.01, may
 * be a little above it in doubles.
 */
export const atOrBelow = (p: number, level: number): boolean => p <= level * (1 + ROUNDING)
