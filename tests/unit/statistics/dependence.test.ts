import { describe, expect, it } from 'vitest'
import { dependence } from '../../../src/statistics/dependence.js'
import { silent } from './claims.js'

const scores = (ablated: readonly number[]) =>
  ablated.map((score) => ({ baseline: [0.8, 0.8, null], ablated: [score] }))

describe('dependence', () => {
  it('collapses where the ablated scores are surely below half the unmodified ones', () => {
    const result = dependence(scores([0, 0.1, 0, 0.05, 0.1]))
    expect(result.outcome).toBe('collapses')
    expect(result.upper).toBeLessThan(0)
    expect(result.kept).toBeCloseTo(0.05 / 0.8, 12)
    expect(result.excess).toBeCloseTo(0.05 - 0.4, 12)
  })
  it('does not collapse where they are surely above', () => {
    expect(dependence(silent(6)).outcome).toBe('no-collapse')
    expect(dependence(scores([0.7, 0.8, 0.75])).outcome).toBe('no-collapse')
  })
  it('is inconclusive between, with one sample, or with none', () => {
    expect(dependence(scores([0, 0.8, 0.2, 0.5])).outcome).toBe('inconclusive')
    expect(dependence(scores([0, 0.8, 0.2, 0.7])).outcome).toBe('inconclusive')
    expect(dependence(scores([0]))).toMatchObject({
      outcome: 'inconclusive',
      nUsed: 1,
      lower: null,
      upper: null,
      kept: 0,
    })
    expect(dependence([{ baseline: [null], ablated: [1] }])).toMatchObject({
      outcome: 'inconclusive',
      nUsed: 0,
      nDropped: 1,
      kept: null,
    })
  })
  it('keeps no share of a score that was 0', () => {
    const zero = [0, 0, 0].map(() => ({ baseline: [0], ablated: [0] }))
    expect(dependence(zero)).toMatchObject({ outcome: 'inconclusive', kept: null })
  })
  it('takes another share to keep', () => {
    expect(dependence(scores([0.5, 0.5, 0.5]), 0.5).outcome).toBe('no-collapse')
    expect(dependence(scores([0.5, 0.5, 0.5]), 0.9).outcome).toBe('collapses')
  })
})
