import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  binomialAtLeast,
  binomialAtMost,
  fSf,
  normalCdf,
  normalQuantile,
  tCdf,
  tQuantile,
  tTwoSidedP,
} from '../../../src/statistics/distributions.js'
import { logGamma, regularisedBeta } from '../../../src/statistics/incomplete-beta.js'

const near = (actual: number, expected: number, relative = 1e-9): void => {
  expect(Math.abs(actual / expected - 1)).toBeLessThan(relative)
}

describe('distributions', () => {
  it('the log of the gamma function is that of the factorial', () => {
    near(logGamma(0.5), 0.5 * Math.log(Math.PI), 1e-14)
    near(logGamma(11), Math.log(3_628_800), 1e-14)
    expect(logGamma(1)).toBeCloseTo(0, 14)
    expect(logGamma(2)).toBeCloseTo(0, 14)
  })

  it('t with one degree of freedom is the Cauchy distribution, with two it has a closed form', () => {
    for (const t of [-1e6, -3, -0.2, 0, 0.7, 5]) {
      near(tCdf(t, 1), t < 0 ? Math.atan(-1 / t) / Math.PI : 0.5 + Math.atan(t) / Math.PI, 1e-10)
      near(tTwoSidedP(t, 2), t === 0 ? 1 : 2 / (2 + t * t + Math.abs(t) * Math.sqrt(2 + t * t)), 1e-10)
    }
  })

  it('tails keep their relative accuracy', () => {
    near(normalCdf(-10), 7.61985302416047e-24)
    near(tCdf(-30, 200), 2.8620806044139265e-76)
    near(fSf(300, 4, 396), 2.083800846561189e-118)
    near(binomialAtLeast(50, 50, 0.1), 1e-50)
    near(normalQuantile(1e-18), -8.757290348782316)
  })

  it('the normal tail is one curve where its two formulas meet', () => {
    near(normalCdf(-3 + 1e-12) / normalCdf(-3), 1, 1e-10)
  })

  it('edges are exact', () => {
    expect(tTwoSidedP(0, 7)).toBe(1)
    expect(tTwoSidedP(Number.POSITIVE_INFINITY, 7)).toBe(0)
    expect(fSf(0, 2, 3)).toBe(1)
    expect(fSf(Number.POSITIVE_INFINITY, 2, 3)).toBe(0)
    expect(normalCdf(0)).toBe(0.5)
    expect([0, 0.5, 1].map(normalQuantile)).toEqual([Number.NEGATIVE_INFINITY, 0, Number.POSITIVE_INFINITY])
    expect(normalQuantile(1.1)).toBeNaN()
    expect([binomialAtMost(-1, 4, 0.5), binomialAtMost(4, 4, 0.5)]).toEqual([0, 1])
    expect([binomialAtLeast(0, 4, 0.5), binomialAtLeast(5, 4, 0.5)]).toEqual([1, 0])
    expect([regularisedBeta(0, 2, 3), regularisedBeta(1, 2, 3)]).toEqual([0, 1])
  })

  it('F with one numerator degree of freedom is the square of t', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 20, noNaN: true }), fc.integer({ min: 1, max: 500 }), (t, df) => {
        near(fSf(t * t, 1, df), tTwoSidedP(t, df))
      }),
      { seed: 1 },
    )
  })

  it('a binomial tail is the sum of its terms', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }).chain((n) => fc.tuple(fc.constant(n), fc.integer({ min: 0, max: n }))),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        ([n, k], p) => {
          let term = (1 - p) ** n
          let sum = term
          for (let x = 1; x <= k; x++) sum += term *= ((n - x + 1) / x) * (p / (1 - p))
          near(binomialAtMost(k, n, p), sum)
          expect(binomialAtMost(k, n, p) + binomialAtLeast(k + 1, n, p)).toBeCloseTo(1, 10)
        },
      ),
      { seed: 2 },
    )
  })

  it('a quantile is where the distribution reaches its p', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 0.5, noNaN: true }), fc.integer({ min: 1, max: 1000 }), (p, df) => {
        near(normalCdf(normalQuantile(p)), p)
        near(tCdf(tQuantile(p, df), df), p)
        expect(tQuantile(1 - p, df)).toBeCloseTo(-tQuantile(p, df), 4)
      }),
      { seed: 3, numRuns: 50 },
    )
  })
})
