import { type Cell, type CellRates, type Gate, measureCell } from './cell.js'
import { allowance, type Rate } from './rates.js'

/** What a figure of a cell must be, in words and as a limit that two Monte Carlo standard errors are added to. */
export interface Bound {
  readonly claim: string
  readonly of: (rates: CellRates) => Rate
  readonly side: 'at most' | 'at least'
  readonly bound: number
}

export interface BoundedCell {
  readonly cell: Cell
  readonly bounds: readonly Bound[]
}

/** A figure beside its bound. */
export interface Verdict {
  readonly cell: Cell
  readonly claim: string
  readonly rate: Rate
  readonly side: 'at most' | 'at least'
  /** The bound with its allowance: two standard errors of a rate that is exactly at the bound. */
  readonly limit: number
  readonly holds: boolean
}

const FALSE_ALARMS: Bound = {
  claim: 'whole-gate false alarms',
  of: ({ falseAlarms }) => falseAlarms,
  side: 'at most',
  bound: 0.06,
}
const NEVER_A_LEAK: Bound = { ...FALSE_ALARMS, claim: 'gates collected apart that call a leak', bound: 0 }
const POWER: Bound = { claim: 'leaks found', of: ({ found }) => found as Rate, side: 'at least', bound: 0.9 }
const falseInvariant = (margin: string): Bound => ({
  claim: `leaks of the margin ${margin} called invariant`,
  of: ({ leakInvariant }) => leakInvariant?.[margin] as Rate,
  side: 'at most',
  bound: 0.05,
})

const FLIPS = '10 % verdict flips'
const clean = (judge: Cell['judge'], n: number, runs: number): BoundedCell => ({
  cell: { judge, n, runs },
  bounds: [FALSE_ALARMS],
})
const atMargin = (
  judge: Cell['judge'],
  n: number,
  size: number,
  runs: number,
  form: 'claims' | 'whole' = 'claims',
) => ({
  cell: { judge, n, runs, leak: { size, form }, leaking: 5 },
  bounds: [falseInvariant(size.toFixed(2))],
})

/** The part of the simulation that tests run: what breaks first without a part of the method, then the slow ones. */
export const BOUNDED_CELLS: readonly BoundedCell[] = [
  clean(FLIPS, 12, 400),
  clean('drifting flips', 50, 100),
  { cell: { judge: 'drifting flips', n: 50, runs: 60, order: 'apart' }, bounds: [NEVER_A_LEAK] },
  // The floor's own case: no noise, and 14 samples of which one in five moves by half a score. P(none moves) = 0.044.
  atMargin('zero noise', 14, 0.1, 400, 'whole'),
  clean('re-extracted claims', 12, 300),
  clean('zero noise', 50, 150),
  { cell: { judge: FLIPS, n: 12, runs: 400, leak: { size: 0.16, form: 'claims' } }, bounds: [POWER] },
  atMargin(FLIPS, 50, 0.1, 100),
  clean(FLIPS, 50, 200),
  clean('re-extracted claims', 50, 50),
  atMargin(FLIPS, 100, 0.05, 60),
  clean(FLIPS, 100, 120),
  clean(FLIPS, 400, 25),
  {
    cell: { judge: FLIPS, n: 400, runs: 40, leak: { size: 0.02, form: 'claims' } },
    bounds: [POWER, falseInvariant('0.02')],
  },
]

/** Measures a cell and holds each of its figures against its bound. */
export const holdAgainst = ({ cell, bounds }: BoundedCell, gate?: Gate): Verdict[] => {
  const rates = measureCell(cell, gate === undefined ? {} : { gate })
  return bounds.map(({ claim, of, side, bound }) => {
    const rate = of(rates)
    const slack = allowance(bound, rate.runs)
    const limit = side === 'at most' ? bound + slack : bound - slack
    return { cell, claim, rate, side, limit, holds: side === 'at most' ? rate.rate <= limit : rate.rate >= limit }
  })
}
