import { tQuantile } from './distributions.js'
import { ALPHA } from './equivalence.js'
import { mean, standardDeviation } from './moments.js'
import { type ScorePair, scoredOnBothSides } from './score-pair.js'

/** Whether a score falls away when what it is defined over is blanked. */
export interface Dependence {
  readonly outcome: 'collapses' | 'no-collapse' | 'inconclusive'
  readonly nUsed: number
  readonly nDropped: number
  /** Mean unmodified and ablated scores; null without usable samples. */
  readonly baseline: number | null
  readonly ablated: number | null
  /** Share of the score that the ablation leaves, ablated/baseline; null where the baseline is 0. */
  readonly kept: number | null
  /** Mean of ablated − keep·baseline, and its one-sided 95 % bounds; the bounds need two samples. */
  readonly excess: number | null
  readonly lower: number | null
  readonly upper: number | null
}

/**
 * The positive control by score: `collapses` if the ablated scores are surely below `keep` times the unmodified ones,
 * `no-collapse` if surely above, else `inconclusive`. One-sided t bounds at 95 %.
 */
export const dependence = (samples: readonly ScorePair[], keep = 0.5): Dependence => {
  const used = scoredOnBothSides(samples)
  const n = used.length
  const counts = { nUsed: n, nDropped: samples.length - n }
  if (n === 0) {
    const nothing = { baseline: null, ablated: null, kept: null, excess: null, lower: null, upper: null }
    return { outcome: 'inconclusive', ...counts, ...nothing }
  }
  const baseline = mean(used.map((sample) => mean(sample.baseline)))
  const ablated = mean(used.map((sample) => mean(sample.ablated)))
  const excesses = used.map((sample) => mean(sample.ablated) - keep * mean(sample.baseline))
  const excess = mean(excesses)
  const sd = standardDeviation(excesses)
  const means = { ...counts, baseline, ablated, kept: baseline === 0 ? null : ablated / baseline, excess }
  if (sd === null) return { outcome: 'inconclusive', ...means, lower: null, upper: null }
  const reach = (tQuantile(1 - ALPHA, n - 1) * sd) / Math.sqrt(n)
  const [lower, upper] = [excess - reach, excess + reach]
  return { outcome: upper < 0 ? 'collapses' : lower > 0 ? 'no-collapse' : 'inconclusive', ...means, lower, upper }
}
