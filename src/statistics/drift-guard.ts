import { completeRows } from './complete-rows.js'
import { fSf } from './distributions.js'
import { ALPHA } from './equivalence.js'
import { mean } from './moments.js'
import type { Score } from './score-pair.js'

/** The samples × runs analysis of variance of one metric's unmodified scores. */
export interface RunVariance {
  readonly msRun: number
  readonly msResid: number
  /** Infinity where the runs differ and nothing else does. */
  readonly ratio: number
  readonly df1: number
  readonly df2: number
  readonly p: number
}

/** Whether whole runs moved together more than the judge's noise explains. */
export interface DriftGuard {
  /** Unweighted mean of the metrics' ratios; null where no metric has one. */
  readonly varianceRatio: number | null
  readonly df1: number
  readonly df2: number
  readonly p: number
  readonly fires: boolean
  /** √max(1, variance ratio), whether or not the guard fires; may be Infinity. */
  readonly inflation: number
}

/** Squares of rounding errors of scores in 0 … 1 stay far below this, real changes far above. */
const NO_VARIANCE = 1e-22

/**
 * Compares the runs of one metric, on the samples scored in every repeat (rows: samples, columns: runs in send order).
 * Null where there is nothing to compare: fewer than two runs or samples, or no variance at all.
 */
export const runVariance = (unmodified: readonly (readonly Score[])[]): RunVariance | null => {
  const rows = completeRows(unmodified)
  const n = rows.length
  const repeats = rows[0]?.length ?? 0
  if (n < 2 || repeats < 2) return null
  const grand = mean(rows.flat())
  const runs = rows[0]?.map((_, run) => mean(rows.map((row) => row[run] as number))) as number[]
  const squaresRun = n * runs.reduce((sum, run) => sum + (run - grand) ** 2, 0)
  let squaresResid = 0
  for (const row of rows) {
    const level = mean(row)
    row.forEach((score, run) => {
      squaresResid += (score - level - (runs[run] as number) + grand) ** 2
    })
  }
  const df1 = repeats - 1
  const df2 = df1 * (n - 1)
  const [msRun, msResid] = [squaresRun / df1, squaresResid / df2].map((ms) => (ms < NO_VARIANCE ? 0 : ms)) as [
    number,
    number,
  ]
  if (msRun === 0 && msResid === 0) return null
  const ratio = msRun / msResid
  return { msRun, msResid, ratio, df1, df2, p: fSf(ratio, df1, df2) }
}

/**
 * The drift guard over the distinct metrics of an invocation. It fires at p < `guardAlpha`; then p-values and intervals are
 * inflated, because the runs were not exchangeable.
 */
export const driftGuard = (
  metrics: readonly (readonly (readonly Score[])[])[],
  guardAlpha: number = ALPHA,
): DriftGuard => {
  const tested = metrics.map(runVariance).filter((variance) => variance !== null)
  if (tested.length === 0) return { varianceRatio: null, df1: 0, df2: 0, p: 1, fires: false, inflation: 1 }
  const sum = (numbers: readonly number[]): number => numbers.reduce((so, number) => so + number, 0)
  const varianceRatio = sum(tested.map(({ ratio }) => ratio)) / tested.length
  const df1 = sum(tested.map((variance) => variance.df1))
  const df2 = sum(tested.map((variance) => variance.df2))
  const p = fSf(varianceRatio, df1, df2)
  return { varianceRatio, df1, df2, p, fires: p < guardAlpha, inflation: Math.sqrt(Math.max(1, varianceRatio)) }
}
