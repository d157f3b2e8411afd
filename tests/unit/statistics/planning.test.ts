import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialAtLeast } from '../../../src/statistics/distributions.js'
import { halfWidth } from '../../../src/statistics/equivalence.js'
import { measure } from '../../../src/statistics/figures.js'
import {
  type CheckDesign,
  flipProbability,
  forecast,
  powerFor,
  remediesFor,
  varianceOfFlips,
  varianceWithin,
} from '../../../src/statistics/planning.js'
import { canPassByScore, samplesNeeded } from '../../../src/statistics/sizes.js'
import { silent, simulate } from './claims.js'

const design = (changes: Partial<CheckDesign> = {}): CheckDesign => ({
  n: 50,
  repeats: 5,
  ablatedRepeats: 3,
  checks: 10,
  margin: 0.1,
  sigmaW2: varianceOfFlips(0.1),
  ...changes,
})

describe('the noise of a judge', () => {
  it('of 10 % verdict flips is a flip probability of 0.0528 and a variance of about 0.0119 within a sample', () => {
    expect(flipProbability(0.1)).toBeCloseTo(0.0528, 4)
    expect(2 * flipProbability(0.1) * (1 - flipProbability(0.1))).toBeCloseTo(0.1, 12)
    expect(varianceOfFlips(0.1)).toBeCloseTo(0.0119, 4)
    expect(varianceOfFlips(0)).toBe(0)
  })
  it('is what simulated judgements of 3 to 6 claims show', () => {
    const rows = simulate(11, { n: 3000 }).map(({ baseline }) => baseline)
    expect(varianceWithin(rows)).toBeCloseTo(varianceOfFlips(0.1), 3)
  })
  it('is measured on samples with two scores or more; without one it is not known', () => {
    expect(varianceWithin([[0.5, 0.7, null], [0.1], [null, null]])).toBeCloseTo(0.02, 12)
    expect(varianceWithin([[0.1], []])).toBeNull()
    expect(varianceWithin([[0.4, 0.4]])).toBe(0)
  })
})

describe('a forecast', () => {
  it('says the standard error, the half-width and the floor of the formulas', () => {
    const { se, halfWidth: h, floor, rulesOut } = forecast(design({ n: 50, margin: 0.05 }))
    expect(se).toBeCloseTo(Math.sqrt((varianceOfFlips(0.1) * (1 / 5 + 1 / 3)) / 50), 12)
    expect(h).toBeCloseTo(0.0291, 4)
    expect(h).toBe(floor)
    expect(rulesOut).toBeCloseTo(h + 1.645 * se, 4)
    const noisy = forecast(design({ n: 50, sigmaW2: varianceOfFlips(0.4) }))
    expect(noisy.halfWidth).toBeCloseTo(halfWidth({ n: 50, sdD: noisy.se * Math.sqrt(50) }), 12)
    expect(noisy.halfWidth).toBeGreaterThan(noisy.floor)
  })
  it('of 12 samples at a margin of 0.02 knows that a pass is impossible: 74 samples at least, about 173 at this noise', () => {
    const { pass, passChance, needed, repeatsNeeded } = forecast(design({ n: 12, margin: 0.02 }))
    expect(pass).toBe('impossible')
    expect(passChance).toBe(0)
    expect(needed).toMatchObject({ floor: 74, invariant: 173 })
    expect(repeatsNeeded).toBeNull()
  })
  it('tells too few samples from too much noise', () => {
    expect(forecast(design({ n: 80, margin: 0.02, sigmaW2: varianceOfFlips(0.3) })).pass).toBe('not-at-this-noise')
    expect(forecast(design({ n: 4, margin: 0.5 })).pass).toBe('impossible')
    expect(forecast(design({ n: 14, sigmaW2: 0 })).pass).toBe('possible')
    expect(forecast(design({ n: 13, sigmaW2: 0 })).pass).toBe('impossible')
  })
  it('asks for no fewer samples than the sizes do, and for more where the floor leaves no room for noise', () => {
    const sd = Math.sqrt(0.0003 * (1 / 5 + 1 / 3))
    expect(samplesNeeded(sd, 0.02).invariant).toBe(74)
    const { invariant } = forecast(design({ margin: 0.02, sigmaW2: 0.0003 })).needed
    expect(invariant).toBeGreaterThan(74)
    expect(forecast(design({ n: invariant, margin: 0.02, sigmaW2: 0.0003 })).passChance).toBeGreaterThanOrEqual(0.9)
    expect(forecast(design({ n: invariant - 1, margin: 0.02, sigmaW2: 0.0003 })).passChance).toBeLessThan(0.9)
  })
  it('finds no leak where relabelling has too few ways to split so few samples', () => {
    const single = { repeats: 1, ablatedRepeats: 1 }
    expect(forecast(design({ n: 8, ...single })).leak80).toBeNull()
    expect(forecast(design({ n: 9, ...single })).leak80).not.toBeNull()
    expect(forecast(design({ n: 1 })).leak80).toBeNull()
  })
  it('refuses a noise that is none, such as that of a judge worse than a coin', () => {
    for (const sigmaW2 of [varianceOfFlips(0.7), -0.01, Number.POSITIVE_INFINITY])
      expect(() => forecast(design({ sigmaW2 }))).toThrow(/at least 0, got/u)
  })
  it('advises no more than 30 repeats', () => {
    const many = design({ n: 34, ablatedRepeats: 20, margin: 0.05, sigmaW2: 0.01 })
    expect(forecast({ ...many, repeats: 60 }).passChance).toBeGreaterThan(0.9)
    expect(remediesFor(many).repeats).toBeNull()
  })
  it('takes a known spread of the differences instead of the assumed one', () => {
    const even = forecast(design({ spread: 0 }))
    const uneven = forecast(design({ spread: 0.3 }))
    expect(even.leak80).toBeLessThan(forecast(design()).leak80!)
    expect(uneven.leak80).toBeGreaterThan(forecast(design()).leak80!)
  })
})

