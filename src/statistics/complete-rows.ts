import { mean } from './moments.js'
import { isPresent, type Score } from './score-pair.js'

/**
 * The samples scored in every repeat, as rows of R scores in send order. R is the longest row: a shorter one lacks a
 * repeat and is left out, as is a row with a missing score.
 */
export const completeRows = (rows: readonly (readonly Score[])[]): number[][] => {
  const repeats = Math.max(0, ...rows.map((row) => row.length))
  if (repeats === 0) return []
  return rows.filter((row): row is number[] => row.length === repeats && row.every(isPresent)).map((row) => [...row])
}

/** The mean of each run over the samples scored in every repeat, in send order; empty if there is no such sample. */
export const runMeans = (rows: readonly (readonly Score[])[]): number[] => {
  const complete = completeRows(rows)
  return (complete[0] ?? []).map((_, run) => mean(complete.map((row) => row[run] as number)))
}
