import { describe, expect, it } from 'vitest'
import { averageClusters } from '../../../src/statistics/clusters.js'

describe('clusters', () => {
  it('are averaged repeat by repeat before anything else', () => {
    const averaged = averageClusters([
      { cluster: 'a', baseline: [0, 1], ablated: [0.5] },
      { cluster: 'b', baseline: [0.25, 0.25], ablated: [0.75] },
      { cluster: 'a', baseline: [1, 1], ablated: [1] },
    ])
    expect(averaged).toEqual([
      { baseline: [0.5, 1], ablated: [0.75] },
      { baseline: [0.25, 0.25], ablated: [0.75] },
    ])
  })
  it('miss a repeat that one of their samples misses', () => {
    const averaged = averageClusters([
      { cluster: 'a', baseline: [0, 1, 1], ablated: [null] },
      { cluster: 'a', baseline: [1, null], ablated: [1] },
    ])
    expect(averaged).toEqual([{ baseline: [0.5, null, null], ablated: [null] }])
  })
})
