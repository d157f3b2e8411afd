import { hash32 } from '../../src/random.js'
import { type CheckResult, decide } from '../../src/statistics/check.js'
import { type FamilyCheck, type FamilyOptions, judgeFamily } from '../../src/statistics/gate.js'
import { collect, isLeaking } from './invocation.js'
import { JUDGES, type Leak } from './judge-model.js'
import { type Rate, rateOf } from './rates.js'

/** One cell of the table: a judge, a number of samples, and what is true. */
export interface Cell {
  readonly judge: keyof typeof JUDGES
  readonly n: number
  readonly runs: number
  /** Default none: every check is clean. */
  readonly leak?: Leak
  /** How many of the five metrics leak, each in one of its two checks; default 1. */
  readonly leaking?: number
  /** Default `interleaved`. */
  readonly order?: 'interleaved' | 'apart'
  /** What the gate is told of the order; default the truth. */
  readonly declared?: 'interleaved' | 'apart'
}

/** The checks of one invocation → their results. `judgeFamily` unless it is replaced to show what would break. */
export type Gate = (checks: readonly FamilyCheck[], options: FamilyOptions) => readonly CheckResult[]

export const shippedGate: Gate = (checks, options) => judgeFamily(checks, options).checks

export const MARGINS = [0.02, 0.05, 0.1] as const

/** What a cell comes to. Rates are of runs, or of the checks within a run where it says so. */
export interface CellRates {
  /** Runs in which a clean check was called a leak. */
  readonly falseAlarms: Rate
  /** Checks that leak and were called a leak; null where none does. */
  readonly found: Rate | null
  /** Clean checks called invariant, by margin. */
  readonly cleanInvariant: Readonly<Record<string, Rate>>
  /** Leaking checks called invariant, by margin; null where none leaks. */
  readonly leakInvariant: Readonly<Record<string, Rate>> | null
}

const share = <T>(items: readonly T[], holds: (item: T) => boolean): number => items.filter(holds).length / items.length

/** The outcome that the same figures have at another margin: the margin enters the decision only. */
const invariantAt = ({ figures, missingP, nDropped, pHolm }: CheckResult, margin: number, options: FamilyOptions) => {
  const at = figures === null ? null : { ...figures, margin }
  return decide(at, { nDropped, p: missingP, reason: null }, pHolm, options).outcome === 'invariant'
}

const byMargin = (groups: readonly (readonly CheckResult[])[], options: FamilyOptions): Record<string, Rate> =>
  Object.fromEntries(
    MARGINS.map((margin) => [
      margin.toFixed(2),
      rateOf(groups.map((group) => share(group, (check) => invariantAt(check, margin, options)))),
    ]),
  )

/** Simulates a cell: every run collects an invocation and lets the gate judge it. Equal seeds give equal rates. */
export const measureCell = (
  cell: Cell,
  { seed = 1, gate = shippedGate }: { seed?: number; gate?: Gate } = {},
): CellRates => {
  const { judge, n, runs, leak = null, leaking = 1, order = 'interleaved', declared = order } = cell
  const options = { interleaved: declared === 'interleaved' }
  const clean: CheckResult[][] = []
  const leaky: CheckResult[][] = []
  for (let run = 0; run < runs; run++) {
    const invocation = {
      judge: JUDGES[judge],
      n,
      leak,
      leaking,
      order,
      seed: hash32(seed, judge, n, leak?.size ?? 0, leak?.form ?? '', order, run),
    }
    const checks = collect(invocation)
    const results = gate(checks, { ...options, seed: run })
    clean.push(results.filter((_, index) => !isLeaking(invocation, index)))
    leaky.push(results.filter((_, index) => isLeaking(invocation, index)))
  }
  const called = (check: CheckResult): boolean => check.outcome === 'leak'
  return {
    falseAlarms: rateOf(clean.map((checks) => (checks.some(called) ? 1 : 0))),
    found: leak === null ? null : rateOf(leaky.map((checks) => share(checks, called))),
    cleanInvariant: byMargin(clean, options),
    leakInvariant: leak === null ? null : byMargin(leaky, options),
  }
}
