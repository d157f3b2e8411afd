import { commonDenominator } from './common-denominator.js'
import type { NullDistribution } from './null-distribution.js'
import { type Pooled, type PooledSample, splits } from './pooled-sample.js'
import { splitSums } from './split-sums.js'

const MOST_CELLS = 1_000_000
const MOST_MULTIPLY_ADDS = 1e8

/** One sample's share of the sum: where it can land, in cells from its lowest place, and how probably. */
interface Share {
  readonly width: number
  readonly places: readonly number[]
  readonly probabilities: readonly number[]
}

/** An exact computation whose size is known and small enough. Cell k stands for Δ = (lowest + k·step)/scale. */
export interface ExactPlan {
  readonly shares: readonly Share[]
  readonly cells: number
  readonly multiplyAdds: number
  readonly lowest: number
  readonly step: number
  readonly scale: number
}

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other))
const lcm = (one: number, other: number): number => (one / gcd(one, other)) * other
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/** A sample in whole numbers: Δ moves by `weight` when the ablated sum moves by 1. */
const inWholeNumbers = ({ values, unmodified, ablated }: PooledSample, denominator: number, multiple: number) => {
  const whole = values.map((value) => Math.round(value * denominator))
  const weight = multiple / unmodified + multiple / ablated
  const least = total(whole.slice(0, ablated))
  const most = total(whole.slice(-ablated))
  return {
    whole,
    ablated,
    weight,
    least,
    spread: most - least,
    // Swapping two values changes the sum by their difference, and the smallest value is 0.
    grain: whole.reduce(gcd, 0),
    lowest: weight * least - (multiple / unmodified) * total(whole),
  }
}

/**
 * Decides, from counts alone and so alike on every machine, whether the relabelling can be computed exactly: scores are
 * whole numbers over a common denominator, the sum has at most 1,000,000 cells, and reaching it takes at most 1e8
 * multiply-adds. Null where it cannot. `denominator` is the common denominator if the claim counts tell it.
 */
export const planExact = ({ n, active }: Pooled, denominator?: number): ExactPlan | null => {
  const common = commonDenominator(
    active.flatMap(({ values }) => values),
    denominator,
  )
  if (common === null) return null
  const multiple = active.reduce((so, { unmodified, ablated }) => lcm(so, unmodified * ablated), 1)
  const samples = active.map((sample) => inWholeNumbers(sample, common, multiple))
  // Beyond 2⁵³ whole numbers are no longer exact.
  if (total(samples.map(({ weight, whole }) => weight * total(whole))) > Number.MAX_SAFE_INTEGER) return null
  const step = samples.reduce((so, { weight, grain }) => gcd(so, weight * grain), 0) || 1
  const widths = samples.map(({ weight, spread }) => (weight * spread) / step)
  const cells = total(widths) + 1
  if (cells > MOST_CELLS) return null

  // Listing the split sums is work too, and is bounded before it is done.
  const listing = samples.map(({ whole, ablated, spread, grain }) => {
    return whole.length * ablated * Math.min(splits(whole.length, ablated), spread / grain + 1)
  })
  if (total(listing) > MOST_MULTIPLY_ADDS) return null
  const shares = samples.map(({ whole, ablated, weight, least }, index): Share => {
    const { sums, probabilities } = splitSums(whole, ablated)
    return {
      width: widths[index] as number,
      places: sums.map((sum) => (weight * (sum - least)) / step),
      probabilities,
    }
  })
  shares.sort((one, other) => one.width - other.width)
  let reached = 1
  let multiplyAdds = 0
  for (const { width, places } of shares) {
    multiplyAdds += reached * places.length
    reached += width
  }
  if (multiplyAdds > MOST_MULTIPLY_ADDS) return null
  const lowest = total(samples.map((sample) => sample.lowest))
  return { shares, cells, multiplyAdds, lowest, step, scale: common * multiple * Math.max(1, n) }
}

/** Δ under all relabellings, by direct convolution: only positive terms are added, so tails keep their relative accuracy. */
export const exactNull = ({ shares, lowest, step, scale }: ExactPlan): NullDistribution => {
  let weights = new Float64Array([1])
  for (const { width, places, probabilities } of shares) {
    const next = new Float64Array(weights.length + width)
    for (let j = 0; j < places.length; j++) {
      const place = places[j] as number
      const probability = probabilities[j] as number
      for (let cell = 0; cell < weights.length; cell++) {
        next[cell + place] = (next[cell + place] as number) + (weights[cell] as number) * probability
      }
    }
    weights = next
  }
  return { deltas: weights.map((_, cell) => (lowest + cell * step) / scale), weights, added: 0, total: 1 }
}
