import { atOrBelow } from './at-or-below.js'
import { relabelling } from './relabelling.js'
import { isPresent, type Score, type ScorePair, scoredOnBothSides } from './score-pair.js'

const MOVES_AT = 0.01
const MOST_DROPPED = 0.1

export interface MissingScores {
  readonly nDropped: number
  /** p of the relabelling test on "is missing" (1 or 0) in place of the scores. */
  readonly p: number
  /** Why the scores that are there cannot be trusted to speak for all; null where they can. */
  readonly reason: 'missing-scores-move' | 'too-many-dropped' | null
}

const asMissing = (scores: readonly Score[]): number[] => scores.map((score) => (isPresent(score) ? 0 : 1))

/**
 * Whether missing scores allow a judgement: not if the ablation changes how often a score is missing (p ≤ 0.01), nor if
 * more than 10 % of the samples have no value on one side.
 */
export const missingScores = (samples: readonly ScorePair[], seed = 0): MissingScores => {
  const nDropped = samples.length - scoredOnBothSides(samples).length
  const indicators = samples.map(({ baseline, ablated }) => ({
    baseline: asMissing(baseline),
    ablated: asMissing(ablated),
  }))
  const { p } = relabelling(indicators, { seed })
  const reason = atOrBelow(p, MOVES_AT)
    ? 'missing-scores-move'
    : nDropped > MOST_DROPPED * samples.length
      ? 'too-many-dropped'
      : null
  return { nDropped, p, reason }
}
