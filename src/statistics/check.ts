import { atOrBelow } from './at-or-below.js'
import { ALPHA } from './equivalence.js'
import { type Figures, type MeasureOptions, measure } from './figures.js'
import { type MissingScores, missingScores } from './missing-scores.js'
import { TIE } from './null-distribution.js'
import type { ScorePair } from './score-pair.js'
import { FEWEST_SAMPLES } from './sizes.js'

export type CheckOutcome = 'leak' | 'invariant' | 'inconclusive'

/** Why an outcome is not plain, by code, with the words for it. */
export const REASONS = {
  'no-scores': 'no scores',
  'missing-scores-move': 'the ablation changes how often a score is missing',
  'too-many-dropped': 'more than 10 % of the samples have no score on one side',
  'leak-or-judge-drift': 'leak or judge drift',
  'smaller-than-margin': 'smaller than the margin',
  'too-few-samples': 'fewer than five samples cannot prove invariance',
  'margin-not-ruled-out': 'a shift as large as the margin is not ruled out',
} as const

export type CheckReason = keyof typeof REASONS

/** The outcome of one score check of a cell that must be ignored. */
export interface CheckResult {
  readonly outcome: CheckOutcome
  /** Always there for `inconclusive`; for `leak` only where |Δ̂| is below the margin; never for `invariant`. */
  readonly reason: CheckReason | null
  readonly nUsed: number
  readonly nDropped: number
  /** p of the relabelling test on which scores are missing. */
  readonly missingP: number
  /** The p that was compared with α: adjusted for the family in `judgeFamily`, as measured for a single check. */
  readonly pHolm: number | null
  /** Null where there are no scores. */
  readonly figures: Figures | null
}

export interface DecideOptions {
  readonly alpha?: number
  /** Whether the arms were collected in one permutation; if not, a leak cannot be told from judge drift. */
  readonly interleaved?: boolean
}

/** The rules in their order: scores, missing scores, leak, invariance. */
const rule = (
  figures: Figures,
  missing: MissingScores,
  pHolm: number,
  { alpha = ALPHA, interleaved = true }: DecideOptions,
): Pick<CheckResult, 'outcome' | 'reason'> => {
  const { nUsed, deltaHat, margin, rulesOut } = figures
  if (missing.reason !== null) return { outcome: 'inconclusive', reason: missing.reason }
  if (atOrBelow(pHolm, alpha)) {
    if (!interleaved) return { outcome: 'inconclusive', reason: 'leak-or-judge-drift' }
    return { outcome: 'leak', reason: Math.abs(deltaHat) < margin - TIE ? 'smaller-than-margin' : null }
  }
  if (nUsed < FEWEST_SAMPLES) return { outcome: 'inconclusive', reason: 'too-few-samples' }
  // [Δ̂ − h, Δ̂ + h] lies strictly inside (−δ, δ) exactly when |Δ̂| + h < δ; equal up to rounding is not inside.
  if (rulesOut < margin - TIE) return { outcome: 'invariant', reason: null }
  return { outcome: 'inconclusive', reason: 'margin-not-ruled-out' }
}

/** Turns the figures of a check and its (adjusted) p into an outcome. */
export const decide = (
  figures: Figures | null,
  missing: MissingScores,
  pHolm: number | null,
  options: DecideOptions = {},
): CheckResult => {
  const { nDropped, p: missingP } = missing
  if (figures === null || pHolm === null) {
    return { outcome: 'inconclusive', reason: 'no-scores', nUsed: 0, nDropped, missingP, pHolm: null, figures: null }
  }
  return { ...rule(figures, missing, pHolm, options), nUsed: figures.nUsed, nDropped, missingP, pHolm, figures }
}

/**
 * Judges a single check that a metric ignores an artifact, its p used as given (`judgeFamily` adjusts over many): a shift
 * that relabelling cannot explain is a `leak`, a shift shown to be smaller than the margin is `invariant`, anything else
 * `inconclusive` with a coded reason.
 */
export const checkInvariance = (
  samples: readonly ScorePair[],
  options: MeasureOptions & DecideOptions = {},
): CheckResult => {
  const figures = measure(samples, options)
  return decide(figures, missingScores(samples, options.seed), figures?.p ?? null, options)
}
