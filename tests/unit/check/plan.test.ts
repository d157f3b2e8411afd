import { describe, expect, it } from 'vitest'
import { noiseOfFlips, noiseOfSd } from '../../../src/check/plan.js'
import { plan, reference } from '../plans.js'

describe('a plan', () => {
  it('counts unmodified and ablated evaluations and their requests, and those left where requests prove every cell', () => {
    const { calls, callsIfProved, checks, metrics } = plan()
    // 14 evaluations a sample of faithfulness, 11 of each other; 2, 2, 1, 2 and 4 requests an evaluation.
    expect(calls).toMatchObject({ evaluations: 50 * 58, requests: 50 * 127 })
    expect(callsIfProved).toMatchObject({ evaluations: 50 * 28, requests: 50 * 61 })
    expect(metrics.map(({ calls: { requests } }) => requests)).toEqual([1400, 1100, 550, 1100, 2200])
    expect(checks).toBe(10)
  })
  it('adds tokens up, and knows none where one metric has none', () => {
    const { calls, metrics } = plan()
    expect(calls.tokens).toBe(metrics.reduce((sum, row) => sum + row.calls.tokens!, 0))
    const [first, ...others] = reference()
    expect(plan({ metrics: [{ ...first!, tokensPerEvaluation: null }, ...others] }).calls.tokens).toBeNull()
  })
  it('takes the margin from the number of samples, and the family from the ablations, where they are not given', () => {
    expect([12, 100, 300].map((count) => plan({ samples: count }).margin)).toEqual([0.1, 0.05, 0.02])
    const [one] = reference(['question'])
    expect(plan({ metrics: [one!] }).checks).toBe(1)
    expect(plan({ metrics: [one!], checks: 7 }).checks).toBe(7)
  })
  it('exits 4 where a pass by score is impossible, for too few samples or too much noise, else 0', () => {
    expect(plan({ samples: 12, margin: 0.02 })).toMatchObject({ passPossible: false, exitCode: 4 })
    expect(plan({ samples: 80, margin: 0.02, noise: noiseOfFlips(0.3) })).toMatchObject({ exitCode: 4 })
    expect(plan({ samples: 100, margin: 0.02 })).toMatchObject({ passPossible: true, exitCode: 0 })
    expect(plan()).toMatchObject({ passPossible: true, remedies: null, exitCode: 0 })
  })
  it('names what does for the noisiest metric', () => {
    const [first, ...others] = reference()
    const noisy = plan({ samples: 15, metrics: [{ ...first!, sigmaW2: 0.05 }, ...others] })
    const alone = plan({ samples: 15, metrics: reference(), noise: noiseOfSd(Math.sqrt(0.05)) })
    expect(noisy.remedies).toEqual(alone.remedies)
    expect(noisy.remedies!.samples).toBeGreaterThan(plan({ samples: 12 }).remedies!.samples)
  })
  it('is plain data: JSON gives it back', () => {
    for (const each of [plan(), plan({ samples: 1 }), plan({ noise: noiseOfSd(0) })])
      expect(JSON.parse(JSON.stringify(each))).toEqual(each)
  })
})
