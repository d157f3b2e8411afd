import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom, shuffled } from '../../../src/random.js'
import { commonDenominator } from '../../../src/statistics/common-denominator.js'
import { exactNull, planExact } from '../../../src/statistics/exact-relabelling.js'
import { mean } from '../../../src/statistics/moments.js'
import { DRAWS, monteCarloNull } from '../../../src/statistics/monte-carlo-relabelling.js'
import { pValue, smallestRareShift } from '../../../src/statistics/null-distribution.js'
import { pool, splits } from '../../../src/statistics/pooled-sample.js'
import { noiseBandOfDifference, relabelling } from '../../../src/statistics/relabelling.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'
import { claimSamples, silent, simulate } from './claims.js'

/** Every Δ under every relabelling of every sample, by brute force over subsets as bit masks. */
const bruteForce = (samples: readonly ScorePair[]): number[] => {
  let sums = [0]
  for (const { baseline, ablated } of samples) {
    const values = [...baseline, ...ablated] as number[]
    const shifts: number[] = []
    for (let mask = 0; mask < 2 ** values.length; mask++) {
      const chosen = values.filter((_, at) => (mask >> at) & 1)
      if (chosen.length !== ablated.length) continue
      shifts.push(mean(chosen) - mean(values.filter((_, at) => !((mask >> at) & 1))))
    }
    sums = sums.flatMap((sum) => shifts.map((shift) => sum + shift))
  }
  return sums.map((sum) => sum / samples.length)
}

const continuous = (n: number, seed: number, r = 5, q = 3): ScorePair[] => {
  const random = seededRandom(seed)
  return Array.from({ length: n }, () => ({
    baseline: Array.from({ length: r }, random),
    ablated: Array.from({ length: q }, random),
  }))
}

