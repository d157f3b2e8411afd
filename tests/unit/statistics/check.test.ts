import { describe, expect, it } from 'vitest'
import { checkInvariance, REASONS } from '../../../src/statistics/check.js'
import { halfWidth, interval, zeroVarianceFloor } from '../../../src/statistics/equivalence.js'
import { missingScores } from '../../../src/statistics/missing-scores.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'
import { silent, simulate } from './claims.js'

const without = (samples: readonly ScorePair[], missing: number, side: 'baseline' | 'ablated'): ScorePair[] =>
  samples.map((sample, index) => (index < missing ? { ...sample, [side]: sample[side].map(() => null) } : sample))

describe('one check', () => {
  it('without scores is inconclusive and has no figures', () => {
    const result = checkInvariance([{ baseline: [null], ablated: [undefined, Number.NaN] }])
    expect(result).toMatchObject({ outcome: 'inconclusive', reason: 'no-scores', nUsed: 0, nDropped: 1, figures: null })
    expect(checkInvariance([]).reason).toBe('no-scores')
  })
  it('is a leak where relabelling cannot explain the shift', () => {
    const result = checkInvariance(simulate(1, { n: 12, leak: 0.6 }), { margin: 0.02 })
    expect(result).toMatchObject({ outcome: 'leak', reason: null })
    expect(result.figures!.deltaHat).toBeLessThan(0)
    expect(result.figures!.unmodifiedMean - result.figures!.ablatedMean).toBeCloseTo(-result.figures!.deltaHat, 12)
  })
  it('says so when a leak is smaller than the margin', () => {
    expect(checkInvariance(silent(100, 3), { margin: 0.05 })).toMatchObject({
      outcome: 'leak',
      reason: 'smaller-than-margin',
    })
  })
  it('may find a leak in fewer than five samples, but never invariance', () => {
    expect(checkInvariance(silent(4, 4)).outcome).toBe('leak')
    expect(checkInvariance(silent(4), { margin: 0.5 })).toMatchObject({
      outcome: 'inconclusive',
      reason: 'too-few-samples',
    })
    expect(checkInvariance(silent(5), { margin: 0.5 }).outcome).toBe('invariant')
  })
  it('without any variance is invariant only from 74, 29 and 14 samples at 0.02, 0.05 and 0.10', () => {
    for (const [n, margin] of [
      [74, 0.02],
      [29, 0.05],
      [14, 0.1],
    ] as const) {
      expect(checkInvariance(silent(n), { margin }).outcome).toBe('invariant')
      expect(checkInvariance(silent(n - 1), { margin })).toMatchObject({
        outcome: 'inconclusive',
        reason: 'margin-not-ruled-out',
      })
    }
  })
  it('takes its margin from the number of samples', () => {
    expect(checkInvariance(silent(20)).figures?.margin).toBe(0.1)
    expect(checkInvariance(silent(100)).figures?.margin).toBe(0.05)
    expect(checkInvariance(silent(300)).figures?.margin).toBe(0.02)
  })
  it('of one sample has the floor alone for a half-width and no spread', () => {
    const { figures } = checkInvariance([{ baseline: [0.5, 0.75], ablated: [1] }])
    expect(figures).toMatchObject({ sdD: null, seD: null, nNeeded: null, active: 1 })
    expect(figures?.halfWidth).toBeCloseTo(0.475, 12)
  })
  it('counts samples that did not change in n, though not as active', () => {
    const { figures } = checkInvariance(silent(40, 2))
    expect(figures).toMatchObject({ nUsed: 40, active: 2 })
    expect(figures?.deltaHat).toBeCloseTo((-0.25 * 2) / 40, 12)
  })
  it('describes the judge noise and whether the shift lies within the noise band of a difference', () => {
    const noisy = checkInvariance(simulate(5, { n: 12 })).figures!
    expect(noisy.noise?.repeats).toBe(5)
    expect(noisy.withinNoiseBand).toBe(noisy.p > 0.05)
    // A shift of exactly the band is outside it.
    expect(checkInvariance(silent(12, 2, 5, 1)).figures?.withinNoiseBand).toBe(false)
    expect(checkInvariance(silent(12)).figures).toMatchObject({ noiseBandOfDifference: null, withinNoiseBand: null })
    expect(checkInvariance([{ baseline: [null, 1], ablated: [1] }]).figures?.noise).toBeNull()
  })
  it('whose arms were not interleaved never calls a leak', () => {
    expect(checkInvariance(silent(12, 6), { interleaved: false })).toMatchObject({
      outcome: 'inconclusive',
      reason: 'leak-or-judge-drift',
    })
    expect(REASONS['leak-or-judge-drift']).toBe('leak or judge drift')
  })
})

describe('missing scores', () => {
  it('are dropped value by value; a sample counts as dropped only when one side is empty', () => {
    const samples: ScorePair[] = [
      ...silent(19),
      { baseline: [0.75, null, null, null, null], ablated: [null, 0.75, null] },
    ]
    expect(checkInvariance(samples, { margin: 0.1 })).toMatchObject({ outcome: 'invariant', nUsed: 20, nDropped: 0 })
  })
  it('that the ablation causes make a check inconclusive, even one that would leak', () => {
    const samples = without(silent(100, 50), 3, 'ablated')
    expect(missingScores(samples)).toMatchObject({ nDropped: 3, reason: 'missing-scores-move' })
    expect(checkInvariance(samples)).toMatchObject({ outcome: 'inconclusive', reason: 'missing-scores-move' })
  })
  it('make a check inconclusive when more than 10 % of the samples are dropped, not at 10 %', () => {
    const bothSides = (n: number): ScorePair[] => without(without(silent(20), n, 'ablated'), n, 'baseline')
    expect(checkInvariance(bothSides(2)).outcome).toBe('invariant')
    expect(checkInvariance(bothSides(3))).toMatchObject({ outcome: 'inconclusive', reason: 'too-many-dropped' })
  })
  it('on both sides alike do not move', () => {
    expect(missingScores(silent(10))).toEqual({ nDropped: 0, p: 1, reason: null })
  })
})

describe('the half-width', () => {
  it('is t·se_d but never below the floor', () => {
    expect(zeroVarianceFloor(12)).toBeCloseTo(0.11046109597277792, 12)
    expect(halfWidth({ n: 12, sdD: 0 })).toBe(zeroVarianceFloor(12))
    expect(halfWidth({ n: 12, sdD: 1 })).toBeCloseTo(1.7958848187040433 / Math.sqrt(12), 9)
  })
  it('inflates its first term only, and knows no bound without a bound on drift', () => {
    expect(halfWidth({ n: 12, sdD: 1, inflation: 2 })).toBeCloseTo((2 * 1.7958848187040433) / Math.sqrt(12), 9)
    expect(halfWidth({ n: 12, sdD: 0, inflation: 2 })).toBe(zeroVarianceFloor(12))
    expect(halfWidth({ n: 12, sdD: 0, inflation: Number.POSITIVE_INFINITY })).toBe(Number.POSITIVE_INFINITY)
  })
  it('rules out shifts beyond the far end of the interval', () => {
    expect(interval(-0.25, 0.5)).toEqual({ ci90: [-0.75, 0.25], rulesOut: 0.75 })
  })
})
