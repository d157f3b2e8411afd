import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shuffled } from '../../../src/random.js'
import { type FamilyCheck, type FamilyResult, judgeFamily } from '../../../src/statistics/gate.js'
import { holm } from '../../../src/statistics/holm.js'
import { samplesNeeded } from '../../../src/statistics/sizes.js'
import { claimSamples, simulate } from './claims.js'

/** One to six checks, each of a metric of its own. */
const families = fc
  .array(claimSamples({ most: 6 }), { minLength: 1, maxLength: 6 })
  .map((family) => family.map((samples, index): FamilyCheck => ({ metric: `m${index}`, check: 'question', samples })))

/** The drift guard off: what is asked here is of Holm alone. */
const judge = (checks: readonly FamilyCheck[], options = {}) =>
  judgeFamily(checks, { interleaved: true, guardAlpha: 0, ...options })

const ps = ({ checks }: FamilyResult) => checks.map(({ figures }) => figures!.p)

describe('the size of a family', () => {
  it('multiplies its smallest p, whatever the others are', () => {
    fc.assert(
      fc.property(families, (checks) => {
        const result = judge(checks)
        const smallest = Math.min(...ps(result))
        const adjusted = result.checks.map(({ pHolm }) => pHolm!)
        expect(Math.min(...adjusted)).toBeCloseTo(Math.min(1, checks.length * smallest), 12)
        expect(adjusted).toEqual(holm(ps(result)))
      }),
      { seed: 31, numRuns: 60 },
    )
  })
  it('counts a check without scores, and one without noise', () => {
    fc.assert(
      fc.property(families, fc.nat(4), fc.boolean(), (checks, more, scored) => {
        const row = scored ? { baseline: [0.5], ablated: [0.5] } : { baseline: [null], ablated: [0.5] }
        const others = Array.from({ length: more }, (_, index) => ({ metric: `x${index}`, check: 'q', samples: [row] }))
        const result = judge([...checks, ...others])
        const smallest = Math.min(...ps(judge(checks)))
        const adjusted = Math.min(...result.checks.slice(0, checks.length).map(({ pHolm }) => pHolm!))
        expect(adjusted).toBeCloseTo(Math.min(1, (checks.length + more) * smallest), 12)
      }),
      { seed: 32, numRuns: 60 },
    )
  })
  it('is the one that the size needed to find a leak is said for', () => {
    const checks = (m: number) =>
      Array.from({ length: m }, (_, index) => ({
        metric: `m${index}`,
        check: 'q',
        samples: simulate(index, { n: 12 }),
      }))
    for (const m of [1, 4, 10]) {
      const { figures } = judge(checks(m)).checks[0]!
      expect(figures!.nNeeded).toEqual(samplesNeeded(figures!.sdD!, figures!.margin, { checks: m }))
    }
  })
})

describe('a family', () => {
  it('is judged alike whatever the order of its samples and repeats, and of its checks', () => {
    fc.assert(
      fc.property(families, fc.nat(), (checks, seed) => {
        const mixed = checks.map((check) => ({
          ...check,
          samples: shuffled(check.samples, seed).map(({ baseline, ablated }, index) => ({
            baseline: shuffled(baseline, seed + index),
            ablated: shuffled(ablated, seed - index),
          })),
        }))
        const before = judge(checks, { seed: 3 })
        const after = judge(mixed, { seed: 3 })
        after.checks.forEach(({ outcome, reason, pHolm }, index) => {
          expect({ outcome, reason }).toEqual({
            outcome: before.checks[index]!.outcome,
            reason: before.checks[index]!.reason,
          })
          expect(pHolm).toBeCloseTo(before.checks[index]!.pHolm!, 10)
        })
        const turned = judge([...checks].reverse(), { seed: 3 })
        expect([...turned.checks].reverse()).toEqual(before.checks)
      }),
      { seed: 33, numRuns: 40 },
    )
  })
  it('is judged alike when a constant is added to every score', () => {
    fc.assert(
      fc.property(families, fc.double({ min: -3, max: 3, noNaN: true }), (checks, constant) => {
        const moved = checks.map((check) => ({
          ...check,
          samples: check.samples.map(({ baseline, ablated }) => ({
            baseline: baseline.map((score) => (score as number) + constant),
            ablated: ablated.map((score) => (score as number) + constant),
          })),
        }))
        const [before, after] = [judgeFamily(checks, { interleaved: true }), judgeFamily(moved, { interleaved: true })]
        expect(after.guard.fires).toBe(before.guard.fires)
        after.checks.forEach(({ outcome, pHolm, figures }, index) => {
          const same = before.checks[index]!
          expect(outcome).toBe(same.outcome)
          expect(pHolm).toBeCloseTo(same.pHolm!, 9)
          expect(figures!.deltaHat).toBeCloseTo(same.figures!.deltaHat, 9)
        })
      }),
      { seed: 34, numRuns: 60 },
    )
  })
})