describe('the relabelling test', () => {
  it('gives (1/6)^f at R5 Q1 and (1/56)^f at R5 Q3 for f samples that all move one way without noise', () => {
    for (const f of [1, 2, 3, 6]) {
      expect(relabelling(silent(12, f, 5, 1)).p * 6 ** f).toBeCloseTo(1, 9)
      expect(relabelling(silent(12, f, 5, 3)).p * 56 ** f).toBeCloseTo(1, 9)
    }
  })
  it('doubles at R = Q, where the mirrored split is as extreme', () => {
    expect(relabelling(silent(12, 2, 3, 3)).p * 20 ** 2).toBeCloseTo(2, 9)
  })
  it('is one-sided on request', () => {
    const samples = silent(12, 2, 3, 3)
    expect(relabelling(samples, { alternative: 'down' }).p * 400).toBeCloseTo(1, 9)
    expect(relabelling(samples, { alternative: 'up' }).p).toBeCloseTo(1, 12)
  })
  it('drops samples whose values are all equal, and missing values one by one', () => {
    const samples: ScorePair[] = [
      { baseline: [0.5, null, Number.NaN, undefined], ablated: [1] },
      { baseline: [0.25, 0.25], ablated: [0.25] },
      { baseline: [null], ablated: [1] },
    ]
    expect(relabelling(samples)).toEqual({ p: 1, method: 'exact', active: 1, noiseBand: null })
  })
  it('of no samples, or of equal values only, is 1', () => {
    expect(relabelling([]).p).toBe(1)
    expect(relabelling(silent(20)).p).toBe(1)
    expect(relabelling(silent(20)).active).toBe(0)
  })
  it('never gives 0, even where the probability of the observed labelling underflows', () => {
    expect(relabelling(silent(400, 400)).p).toBeGreaterThan(0)
  })

  it('equals the share of all relabellings that are as extreme', () => {
    const small = claimSamples({ most: 3, repeats: 3 })
    fc.assert(
      fc.property(small, (samples) => {
        const deltas = bruteForce(samples)
        const { observed } = pool(samples)
        const share = (extreme: (delta: number) => boolean): number => deltas.filter(extreme).length / deltas.length
        expect(relabelling(samples).p).toBeCloseTo(
          share((delta) => Math.abs(delta) >= Math.abs(observed) - 1e-9),
          12,
        )
        const up = relabelling(samples, { alternative: 'up' }).p
        expect(up).toBeCloseTo(
          share((delta) => delta >= observed - 1e-9),
          12,
        )
        const down = relabelling(samples, { alternative: 'down' }).p
        expect(down).toBeCloseTo(
          share((delta) => delta <= observed + 1e-9),
          12,
        )
      }),
      { seed: 4, numRuns: 60 },
    )
  })

  it('agrees between its two branches within p ± (4√(p(1−p)/B) + 1/B)', () => {
    fc.assert(
      fc.property(claimSamples(), fc.nat(), (samples, seed) => {
        const pooled = pool(samples)
        const plan = planExact(pooled)
        expect(plan).not.toBeNull()
        const exact = pValue(exactNull(plan!), pooled.observed, 'two-sided')
        const drawn = pValue(monteCarloNull(pooled, seed), pooled.observed, 'two-sided')
        expect(Math.abs(exact - drawn)).toBeLessThanOrEqual(4 * Math.sqrt((exact * (1 - exact)) / DRAWS) + 1 / DRAWS)
      }),
      { seed: 5, numRuns: 60 },
    )
  })

  it('does not see a constant added to every score', () => {
    fc.assert(
      fc.property(claimSamples(), fc.double({ min: -5, max: 5, noNaN: true }), (samples, constant) => {
        const moved = samples.map(({ baseline, ablated }) => ({
          baseline: baseline.map((score) => (score as number) + constant),
          ablated: ablated.map((score) => (score as number) + constant),
        }))
        const [before, after] = [relabelling(samples), relabelling(moved)]
        expect(after.p).toBeCloseTo(before.p, 10)
        expect(after.method).toBe(before.method)
        expect(after.active).toBe(before.active)
      }),
      { seed: 6, numRuns: 60 },
    )
  })

  it('does not see the order of samples or of repeats, in either branch', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          claimSamples(),
          fc.nat().map((seed) => continuous(8, seed)),
        ),
        fc.nat(),
        (samples, seed) => {
          const mixed = shuffled(samples, seed).map(({ baseline, ablated }, index) => ({
            baseline: shuffled(baseline, seed + index),
            ablated: shuffled(ablated, seed - index),
          }))
          const [before, after] = [relabelling(samples, { seed: 3 }), relabelling(mixed, { seed: 3 })]
          expect(after.p).toBeCloseTo(before.p, 12)
          expect(after.noiseBand ?? -1).toBeCloseTo(before.noiseBand ?? -1, 9)
        },
      ),
      { seed: 7, numRuns: 40 },
    )
  })

  it('has p-values that are not anti-conservative when nothing moves', () => {
    for (const n of [5, 12]) {
      const runs = 400
      const pValues = Array.from({ length: runs }, (_, run) => relabelling(simulate(run * 31 + n, { n })).p)
      for (const level of [0.01, 0.05, 0.2]) {
        const share = pValues.filter((p) => p <= level).length / runs
        expect(share).toBeLessThanOrEqual(level + 3 * Math.sqrt((level * (1 - level)) / runs))
      }
      expect(mean(pValues)).toBeLessThan(0.7)
    }
  })
})

