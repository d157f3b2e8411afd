import { exactNull, planExact } from './exact-relabelling.js'
import { DRAWS, monteCarloNull } from './monte-carlo-relabelling.js'
import { type Alternative, type NullDistribution, pValue, smallestRareShift } from './null-distribution.js'
import { type Pooled, pool } from './pooled-sample.js'
import type { ScorePair } from './score-pair.js'

export interface RelabellingOptions {
  /** Default `two-sided`. */
  readonly alternative?: Alternative
  /** Used by the Monte Carlo branch only; default 0. */
  readonly seed?: number
  /** A common denominator of the scores, where the claim counts tell it. */
  readonly denominator?: number | undefined
}

/** The verdict of a relabelling test. */
export interface Relabelling {
  readonly p: number
  readonly method: 'exact' | 'monte-carlo'
  /** How many samples could change Δ at all; the others have only equal values. */
  readonly active: number
  /** How many random relabellings; only of `monte-carlo`. */
  readonly draws?: number
  /** The smallest attainable shift with P(|Δ| ≥ c) ≤ 0.05; null if there is none. */
  readonly noiseBand: number | null
}

const NOISE_BAND_LEVEL = 0.05

const nullOf = (pooled: Pooled, { seed = 0, denominator }: RelabellingOptions) => {
  const plan = planExact(pooled, denominator)
  return plan === null
    ? { distribution: monteCarloNull(pooled, seed), method: 'monte-carlo' as const, draws: DRAWS }
    : { distribution: exactNull(plan), method: 'exact' as const }
}

const band = (distribution: NullDistribution): number | null => smallestRareShift(distribution, NOISE_BAND_LEVEL)

/**
 * How probable a shift Δ at least as large as the observed one is if the labels "unmodified" and "ablated" mean nothing:
 * every sample is relabelled independently over all splits of its values. Exact by convolution where that is small
 * enough, else by seeded random draws; the choice depends on the scores alone. Without any usable sample p is 1.
 */
export const relabelling = (samples: readonly ScorePair[], options: RelabellingOptions = {}): Relabelling => {
  const pooled = pool(samples)
  const { distribution, ...how } = nullOf(pooled, options)
  return {
    p: pValue(distribution, pooled.observed, options.alternative ?? 'two-sided'),
    ...how,
    active: pooled.active.length,
    noiseBand: band(distribution),
  }
}

/**
 * The noise band of a difference: the smallest attainable c with P(|Δ| ≥ c) ≤ 0.05 under relabelling, or null. A check
 * is within it exactly when |Δ̂| < c − 1e-9, that is when its p is above 0.05.
 */
export const noiseBandOfDifference = (
  samples: readonly ScorePair[],
  options: Omit<RelabellingOptions, 'alternative'> = {},
): number | null => band(nullOf(pool(samples), options).distribution)
