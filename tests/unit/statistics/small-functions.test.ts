import { describe, expect, it } from 'vitest'
import {
  fisherOneSided,
  independentChannels,
  mcnemarExact,
  rangeFalseAlarm,
} from '../../../src/statistics/small-functions.js'

describe('small functions', () => {
  it('McNemar is twice the smaller binomial tail, at most 1, and 1 where nothing moved', () => {
    expect(mcnemarExact(3, 11)).toBeCloseTo(0.057373046875, 12)
    expect(mcnemarExact(0, 5)).toBeCloseTo(2 / 32, 12)
    expect(mcnemarExact(2, 2)).toBe(1)
    expect(mcnemarExact(0, 0)).toBe(1)
  })
  it('Fisher sums the tables with as many supported claims now or more', () => {
    const counts = { recordedSupported: 0, recordedClaims: 3, currentSupported: 3, currentClaims: 3 }
    expect(fisherOneSided(counts)).toBeCloseTo(1 / 20, 12)
    expect(fisherOneSided({ ...counts, recordedSupported: 3, currentSupported: 0 })).toBeCloseTo(1, 12)
    expect(
      fisherOneSided({ recordedSupported: 3, recordedClaims: 3, currentSupported: 3, currentClaims: 3 }),
    ).toBeCloseTo(1, 12)
  })
  it('two independent channels support a claim unless both fail', () => {
    expect(independentChannels(0.78, 0.71)).toBeCloseTo(0.9362, 12)
  })
  it('one more clean run falls outside the range of five others in a third of cases', () => {
    expect(rangeFalseAlarm(5)).toBeCloseTo(1 / 3, 12)
  })
})
