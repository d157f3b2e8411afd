import { describe, expect, it } from 'vitest'
import { compareCanaries, compareCanaryCounts, flipped } from '../../../src/statistics/canary-comparison.js'

const set = (n: number, risen: number, to: number, from = 0) =>
  Array.from({ length: n }, (_, index) => ({
    recorded: Array<number>(5).fill(from),
    current: Array<number>(3).fill(index < risen ? to : from),
  }))

describe('canaries against their record', () => {
  it('fail on a significant rise beyond the tolerance', () => {
    expect(compareCanaries(set(12, 6, 1))).toMatchObject({ outcome: 'fail', rise: 0.5, nUsed: 12 })
  })
  it('are on watch when the rise is significant or large, not both', () => {
    expect(compareCanaries(set(12, 2, 0.25)).outcome).toBe('watch')
    const noisy = [{ recorded: [0, 0, 0, 0, 1], current: [1, 0, 1] }]
    expect(compareCanaries(noisy).outcome).toBe('watch')
  })
  it('do not exceed the tolerance at a rise of exactly 0.10', () => {
    expect(compareCanaries(set(10, 10, 0.3, 0.2)).outcome).toBe('watch')
  })
  it('cannot fail by one canary alone, 5 against 3', () => {
    const alone = compareCanaries(set(1, 1, 1))
    expect(alone.p).toBeCloseTo(1 / 56, 12)
    expect(alone.outcome).toBe('watch')
  })
  it('hold when nothing rises, and when supported twins rise', () => {
    expect(compareCanaries(set(12, 0, 1)).outcome).toBe('hold')
    expect(compareCanaries(set(12, 6, 1), { alarm: 'down' }).outcome).toBe('hold')
  })
  it('alarm downwards for supported twins', () => {
    expect(compareCanaries(set(12, 6, 0, 1), { alarm: 'down' })).toMatchObject({ outcome: 'fail', rise: -0.5 })
  })
  it('are inconclusive without scores', () => {
    expect(compareCanaries([{ recorded: [null], current: [0] }])).toMatchObject({
      outcome: 'inconclusive',
      nDropped: 1,
    })
    const nothing = { recordedSupported: 0, recordedClaims: 0, currentSupported: 1, currentClaims: 3 }
    expect(compareCanaryCounts(nothing).outcome).toBe('inconclusive')
  })
  it('are compared by Fisher where only counts were recorded, in either direction', () => {
    const risen = { recordedSupported: 0, recordedClaims: 60, currentSupported: 9, currentClaims: 36 }
    expect(compareCanaryCounts(risen).outcome).toBe('fail')
    expect(compareCanaryCounts(risen, { alarm: 'down' }).outcome).toBe('hold')
    const fallen = { recordedSupported: 60, recordedClaims: 60, currentSupported: 27, currentClaims: 36 }
    expect(compareCanaryCounts(fallen, { alarm: 'down' }).p).toBeCloseTo(compareCanaryCounts(risen).p as number, 12)
  })
  it('list one that is supported in most current repeats and unsupported in most recorded', () => {
    const recorded = [false, false, true, false, false]
    expect(flipped({ recorded, current: [true, true, false] })).toBe(true)
    expect(flipped({ recorded, current: [true, false, false] })).toBe(false)
    expect(flipped({ recorded: [true, true, false], current: [true, true, true] })).toBe(false)
    expect(flipped({ recorded: [true, true, true], current: [false, false, true] }, 'down')).toBe(true)
  })
})