/** The power table of the simulations, in percent: n, shift, lowest and highest figure. */
const TABLE: [number, number, number, number][] = [
  [12, 0.02, 6, 6],
  [12, 0.03, 10, 10],
  [12, 0.1, 67, 76],
  [12, 0.16, 92, 99],
  [50, 0.02, 19, 19],
  [50, 0.03, 38, 44],
  [50, 0.1, 100, 100],
  [100, 0.02, 39, 39],
  [100, 0.03, 68, 68],
  [400, 0.02, 94, 94],
  [400, 0.03, 100, 100],
]

describe('power', () => {
  it.each(TABLE)('with %i samples and a leak of %f is about %i–%i %%', (n, leak, low, high) => {
    const power = 100 * powerFor(leak, design({ n }))
    expect(power).toBeGreaterThan(low - 7)
    expect(power).toBeLessThan(high + 7)
  })
})

describe('power of a silent judge', () => {
  it.each([
    [8, 0.08],
    [12, 0.05],
    [20, 0.04],
    [50, 0.02],
  ])('with %i samples and a leak of %f is about the chance that two samples change', (n, leak) => {
    const changes = [3, 4, 5, 6].reduce((sum, claims) => sum + (1 - (1 - leak) ** claims) / 4, 0)
    // At five repeats against three, one changed sample has p = 1/56, two 1/3136, which is below 0.05/10.
    const expected = binomialAtLeast(2, n, changes)
    expect(Math.abs(powerFor(leak, design({ n, sigmaW2: 0 })) - expected)).toBeLessThan(0.12)
  })
})

describe('against a simulated judge with 10 % verdict flips and 50 samples', () => {
  const runs = 200
  const measured = (leak: number) =>
    Array.from({ length: runs }, (_, run) => measure(simulate(1000 + run, { n: 50, leak }), { margin: 0.05 })!)
  const share = (leak: number, does: (figures: ReturnType<typeof measured>[number]) => boolean) =>
    measured(leak).filter(does).length / runs

  it('half-width and chance of a pass are those of clean checks', () => {
    const clean = measured(0)
    const expected = forecast(design({ margin: 0.05 }))
    const mean = clean.reduce((sum, figures) => sum + figures.halfWidth, 0) / runs
    expect(mean).toBeCloseTo(expected.halfWidth, 3)
    expect(share(0, ({ rulesOut }) => rulesOut < 0.05)).toBeCloseTo(expected.passChance, 1)
    expect(share(0, ({ rulesOut }) => rulesOut <= expected.rulesOut)).toBeCloseTo(0.9, 1)
  })
  it('a leak of the size it names is found in about 80 % of runs or a little more', () => {
    const leak80 = forecast(design()).leak80!
    // A credited claim counts where it was unsupported: 0.75·f + 0.25·(1 − f) of all.
    const flip = flipProbability(0.1)
    const credit = leak80 / (0.75 * flip + 0.25 * (1 - flip))
    const shift = -measured(credit).reduce((sum, { deltaHat }) => sum + deltaHat, 0) / runs
    expect(shift).toBeCloseTo(leak80, 2)
    const found = share(credit, ({ p }) => p <= 0.05 / 10)
    expect(found).toBeGreaterThan(0.74)
    expect(found).toBeLessThan(0.95)
  })
  it('a silent judge passes exactly from the floor on', () => {
    for (const n of [28, 29])
      expect(measure(silent(n), { margin: 0.05 })!.rulesOut < 0.05).toBe(
        forecast(design({ n, margin: 0.05, sigmaW2: 0 })).passChance === 1,
      )
  })
})

