import { hash32 } from '../random.js'
import { type CheckResult, decide } from './check.js'
import { tCdf } from './distributions.js'
import { type DriftGuard, driftGuard } from './drift-guard.js'
import { halfWidth, interval } from './equivalence.js'
import { type Figures, measure } from './figures.js'
import { holm } from './holm.js'
import { missingScores } from './missing-scores.js'
import type { ScorePair } from './score-pair.js'

/** One check of a family: a metric whose scores must not move when the artifact `check` is changed. */
export interface FamilyCheck {
  readonly metric: string
  /** Names the check within its metric, such as the artifact ablated; it seeds the Monte Carlo branch. */
  readonly check: string
  readonly samples: readonly ScorePair[]
  /** Names the collection that its unmodified scores come from, where there are several. */
  readonly collection?: string
  /** δ in score units; default by the number of samples. */
  readonly margin?: number | undefined
  /** A common denominator of the scores, where the claim counts tell it. */
  readonly denominator?: number | undefined
}

export interface FamilyOptions {
  /** True only if every block of calls kept its permutation and one judge version. */
  readonly interleaved: boolean
  readonly seed?: number
  readonly alpha?: number
  readonly beta?: number
  readonly step?: number
  readonly guardAlpha?: number
}

export interface FamilyResult {
  readonly guard: DriftGuard
  /** φ as applied to p-values and intervals; 1 where it was not. */
  readonly inflation: number
  /** In the order given, each with its metric and name. */
  readonly checks: readonly (CheckResult & Pick<FamilyCheck, 'metric' | 'check'>)[]
}

/** P(|T| ≥ |Δ̂|/(se_perm·φ)), for a shift measured among runs that drift. */
const inflatedP = ({ deltaHat, sePerm }: Figures, { df1, inflation }: DriftGuard): number => {
  if (sePerm === 0) return deltaHat === 0 ? 1 : 0
  return 2 * tCdf(-Math.abs(deltaHat) / (sePerm * inflation), df1)
}

const inflated = (figures: Figures, guard: DriftGuard, { alpha, step }: FamilyOptions): Figures => {
  const { nUsed: n, sdD, deltaHat } = figures
  const h = halfWidth({
    n,
    sdD,
    df: Math.min(guard.df1, n - 1),
    inflation: guard.inflation,
    ...(alpha === undefined ? {} : { alpha }),
    ...(step === undefined ? {} : { step }),
  })
  return {
    ...figures,
    p: Math.max(figures.p, inflatedP(figures, guard)),
    halfWidth: h,
    ...interval(deltaHat, h),
    noiseBandOfDifference: null,
    withinNoiseBand: null,
  }
}

/**
 * Judges all score checks of an invocation together: the drift guard over the distinct metrics, inflation where it fires
 * or where the arms were not interleaved, Holm's adjustment over the family, then an outcome for each check. The chance
 * that any check of a clean family is called a leak is at most α. A check without scores stays in the family, as p = 1.
 */
export const judgeFamily = (checks: readonly FamilyCheck[], options: FamilyOptions): FamilyResult => {
  const { interleaved, seed = 0, guardAlpha } = options
  // The checks of a metric share its unmodified scores, collection by collection.
  const unmodified = new Map(
    checks.map(({ metric, collection, samples }) => [JSON.stringify([metric, collection]), samples]),
  )
  const guard = driftGuard(
    [...unmodified.values()].map((samples) => samples.map(({ baseline }) => baseline)),
    guardAlpha,
  )
  const inflates = (guard.fires || !interleaved) && guard.df1 > 0

  const seeds = checks.map(({ check, metric }) => hash32(seed, check, metric))
  const measured = checks.map(({ samples, margin, denominator }, index) => {
    const figures = measure(samples, {
      ...options,
      margin,
      denominator,
      seed: seeds[index] as number,
      checks: checks.length,
    })
    return figures !== null && inflates ? inflated(figures, guard, options) : figures
  })
  const adjusted = holm(measured.map((figures) => figures?.p ?? 1))
  return {
    guard,
    inflation: inflates ? guard.inflation : 1,
    checks: checks.map(({ metric, check, samples }, index) => {
      const missing = missingScores(samples, seeds[index])
      return { metric, check, ...decide(measured[index] ?? null, missing, adjusted[index] as number, options) }
    }),
  }
}
