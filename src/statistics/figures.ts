import { runMeans } from './complete-rows.js'
import { normalCdf } from './distributions.js'
import { halfWidth, interval, zeroVarianceFloor } from './equivalence.js'
import { mean, standardDeviation, variance } from './moments.js'
import { type NoiseBand, noiseBand } from './noise-band.js'
import { TIE } from './null-distribution.js'
import { relabelling } from './relabelling.js'
import { isPresent, type ScoredPair, type ScorePair, scoredOnBothSides } from './score-pair.js'
import { defaultMargin, repeatsNeeded, type SizeOptions, type SizesNeeded, samplesNeeded } from './sizes.js'

export interface MeasureOptions extends SizeOptions {
  /** δ, the smallest shift worth catching, in score units; default by the number of samples. */
  readonly margin?: number | undefined
  /** Seed of the Monte Carlo branch; default 0. */
  readonly seed?: number
  /** A common denominator of the scores, where the claim counts tell it. */
  readonly denominator?: number | undefined
}

/** Everything measured in one check. Shifts are ablated − unmodified, in score units. */
export interface Figures {
  /** Samples with a value on each side. */
  readonly nUsed: number
  readonly unmodifiedMean: number
  readonly ablatedMean: number
  readonly deltaHat: number
  readonly active: number
  /** p before Holm; the relabelling's, or a larger one where the drift guard inflates. */
  readonly p: number
  readonly method: 'exact' | 'monte-carlo'
  readonly draws?: number
  readonly sePerm: number
  /** Δ̂/se_perm; null where se_perm is 0. */
  readonly z: number | null
  /** The normal approximation, for information only. */
  readonly pNormal: number
  readonly margin: number
  /** sd of the per-sample differences; null for one sample, as are the figures that need it. */
  readonly sdD: number | null
  readonly seD: number | null
  readonly floor: number
  /** May be Infinity, as may `ci90` and `rulesOut`, where the drift guard inflates without bound. */
  readonly halfWidth: number
  readonly ci90: readonly [number, number]
  readonly rulesOut: number
  /** σ_w², the variance of the unmodified scores within a sample; null where no sample has two. */
  readonly sigmaW2: number | null
  readonly nNeeded: SizesNeeded | null
  readonly repeatsNeeded: number | null
  /** The noise band of Δ; null if there is none, or where the drift guard inflates and p decides alone. */
  readonly noiseBandOfDifference: number | null
  readonly withinNoiseBand: boolean | null
  /** The spread of the unmodified runs; null if no sample was scored in every repeat. */
  readonly noise: NoiseBand | null
}

/** se_perm = √(Σ s_i²(1/R_i + 1/Q_i))/n, with s_i² the variance of all values of sample i. */
const standardErrorOfRelabelling = (used: readonly ScoredPair[]): number => {
  const squares = used.map(({ baseline, ablated }) => {
    return (variance([...baseline, ...ablated]) ?? 0) * (1 / baseline.length + 1 / ablated.length)
  })
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0)) / used.length
}

const varianceWithin = (used: readonly ScoredPair[]): number | null => {
  const variances = used.map(({ baseline }) => variance(baseline)).filter(isPresent)
  return variances.length === 0 ? null : mean(variances)
}

/** Measures one check; null where no sample has a value on each side. Decides nothing. */
export const measure = (samples: readonly ScorePair[], options: MeasureOptions = {}): Figures | null => {
  const used = scoredOnBothSides(samples)
  const n = used.length
  if (n === 0) return null
  const differences = used.map(({ baseline, ablated }) => mean(ablated) - mean(baseline))
  const deltaHat = mean(differences)
  const sdD = standardDeviation(differences)
  const { seed = 0, denominator, alpha, step, margin = defaultMargin(n) } = options
  const { noiseBand: band, ...test } = relabelling(samples, { seed, denominator })
  const sePerm = standardErrorOfRelabelling(used)
  const z = sePerm === 0 ? null : deltaHat / sePerm
  const h = halfWidth({ ...options, n, sdD })
  const sigmaW2 = varianceWithin(used)
  const runs = runMeans(samples.map(({ baseline }) => baseline))
  return {
    nUsed: n,
    unmodifiedMean: mean(used.map(({ baseline }) => mean(baseline))),
    ablatedMean: mean(used.map(({ ablated }) => mean(ablated))),
    deltaHat,
    ...test,
    sePerm,
    z,
    pNormal: z === null ? 1 : 2 * normalCdf(-Math.abs(z)),
    margin,
    sdD,
    seD: sdD === null ? null : sdD / Math.sqrt(n),
    floor: zeroVarianceFloor(n, alpha, step),
    halfWidth: h,
    ...interval(deltaHat, h),
    sigmaW2,
    nNeeded: sdD === null ? null : samplesNeeded(sdD, margin, options),
    repeatsNeeded: sigmaW2 === null ? null : repeatsNeeded(sigmaW2, n, margin, options),
    noiseBandOfDifference: band,
    withinNoiseBand: band === null ? null : Math.abs(deltaHat) < band - TIE,
    noise: runs.length === 0 ? null : noiseBand(runs),
  }
}
