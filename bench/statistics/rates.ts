import { mean, standardDeviation } from '../../src/statistics/moments.js'

/** A share of runs, with its Monte Carlo standard error. */
export interface Rate {
  /** 0 … 1. */
  readonly rate: number
  readonly error: number
  readonly runs: number
}

/**
 * The mean of one share a run. The error is that of independent runs, however alike the checks within one are; it is at
 * least 1/(runs + 2), so that 0 of 200 is not known without error.
 */
export const rateOf = (shares: readonly number[]): Rate => {
  const runs = shares.length
  const error = (standardDeviation(shares) ?? 1) / Math.sqrt(runs)
  return { rate: mean(shares), error: Math.max(error, 1 / (runs + 2)), runs }
}

export const percent = (value: number): string => (100 * value).toFixed(1)

/** `4.5 ±0.7` in percent. */
export const showRate = ({ rate, error }: Rate): string => `${percent(rate)} ±${percent(error)}`

/** Two Monte Carlo standard errors of a rate that is exactly at its bound. */
export const allowance = (bound: number, runs: number): number => 2 * Math.sqrt((bound * (1 - bound)) / runs)