const designs = fc.record({
  n: fc.integer({ min: 5, max: 600 }),
  repeats: fc.integer({ min: 1, max: 8 }),
  ablatedRepeats: fc.integer({ min: 1, max: 5 }),
  checks: fc.integer({ min: 1, max: 20 }),
  margin: fc.double({ min: 0.01, max: 1, noNaN: true }),
  sigmaW2: fc.double({ min: 0, max: 0.2, noNaN: true }),
})

describe('for any design', () => {
  it('more samples, less noise or fewer checks never make it worse', () => {
    fc.assert(
      fc.property(designs, fc.integer({ min: 1, max: 200 }), (given, more) => {
        const before = forecast(given)
        const larger = forecast({ ...given, n: given.n + more })
        const quieter = forecast({ ...given, sigmaW2: given.sigmaW2 / 2 })
        const fewer = forecast({ ...given, checks: 1 })
        for (const after of [larger, quieter]) {
          expect(after.halfWidth).toBeLessThanOrEqual(before.halfWidth)
          expect(after.rulesOut).toBeLessThanOrEqual(before.rulesOut)
          expect(after.passChance).toBeGreaterThanOrEqual(before.passChance - 1e-12)
        }
        for (const after of [larger, quieter, fewer])
          expect(after.leak80 ?? 2).toBeLessThanOrEqual((before.leak80 ?? 2) + 1e-9)
        expect(quieter.needed.invariant).toBeLessThanOrEqual(before.needed.invariant)
      }),
      { seed: 5, numRuns: 100 },
    )
  })
  it('power rises with the leak, within 0 and 1', () => {
    fc.assert(
      fc.property(designs, fc.double({ min: 0.01, max: 0.45, noNaN: true }), (given, leak) => {
        const [small, large] = [powerFor(leak, given), powerFor(leak * 1.2, given)]
        expect(small).toBeGreaterThanOrEqual(0)
        expect(large).toBeLessThanOrEqual(1)
        expect(large).toBeGreaterThanOrEqual(small - 1e-9)
      }),
      { seed: 6 },
    )
  })
  it('a pass is impossible exactly where the sizes say so, and then has no chance', () => {
    fc.assert(
      fc.property(designs, (given) => {
        const { pass, passChance, rulesOut } = forecast(given)
        expect(pass === 'impossible').toBe(!canPassByScore(given.n, given.margin))
        if (pass !== 'possible') expect(passChance).toBe(0)
        if (pass !== 'impossible') expect(passChance >= 0.9 - 1e-9).toBe(rulesOut <= given.margin + 1e-9)
      }),
      { seed: 7 },
    )
  })
  it('each remedy does what it promises, and a little less of it does not', () => {
    fc.assert(
      fc.property(designs, (given) => {
        fc.pre(forecast(given).passChance < 0.9)
        const chance = (changes: Partial<CheckDesign>) => forecast({ ...given, ...changes }).passChance
        const { samples, margin, repeats } = remediesFor(given)
        expect(samples).toBeGreaterThan(given.n)
        expect(chance({ n: samples })).toBeGreaterThanOrEqual(0.9)
        if (margin !== null) {
          expect(chance({ margin })).toBeGreaterThanOrEqual(0.9)
          expect(chance({ margin: margin - 0.0101 })).toBeLessThan(0.9)
        }
        if (repeats === null) expect(chance({ repeats: 30 })).toBeLessThan(0.9)
        else {
          expect(repeats).toBeLessThanOrEqual(30)
          expect(chance({ repeats })).toBeGreaterThanOrEqual(0.9)
          expect(chance({ repeats: repeats - 1 })).toBeLessThan(0.9)
        }
      }),
      { seed: 8, numRuns: 80 },
    )
  })
})
