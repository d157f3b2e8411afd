import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash32 } from '../src/random.js'
import { unitCoverage } from '../src/transport/embedded/coverage.js'
import { splitUnits } from '../src/transport/embedded/units.js'

/** The folder of samples that are not part of the repository. */
export const DATA = process.env.GROUNDWIRE_DATA ?? '../shared/data'

export interface Row {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly contexts: readonly string[]
  readonly ground_truth: string | null
  readonly lang?: string
  readonly labels: { readonly human_faithfulness_1to4?: readonly number[]; readonly raw?: string }
}

export const hasData = (): boolean => existsSync(join(DATA, 'labelled.jsonl'))

export const readRows = (file: string): Row[] =>
  readFileSync(join(DATA, file), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Row)

export const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** The chance that a positive scores above a negative, ties counting half. */
export const auc = (positive: readonly number[], negative: readonly number[]): number =>
  mean(positive.flatMap((high) => negative.map((low) => (high > low ? 1 : high === low ? 0.5 : 0))))

/** The coverage of each unit of a row's answer by the row's contexts, or by the evidence given. */
export const coverages = ({ answer, contexts }: Row, evidence = contexts): number[] =>
  splitUnits(answer).map((unit) => unitCoverage(unit, evidence).coverage)

/** A row that humans rated clearly: its units' coverages, and whether they found it faithful. */
export interface Case {
  readonly faithful: boolean
  readonly coverages: readonly number[]
}

/**
 * The clear cases (mean rating of faithfulness at most 2.5 or at least 3.5) in two halves by the hash of the question,
 * so that no question stands in both.
 */
export const clearHalves = (rows: readonly Row[]): readonly [first: Case[], second: Case[]] => {
  const halves: [Case[], Case[]] = [[], []]
  for (const row of rows) {
    const ratings = row.labels.human_faithfulness_1to4
    if (!row.id.startsWith('mtrag') || ratings === undefined) continue
    const rating = mean(ratings)
    if (rating > 2.5 && rating < 3.5) continue
    halves[hash32(row.question) % 2]!.push({ faithful: rating >= 3.5, coverages: coverages(row) })
  }
  return halves
}

export const meanCoverage = (values: readonly number[]): number => (values.length === 0 ? 0 : mean(values))
export const shareAbove =
  (threshold: number) =>
  (values: readonly number[]): number =>
    values.length === 0 ? 0 : values.filter((value) => value >= threshold).length / values.length

export const aucOf = (cases: readonly Case[], score: (values: readonly number[]) => number): number => {
  const scores = (faithful: boolean) =>
    cases.filter((one) => one.faithful === faithful).map((one) => score(one.coverages))
  return auc(scores(true), scores(false))
}

/** The threshold out of 0.50, 0.55 … 0.80 whose share of supported units separates the cases best; the lowest of equals. */
export const bestThreshold = (cases: readonly Case[]): number => {
  const steps = Array.from({ length: 7 }, (_, step) => (50 + 5 * step) / 100)
  return steps.reduce((best, next) => (aucOf(cases, shareAbove(next)) > aucOf(cases, shareAbove(best)) ? next : best))
}

/** The contexts of the next row with other contexts. */
export const swapped = (rows: readonly Row[], index: number): readonly string[] => {
  const own = JSON.stringify(rows[index]!.contexts)
  for (let step = 1; step < rows.length; step++) {
    const { contexts } = rows[(index + step) % rows.length]!
    if (JSON.stringify(contexts) !== own) return contexts
  }
  return []
}
