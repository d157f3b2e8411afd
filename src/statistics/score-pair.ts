/** One score of a sample; null, undefined and NaN are missing. */
export type Score = number | null | undefined

/** The scores of one sample: as wired (`baseline`, R values) and with one artifact changed (`ablated`, Q values), in send order. */
export interface ScorePair {
  readonly baseline: readonly Score[]
  readonly ablated: readonly Score[]
}

/** A sample with at least one value on each side, the missing ones left out. */
export interface ScoredPair {
  readonly baseline: readonly number[]
  readonly ablated: readonly number[]
}

/** True for a score that is there: a finite number. */
export const isPresent = (score: Score): score is number => Number.isFinite(score)

/** The samples that a comparison can use: missing values dropped one by one, a sample only when one side is empty. */
export const scoredOnBothSides = (samples: readonly ScorePair[]): ScoredPair[] =>
  samples
    .map(({ baseline, ablated }) => ({ baseline: baseline.filter(isPresent), ablated: ablated.filter(isPresent) }))
    .filter(({ baseline, ablated }) => baseline.length > 0 && ablated.length > 0)
