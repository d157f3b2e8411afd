import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tQuantile } from '../../../src/statistics/distributions.js'
import { driftGuard, runVariance } from '../../../src/statistics/drift-guard.js'
import { type FamilyCheck, judgeFamily } from '../../../src/statistics/gate.js'
import { holm } from '../../../src/statistics/holm.js'
import { relabelling } from '../../../src/statistics/relabelling.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'
import { silent, simulate } from './claims.js'

const check = (metric: string, name: string, samples: readonly ScorePair[], margin = 0.1): FamilyCheck => ({
  metric,
  check: name,
  samples,
  margin,
})

/** Moves every unmodified run of a metric by a shift of its own. */
const drifting = (samples: readonly ScorePair[], shifts: readonly number[]): ScorePair[] =>
  samples.map(({ baseline, ablated }) => ({
    baseline: baseline.map((score, run) => (score as number) + (shifts[run] as number)),
    ablated,
  }))

const SHIFTS = [0, 0.1, -0.1, 0.05, -0.05]

describe('Holm', () => {
  it('adjusts each p for those not yet passed, in the order given', () => {
    const adjusted = holm([0.04, 0.01, 0.03])
    expect(adjusted[0]).toBeCloseTo(0.06, 12)
    expect(adjusted[1]).toBeCloseTo(0.03, 12)
    expect(adjusted[2]).toBeCloseTo(0.06, 12)
    expect(holm([])).toEqual([])
  })
  it('never goes below the raw p or above 1, and keeps their order', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 15 }), (pValues) => {
        const adjusted = holm(pValues)
        pValues.forEach((p, i) => {
          expect(adjusted[i]).toBeGreaterThanOrEqual(p)
          expect(adjusted[i]).toBeLessThanOrEqual(1)
          pValues.forEach((other, j) => {
            if (p < other) expect(adjusted[i]).toBeLessThanOrEqual(adjusted[j] as number)
          })
        })
        expect(Math.min(...adjusted)).toBeCloseTo(Math.min(1, pValues.length * Math.min(...pValues)), 12)
      }),
      { seed: 9 },
    )
  })
})

describe('the drift guard', () => {
  it('leaves out a metric with fewer than two runs or samples, or no variance', () => {
    expect(runVariance([[0.5], [0.75]])).toBeNull()
    expect(runVariance([[0.5, 0.6]])).toBeNull()
    expect(runVariance(silent(5).map(({ baseline }) => baseline))).toBeNull()
    expect(driftGuard([])).toEqual({ varianceRatio: null, df1: 0, df2: 0, p: 1, fires: false, inflation: 1 })
  })
  it('uses the samples scored in every repeat', () => {
    const rows = [
      [0.5, 0.7],
      [0.2, 0.3],
    ]
    expect(runVariance([...rows, [null, 1], [1]])).toEqual(runVariance(rows))
  })
  it('fires below its own significance level, 0.05 by default', () => {
    const runs = simulate(1, { n: 40, leak: 0.6 }).map(({ baseline }) => baseline)
    expect(driftGuard([runs]).p).toBeCloseTo(0.0593, 4)
    expect(driftGuard([runs]).fires).toBe(false)
    expect(driftGuard([runs], 0.06).fires).toBe(true)
  })
  it('takes rounding for no variance', () => {
    expect(runVariance([0, 1, 2].map((row) => [0.3, row ? 0.3 : 0.1 + 0.2, 0.3]))).toBeNull()
  })
  it('inflates without bound where runs differ and nothing else does', () => {
    const guard = driftGuard([
      [
        [0.5, 0.75],
        [0.25, 0.5],
        [0, 0.25],
      ],
    ])
    expect(guard).toMatchObject({ varianceRatio: Number.POSITIVE_INFINITY, p: 0, fires: true })
    expect(guard.inflation).toBe(Number.POSITIVE_INFINITY)
  })
  it('averages the ratios of metrics without weights and adds their degrees of freedom', () => {
    const [one, other] = [1, 2].map((seed) => simulate(seed, { n: 8 + seed }).map(({ baseline }) => baseline))
    const guard = driftGuard([one!, other!])
    expect(guard.varianceRatio).toBeCloseTo((runVariance(one!)!.ratio + runVariance(other!)!.ratio) / 2, 12)
    expect(guard).toMatchObject({ df1: 8, df2: 4 * 8 + 4 * 9 })
  })
})

