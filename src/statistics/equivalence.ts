import { tQuantile } from './distributions.js'

/** The significance level of tests and of the 90 % interval (1 − 2α). */
export const ALPHA = 0.05

/** The largest step by which one changed sample moves its score; it scales the floor of the half-width. */
export const STEP = 0.5

/** What the half-width of an interval for Δ is made of. */
export interface Spread {
  readonly n: number
  /** sd of the per-sample differences; null for n = 1. */
  readonly sdD: number | null
  /** Degrees of freedom; default n − 1. */
  readonly df?: number
  /** φ of the drift guard; default 1. */
  readonly inflation?: number
  readonly alpha?: number
  readonly step?: number
}

/**
 * What n samples without any change still cannot rule out: step·(1 − α^{1/n}). If a share q of samples moved by one step,
 * all n would look unmoved with probability (1 − q)ⁿ.
 */
export const zeroVarianceFloor = (n: number, alpha = ALPHA, step = STEP): number => step * (1 - alpha ** (1 / n))

/**
 * The half-width h of the 90 % interval for Δ: max(t·se_d·φ, floor). Two one-sided tests (Schuirmann 1987); the floor keeps
 * zero variance from proving anything and is never inflated.
 */
export const halfWidth = ({ n, sdD, df = n - 1, inflation = 1, alpha = ALPHA, step = STEP }: Spread): number => {
  const floor = zeroVarianceFloor(n, alpha, step)
  if (sdD === null) return floor
  // An unbounded drift leaves nothing to stand on, even where the differences happen to be equal.
  if (inflation === Number.POSITIVE_INFINITY) return inflation
  return Math.max(((tQuantile(1 - alpha, df) * sdD) / Math.sqrt(n)) * inflation, floor)
}

/** The interval Δ̂ ± h and the largest shift it leaves possible: `shifts beyond ±rulesOut ruled out`. */
export const interval = (deltaHat: number, h: number): { ci90: [number, number]; rulesOut: number } => ({
  ci90: [deltaHat - h, deltaHat + h],
  rulesOut: Math.abs(deltaHat) + h,
})
