import { describe, expect, it } from 'vitest'
import { atOrBelow } from '../../../src/statistics/at-or-below.js'

describe('a p at its level', () => {
  it('is at or below it, though doubles put it a little above', () => {
    const p = (1 / 5) * (1 / 5) * (1 / 4)
    expect(p).toBeGreaterThan(0.01)
    expect(atOrBelow(p, 0.01)).toBe(true)
  })
  it('is not where it is above by more than rounding', () => {
    expect(atOrBelow(0.05 + 1e-9, 0.05)).toBe(false)
    expect(atOrBelow(0.049, 0.05)).toBe(true)
  })
})