describe('a family of checks', () => {
  it('adjusts over all its checks: one p of 0.05/m decides, one above does not', () => {
    const flip = check('A', 'question', silent(30, 1))
    const rest = ['contexts', 'ground_truth'].map((name) => check('B', name, silent(30)))
    const alone = judgeFamily([flip], { interleaved: true }).checks[0]
    const together = judgeFamily([flip, ...rest], { interleaved: true }).checks[0]
    expect(alone).toMatchObject({ metric: 'A', check: 'question', outcome: 'leak' })
    expect(together?.outcome).not.toBe('leak')
    expect(together?.pHolm).toBeCloseTo(3 / 56, 12)
  })
  it('keeps a check without scores in the family', () => {
    const empty = check('B', 'contexts', [{ baseline: [null], ablated: [null] }])
    const { checks } = judgeFamily([check('A', 'question', silent(30, 1)), empty], { interleaved: true })
    expect(checks[0]?.pHolm).toBeCloseTo(2 / 56, 12)
    expect(checks[1]).toMatchObject({ outcome: 'inconclusive', reason: 'no-scores', pHolm: null })
  })
  it('uses each metric once in the drift guard, whatever the number of its checks', () => {
    const samples = simulate(3, { n: 20 })
    const once = judgeFamily([check('A', 'question', samples)], { interleaved: true })
    const twice = judgeFamily([check('A', 'question', samples), check('A', 'contexts', samples)], { interleaved: true })
    expect(twice.guard).toEqual(once.guard)
    expect(once.guard.df1).toBe(4)
  })
  it('says a size needed for its own number of checks', () => {
    const samples = simulate(3, { n: 20 })
    const two = judgeFamily([check('A', 'a', samples, 0.02), check('A', 'b', samples, 0.02)], { interleaved: true })
    const one = judgeFamily([check('A', 'a', samples, 0.02)], { interleaved: true })
    expect(two.checks[0]!.figures!.nNeeded!.leak80).toBeGreaterThan(one.checks[0]!.figures!.nNeeded!.leak80)
  })
  it('inflates p and interval when the guard fires, and lets p decide alone', () => {
    const samples = drifting(simulate(4, { n: 40 }), SHIFTS)
    const { guard, inflation, checks } = judgeFamily([check('A', 'question', samples)], { interleaved: true })
    const figures = checks[0]!.figures!
    expect(guard.fires).toBe(true)
    expect(inflation).toBeCloseTo(Math.sqrt(guard.varianceRatio!), 12)
    expect(figures.p).toBeGreaterThan(relabelling(samples).p)
    expect(figures.halfWidth).toBeCloseTo(tQuantile(0.95, 4) * figures.seD! * inflation, 9)
    expect(figures).toMatchObject({ noiseBandOfDifference: null, withinNoiseBand: null })
  })
  it('never lowers p by inflating', () => {
    // One flip at R5 Q1 has p = 1/6, while t with 4 degrees of freedom says 0.09.
    const family = [check('A', 'question', silent(30, 1, 5, 1)), check('B', 'question', simulate(2, { n: 40 }))]
    const { inflation, checks } = judgeFamily(family, { interleaved: false })
    expect(inflation).toBeLessThan(1.2)
    expect(checks[0]!.figures!.p).toBeCloseTo(1 / 6, 12)
  })
  it('proves nothing under a drift without bound', () => {
    const samples = drifting(silent(100), SHIFTS)
    const { checks } = judgeFamily([check('A', 'question', samples, 0.4)], { interleaved: true })
    expect(checks[0]).toMatchObject({ outcome: 'inconclusive', reason: 'margin-not-ruled-out' })
    expect(checks[0]!.figures!.p).toBe(1)
  })
  it('gives p = 1 to no shift and keeps 1 where nothing varies', () => {
    const noisy = check('A', 'question', drifting(simulate(4, { n: 40 }), SHIFTS))
    const { checks } = judgeFamily([noisy, check('B', 'question', silent(40))], { interleaved: true })
    expect(checks[1]!.figures!.p).toBe(1)
    expect(checks[1]!.outcome).toBe('invariant')
  })
  it('that was not interleaved inflates, whether or not the guard fires, and never calls a leak', () => {
    const samples = simulate(4, { n: 40, leak: 0.6 })
    const apart = judgeFamily([check('A', 'question', samples)], { interleaved: false })
    const together = judgeFamily([check('A', 'question', samples)], { interleaved: true })
    expect(together.guard.fires).toBe(false)
    expect(together).toMatchObject({ inflation: 1, checks: [{ outcome: 'leak' }] })
    expect(apart).toMatchObject({ checks: [{ outcome: 'inconclusive', reason: 'leak-or-judge-drift' }] })
    expect(apart.inflation).toBe(together.guard.inflation)
    expect(apart.checks[0]!.figures!.p).toBeGreaterThan(together.checks[0]!.figures!.p)
  })
  it('that was not interleaved and has one run finds no guard, and still calls no leak', () => {
    const { guard, inflation, checks } = judgeFamily([check('A', 'question', silent(12, 12, 1, 1))], {
      interleaved: false,
    })
    expect(guard.varianceRatio).toBeNull()
    expect(inflation).toBe(1)
    expect(checks[0]?.reason).toBe('leak-or-judge-drift')
  })
  it('gives each check random draws of its own, by seed, check and metric', () => {
    const samples = simulate(7, { n: 8 }).map(({ baseline, ablated }, index) => ({
      baseline: baseline.map((score) => (score as number) * Math.SQRT1_2 + Math.sqrt(index) / 100),
      ablated: ablated.map((score) => (score as number) ** 1.1),
    }))
    const family = ['a', 'b'].map((name) => check('A', name, samples))
    const first = judgeFamily(family, { interleaved: true, seed: 1 })
    expect(first.checks[0]!.figures!.method).toBe('monte-carlo')
    expect(judgeFamily(family, { interleaved: true, seed: 1 })).toEqual(first)
    expect(first.checks[0]!.figures!.noiseBandOfDifference).not.toBe(first.checks[1]!.figures!.noiseBandOfDifference)
  })
  it('of ten clean checks calls a leak in about 5 % of runs at most, and finds one of 0.16 nearly always', () => {
    const family = (seed: number, leak: number): FamilyCheck[] =>
      Array.from({ length: 10 }, (_, index) =>
        check(`m${index}`, 'question', simulate(seed * 10 + index, { n: 12, leak: index === 0 ? leak : 0 })),
      )
    const runs = 100
    const judged = (leak: number) =>
      Array.from({ length: runs }, (_, run) => judgeFamily(family(run, leak), { interleaved: true }).checks)
    const alarms = judged(0).filter((checks) => checks.some(({ outcome }) => outcome === 'leak')).length
    expect(alarms / runs).toBeLessThanOrEqual(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs))
    // Crediting 55 % of the unsupported claims lifts the mean score by about 0.16.
    const found = judged(0.55).filter((checks) => checks[0]?.outcome === 'leak').length
    expect(found / runs).toBeGreaterThanOrEqual(0.9)
  })
})