describe('the choice of branch', () => {
  it('is exact for claim ratios, and Monte Carlo with its number of draws for scores without a common denominator', () => {
    expect(relabelling(simulate(1, { n: 50 })).method).toBe('exact')
    expect(relabelling(continuous(10, 1))).toMatchObject({ method: 'monte-carlo', draws: 9999 })
  })
  it('follows from sizes counted before starting: at most 1,000,000 cells and 1e8 multiply-adds', () => {
    const wide = (n: number): ScorePair[] =>
      Array.from({ length: n }, (_, index) => ({ baseline: [0, 1 / 9973, 1], ablated: [(index + 1) / 9973] }))
    const fitting = planExact(pool(wide(20)))
    expect(fitting?.cells).toBeLessThanOrEqual(1e6)
    expect(exactNull(fitting!).deltas).toHaveLength(fitting!.cells)
    expect(planExact(pool(wide(1000)))).toBeNull()
    const large = planExact(pool(simulate(2, { n: 400 })))
    expect(large?.multiplyAdds).toBeLessThanOrEqual(1e8)
    expect(planExact(pool(simulate(2, { n: 4000 })))).toBeNull()
  })
  it('counts the multiply-adds that the convolution does', () => {
    // Two samples of R1 Q1: two places each. The first meets one cell, the second the two or more reached by then.
    const samples: ScorePair[] = [
      { baseline: [0], ablated: [1] },
      { baseline: [0], ablated: [1] },
    ]
    expect(planExact(pool(samples))).toMatchObject({ cells: 3, multiplyAdds: 2 + 4 })
  })
  it('can use a common denominator that the claim counts tell, beyond those it would search', () => {
    const samples = [7, 11, 13, 16, 9].map((claims) => ({ baseline: [1 / claims, 0], ablated: [2 / claims] }))
    expect(relabelling(samples).method).toBe('monte-carlo')
    const exact = relabelling(samples, { denominator: 7 * 11 * 13 * 16 * 9 })
    expect(exact.method).toBe('exact')
    expect(exact.p).toBeCloseTo(2 * 3 ** -5, 12)
  })
  it('takes the smallest denominator that fits, and ignores a known one that does not', () => {
    expect(commonDenominator([0.333333333333, 0.5])).toBe(6)
    expect(commonDenominator([])).toBe(1)
    expect(commonDenominator([0.25], 60)).toBe(60)
    expect(commonDenominator([0.25], 3)).toBe(4)
    expect(commonDenominator([Math.PI / 4])).toBeNull()
  })
  it('draws splits one by one where a sample has too many to list', () => {
    expect(splits(40, 20)).toBeGreaterThan(1e11)
    const samples = continuous(6, 9, 20, 20)
    const shifted = samples.map(({ baseline, ablated }) => ({
      baseline,
      ablated: ablated.map((score) => (score as number) + 0.5),
    }))
    expect(relabelling(samples).p).toBeGreaterThan(0.01)
    expect(relabelling(shifted).p).toBe(1 / 10_000)
  })
  it('agrees with the exact branch where splits are drawn one by one', () => {
    const random = seededRandom(12)
    const score = (): number => Math.floor(random() * 5) / 4
    const samples = Array.from({ length: 6 }, () => ({
      baseline: Array.from({ length: 12 }, () => score() / 1.25),
      ablated: Array.from({ length: 6 }, score),
    }))
    const pooled = pool(samples)
    expect(splits(18, 6)).toBe(18_564)
    const drawn = monteCarloNull(pooled, 1)
    const exact = exactNull(planExact(pooled)!)
    for (const shift of [0.02, 0.05, 0.1, 0.15]) {
      const p = pValue(exact, shift, 'up')
      expect(Math.abs(pValue(drawn, shift, 'up') - p)).toBeLessThanOrEqual(
        4 * Math.sqrt((p * (1 - p)) / DRAWS) + 1 / DRAWS,
      )
    }
  })
  it('of Monte Carlo depends on the seed alone', () => {
    const samples = continuous(10, 4)
    expect(relabelling(samples, { seed: 1 })).toEqual(relabelling(samples, { seed: 1 }))
    expect(relabelling(samples, { seed: 1 }).p).not.toBe(relabelling(samples, { seed: 2 }).p)
  })
})

describe('the noise band of a difference', () => {
  it('is none where no attainable shift is rare enough', () => {
    expect(noiseBandOfDifference(silent(12))).toBeNull()
    expect(noiseBandOfDifference(silent(12, 1, 5, 1))).toBeNull()
  })
  it('is the smallest attainable shift with P(|Δ| ≥ c) ≤ 0.05', () => {
    // Two samples of R5 Q1 without noise: both at −0.25 has probability 1/36, one of them 11/36.
    expect(noiseBandOfDifference(silent(12, 2, 5, 1))).toBeCloseTo(0.5 / 12, 12)
    const distribution = { deltas: [-3, -2, 0, 2, 3], weights: [0.02, 0.02, 0.92, 0.02, 0.02] }
    const asArrays = {
      deltas: Float64Array.from(distribution.deltas),
      weights: Float64Array.from(distribution.weights),
    }
    expect(smallestRareShift({ ...asArrays, added: 0, total: 1 }, 0.05)).toBe(3)
    expect(smallestRareShift({ ...asArrays, added: 0, total: 1 }, 0.08)).toBe(2)
  })
  it('holds a shift inside exactly when its p is above 0.05', () => {
    fc.assert(
      fc.property(claimSamples({ most: 8 }), (samples) => {
        const { p, noiseBand } = relabelling(samples)
        const { observed } = pool(samples)
        const inside = noiseBand === null || Math.abs(observed) < noiseBand - 1e-9
        expect(inside).toBe(p > 0.05 + 1e-12)
      }),
      { seed: 8, numRuns: 150 },
    )
  })
})
