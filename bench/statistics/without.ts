import { type CheckResult, decide } from '../../src/statistics/check.js'
import { runMeans } from '../../src/statistics/complete-rows.js'
import { judgeFamily } from '../../src/statistics/gate.js'
import { mean } from '../../src/statistics/moments.js'
import { scoredOnBothSides } from '../../src/statistics/score-pair.js'
import { BOUNDED_CELLS, holdAgainst, type Verdict } from './bounds.js'
import { type Cell, type Gate, shippedGate } from './cell.js'

/** One part of the method taken away: another gate, or scores collected in another way. */
export interface Change {
  readonly words: string
  readonly gate?: Gate
  readonly collected?: Pick<Cell, 'order' | 'declared'>
}

const noMissing = ({ nDropped, missingP }: CheckResult) => ({ nDropped, p: missingP, reason: null })

/**
 * A leak is an ablated mean outside the range of the unmodified run means. One more clean run falls outside with
 * probability 2/(R + 1), 33 % at R = 5.
 */
const minMax: Gate = (checks, options) =>
  judgeFamily(checks, options).checks.map((result, index) => {
    const { samples } = checks[index]!
    const runs = runMeans(samples.map(({ baseline }) => baseline))
    const ablated = mean(scoredOnBothSides(samples).map((sample) => mean(sample.ablated)))
    const outside = ablated < Math.min(...runs) || ablated > Math.max(...runs)
    return decide(result.figures, noMissing(result), outside ? 0 : 1, options)
  })

/** Every check at its own α: ten independent ones alarm in 1 − 0.95¹⁰ = 40 % of clean gates. */
const withoutHolm: Gate = (checks, options) =>
  judgeFamily(checks, options).checks.map((result) =>
    decide(result.figures, noMissing(result), result.figures?.p ?? null, options),
  )

/** A step of 0 makes the floor of the half-width 0, so that no variance proves no shift. */
const withoutFloor: Gate = (checks, options) => shippedGate(checks, { ...options, step: 0 })

export const CHANGES = {
  'min-max': { words: 'a min–max band in place of the relabelling', gate: minMax },
  holm: { words: 'no Holm adjustment', gate: withoutHolm },
  floor: { words: 'no floor of the half-width', gate: withoutFloor },
  interleaving: {
    words: 'arms collected apart and declared interleaved',
    collected: { order: 'apart', declared: 'interleaved' },
  },
} as const satisfies Record<string, Change>

/** Runs the bounded cells under a change until a bound breaks; null where all of them hold. */
export const firstBroken = ({ gate, collected }: Change): Verdict | null => {
  for (const { cell, bounds } of BOUNDED_CELLS) {
    const broken = holdAgainst({ cell: { ...cell, ...collected }, bounds }, gate).find(({ holds }) => !holds)
    if (broken !== undefined) return broken
  }
  return null
}
