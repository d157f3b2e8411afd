import { seededRandom } from '../random.js'
import type { NullDistribution } from './null-distribution.js'
import { type Pooled, type PooledSample, splits } from './pooled-sample.js'

/** How many random relabellings stand in for all of them. */
export const DRAWS = 9_999

/** Above this many splits of one sample they are drawn one by one instead of listed. */
const LISTED_SPLITS = 4_000

const difference = ({ values, unmodified, ablated }: PooledSample, ablatedSum: number): number => {
  const total = values.reduce((sum, value) => sum + value, 0)
  return ablatedSum / ablated - (total - ablatedSum) / unmodified
}

/** The difference of means under every split of a sample, each split once. */
const listDifferences = (sample: PooledSample): Float64Array => {
  const { values, ablated } = sample
  const listed = new Float64Array(splits(values.length, ablated))
  let next = 0
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) {
      listed[next++] = difference(sample, sum)
      return
    }
    for (let at = from; at <= values.length - left; at++) choose(at + 1, left - 1, sum + (values[at] as number))
  }
  choose(0, ablated, 0)
  return listed
}

/** A sampler for one sample: the difference of means under a split drawn at random. */
const drawing = (sample: PooledSample, random: () => number): (() => number) => {
  const values = [...sample.values]
  return () => {
    let sum = 0
    for (let at = 0; at < sample.ablated; at++) {
      const other = at + Math.floor(random() * (values.length - at))
      const held = values[other] as number
      values[other] = values[at] as number
      values[at] = held
      sum += held
    }
    return difference(sample, sum)
  }
}

/**
 * Δ under 9,999 random relabellings, every sample relabelled independently; p = (1 + hits)/(9,999 + 1)
 * (Phipson & Smyth 2010). Depends on the seed and on the values alone, not on the order of samples or repeats.
 */
export const monteCarloNull = ({ n, active }: Pooled, seed: number): NullDistribution => {
  const random = seededRandom(seed)
  const known = new Map<string, Float64Array>()
  const deltas = new Float64Array(DRAWS)
  // Sample by sample rather than draw by draw: one table stays in the cache for all draws.
  for (const sample of active) {
    if (splits(sample.values.length, sample.ablated) > LISTED_SPLITS) {
      const draw = drawing(sample, random)
      for (let at = 0; at < DRAWS; at++) deltas[at] = (deltas[at] as number) + draw()
      continue
    }
    const key = `${sample.ablated}:${sample.values.join()}`
    const listed = known.get(key) ?? listDifferences(sample)
    known.set(key, listed)
    for (let at = 0; at < DRAWS; at++) {
      deltas[at] = (deltas[at] as number) + (listed[Math.floor(random() * listed.length)] as number)
    }
  }
  for (let at = 0; at < DRAWS; at++) deltas[at] = (deltas[at] as number) / Math.max(1, n)
  return { deltas: deltas.sort(), weights: new Float64Array(DRAWS).fill(1), added: 1, total: DRAWS + 1 }
}
