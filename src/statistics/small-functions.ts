import { binomialAtMost } from './distributions.js'
import { logGamma } from './incomplete-beta.js'

/**
 * McNemar's exact two-sided p from the units that went up and down. For one unmodified run against one ablated run only:
 * a majority of several runs is not comparable with a single one.
 */
export const mcnemarExact = (up: number, down: number): number =>
  up + down === 0 ? 1 : Math.min(1, 2 * binomialAtMost(Math.min(up, down), up + down, 0.5))

/** Supported claims out of all claims, as recorded and now. */
export interface ClaimCounts {
  readonly recordedSupported: number
  readonly recordedClaims: number
  readonly currentSupported: number
  readonly currentClaims: number
}

const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)

/** Fisher's one-sided p for a rise: P(X ≥ currentSupported), with all margins of the two-by-two table fixed. */
export const fisherOneSided = ({
  recordedSupported,
  recordedClaims,
  currentSupported,
  currentClaims,
}: ClaimCounts): number => {
  const supported = recordedSupported + currentSupported
  const claims = recordedClaims + currentClaims
  const ways = logChoose(claims, supported)
  let p = 0
  for (let x = Math.min(supported, currentClaims); x >= currentSupported; x--) {
    if (supported - x > recordedClaims) break
    p += Math.exp(logChoose(currentClaims, x) + logChoose(recordedClaims, supported - x) - ways)
  }
  return Math.min(1, p)
}

/** The chance that at least one of two independent channels supports a claim: 1 − (1 − a)(1 − b). */
export const independentChannels = (a: number, b: number): number => 1 - (1 - a) * (1 - b)

/** The chance that one more clean run falls outside the range of R earlier ones: 2/(R + 1), by exchangeability. */
export const rangeFalseAlarm = (repeats: number): number => 2 / (repeats + 1)
