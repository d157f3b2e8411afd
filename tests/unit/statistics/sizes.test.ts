import { describe, expect, it } from 'vitest'
import {
  canPassByScore,
  defaultMargin,
  floorSize,
  repeatsNeeded,
  samplesNeeded,
} from '../../../src/statistics/sizes.js'

describe('sizes', () => {
  it('the margin is 0.10, from 100 samples 0.05, from 300 samples 0.02', () => {
    expect([5, 99, 100, 299, 300].map(defaultMargin)).toEqual([0.1, 0.1, 0.05, 0.05, 0.02])
  })
  it('the floor alone needs 74, 29 and 14 samples at 0.02, 0.05 and 0.10, and one at half a score or more', () => {
    expect([0.02, 0.05, 0.1, 0.5, 1].map((margin) => floorSize(margin))).toEqual([74, 29, 14, 1, 1])
  })
  it('a pass by score is known to be impossible beforehand', () => {
    expect([canPassByScore(73, 0.02), canPassByScore(74, 0.02)]).toEqual([false, true])
    expect([canPassByScore(4, 0.5), canPassByScore(5, 0.5)]).toEqual([false, true])
  })
  it('samples needed follow from the spread of the differences', () => {
    expect(samplesNeeded(0.119, 0.02)).toEqual({ invariant: 384, leak80: 472, floor: 74 })
    expect(samplesNeeded(0, 0.5)).toEqual({ invariant: 5, leak80: 5, floor: 1 })
    expect(samplesNeeded(0.119, 0.02, { checks: 1 }).leak80).toBeLessThan(472)
  })
  it('repeats needed follow from the variance within a sample, and are at least one', () => {
    expect(repeatsNeeded(0.0119, 100, 0.02)).toBe(7)
    expect(repeatsNeeded(0, 100, 0.02)).toBe(1)
  })
})
