import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rankWeighted } from '../../../../src/metrics/builtin/rank-weighted.js'

const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 })

describe('the rank-weighted share', () => {
  it.each([
    [[true], 1],
    [[false], 0],
    [[true, false], 1 / 2],
    [[false, true], 1 / 4],
    [[true, false, true, false], (1 + 2 / 3) / 4],
    [[false, true, true], (1 / 2 + 2 / 3) / 3],
  ])('of %j is %d: precision at each relevant rank, over the passages retrieved', (relevant, share) => {
    expect(rankWeighted(relevant)).toBeCloseTo(share, 12)
  })

  it('is null, not 0, for no passage', () => {
    expect(rankWeighted([])).toBeNull()
  })

  it('lies in 0 … 1: 1 exactly where all are relevant, 0 exactly where none is', () => {
    fc.assert(
      fc.property(flags, (relevant) => {
        const share = rankWeighted(relevant)!
        expect(share >= 0 && share <= 1).toBe(true)
        expect(share === 1).toBe(relevant.every(Boolean))
        expect(share === 0).toBe(!relevant.some(Boolean))
      }),
    )
  })

  it('never falls when a relevant passage moves up a rank, or another passage becomes relevant', () => {
    fc.assert(
      fc.property(flags, fc.nat(), (relevant, place) => {
        const index = place % relevant.length
        const more = relevant.with(index, true)
        expect(rankWeighted(more)!).toBeGreaterThanOrEqual(rankWeighted(relevant)!)
        if (index === 0 || !relevant[index] || relevant[index - 1]) return
        const moved = relevant.with(index, false).with(index - 1, true)
        expect(rankWeighted(moved)!).toBeGreaterThan(rankWeighted(relevant)!)
      }),
    )
  })
})
