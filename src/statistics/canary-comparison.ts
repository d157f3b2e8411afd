import { atOrBelow } from './at-or-below.js'
import { mean } from './moments.js'
import { TIE } from './null-distribution.js'
import { relabelling } from './relabelling.js'
import { type Score, scoredOnBothSides } from './score-pair.js'
import { type ClaimCounts, fisherOneSided } from './small-functions.js'

/** One canary: its recorded and its current scores. */
export interface CanaryScores {
  readonly recorded: readonly Score[]
  readonly current: readonly Score[]
}

export interface CanaryOptions {
  /** The direction that alarms: `up` for unsupported and contradicted canaries, `down` for their supported twins. */
  readonly alarm?: 'up' | 'down'
  /** Default 0.01. */
  readonly alpha?: number
  /** The largest move, in score units, that is still tolerated; default 0.10. */
  readonly tolerance?: number
  readonly seed?: number
}

export interface CanaryComparison {
  /** `fail`: significant and beyond the tolerance; `watch`: one of the two; `hold`: neither. */
  readonly outcome: 'fail' | 'watch' | 'hold' | 'inconclusive'
  /** Current − recorded, whichever direction alarms; null without scores. */
  readonly rise: number | null
  readonly p: number | null
}

const decide = (rise: number, p: number, { alarm = 'up', alpha = 0.01, tolerance = 0.1 }: CanaryOptions) => {
  // A rise of exactly the tolerance, give or take rounding, is not beyond it.
  const beyond = (alarm === 'up' ? rise : -rise) > tolerance + TIE
  const significant = atOrBelow(p, alpha)
  return beyond && significant ? 'fail' : beyond || significant ? 'watch' : 'hold'
}

/**
 * Compares a set of canaries with its recorded scores by the one-sided relabelling test, as a whole: one canary alone can
 * never reach p = 0.01. `inconclusive` without scores.
 */
export const compareCanaries = (
  canaries: readonly CanaryScores[],
  options: CanaryOptions = {},
): CanaryComparison & { readonly nUsed: number; readonly nDropped: number } => {
  const samples = canaries.map(({ recorded, current }) => ({ baseline: recorded, ablated: current }))
  const used = scoredOnBothSides(samples)
  const counts = { nUsed: used.length, nDropped: samples.length - used.length }
  if (used.length === 0) return { outcome: 'inconclusive', rise: null, p: null, ...counts }
  const rise = mean(used.map(({ baseline, ablated }) => mean(ablated) - mean(baseline)))
  const { p } = relabelling(samples, { alternative: options.alarm ?? 'up', seed: options.seed ?? 0 })
  return { outcome: decide(rise, p, options), rise, p, ...counts }
}

/** The same where only claim counts were recorded: Fisher's one-sided test on supported claims. */
export const compareCanaryCounts = (counts: ClaimCounts, options: CanaryOptions = {}): CanaryComparison => {
  const { recordedSupported, recordedClaims, currentSupported, currentClaims } = counts
  if (recordedClaims === 0 || currentClaims === 0) return { outcome: 'inconclusive', rise: null, p: null }
  const rise = currentSupported / currentClaims - recordedSupported / recordedClaims
  const alarming =
    options.alarm === 'down'
      ? {
          ...counts,
          recordedSupported: recordedClaims - recordedSupported,
          currentSupported: currentClaims - currentSupported,
        }
      : counts
  const p = fisherOneSided(alarming)
  return { outcome: decide(rise, p, options), rise, p }
}

/** A canary's verdicts (true: supported), recorded and current. */
export interface CanaryVerdicts {
  readonly recorded: readonly boolean[]
  readonly current: readonly boolean[]
}

const mostly = (verdicts: readonly boolean[], wanted: boolean): boolean =>
  verdicts.filter((verdict) => verdict === wanted).length * 2 > verdicts.length

/** Whether one canary flipped: supported in most current repeats and unsupported in most recorded ones (`down`: the reverse). */
export const flipped = ({ recorded, current }: CanaryVerdicts, alarm: 'up' | 'down' = 'up'): boolean =>
  mostly(current, alarm === 'up') && mostly(recorded, alarm !== 'up')
