import { mean } from './moments.js'
import { type ScorePair, scoredOnBothSides } from './score-pair.js'

/**
 * What relabelling sees of an active sample: all its values, in ascending order and counted from the smallest, and how many
 * of them are unmodified and ablated. A shift of the whole sample and the order of its repeats are gone.
 */
export interface PooledSample {
  readonly values: readonly number[]
  readonly unmodified: number
  readonly ablated: number
}

/** The samples of one comparison, ready for relabelling. */
export interface Pooled {
  /** Samples with a value on each side, active or not: what Δ is a mean over. */
  readonly n: number
  /** Δ̂, the mean over the n samples of mean(ablated) − mean(unmodified); 0 for n = 0. */
  readonly observed: number
  /** The samples whose values are not all equal, in an order that depends on their values alone. */
  readonly active: readonly PooledSample[]
}

/** Scores carry about 12 digits; anything finer is rounding, and would tell equal values apart. */
const rounded = (value: number): number => Math.round(value * 1e12) / 1e12

const byValues = (one: PooledSample, other: PooledSample): number => {
  const left = [one.unmodified, one.ablated, ...one.values]
  const right = [other.unmodified, other.ablated, ...other.values]
  const at = left.findIndex((value, index) => value !== right[index])
  return at < 0 ? 0 : (left[at] as number) - (right[at] as number)
}

export const pool = (samples: readonly ScorePair[]): Pooled => {
  const used = scoredOnBothSides(samples)
  const active: PooledSample[] = []
  for (const { baseline, ablated } of used) {
    const sorted = [...baseline, ...ablated].sort((one, other) => one - other)
    const values = sorted.map((value) => rounded(value - (sorted[0] as number)))
    if (values.at(-1) !== 0) active.push({ values, unmodified: baseline.length, ablated: ablated.length })
  }
  return {
    n: used.length,
    observed: used.length === 0 ? 0 : mean(used.map(({ baseline, ablated }) => mean(ablated) - mean(baseline))),
    active: active.sort(byValues),
  }
}

/** C(n, k): in how many ways a sample of n values can be split when k of them are called ablated. */
export const splits = (n: number, k: number): number => {
  let ways = 1
  for (let i = 1; i <= k; i++) ways = (ways * (n - k + i)) / i
  return Math.round(ways)
}
