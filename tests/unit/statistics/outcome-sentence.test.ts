import { describe, expect, it } from 'vitest'
import { checkInvariance } from '../../../src/statistics/check.js'
import { dependence } from '../../../src/statistics/dependence.js'
import { judgeFamily } from '../../../src/statistics/gate.js'
import { dependenceSentence, outcomeSentence } from '../../../src/statistics/outcome-sentence.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'
import { silent, simulate } from './claims.js'

describe('the sentence of an outcome', () => {
  it('of an invariant metric tells the shift, the judge noise and what is ruled out', () => {
    expect(outcomeSentence(checkInvariance(silent(50)))).toBe(
      'moved 0.000, judge noise ±0.000; shifts beyond ±0.029 ruled out',
    )
    expect(outcomeSentence(checkInvariance(simulate(8, { n: 60 })))).toMatch(
      /^moved [+−]0\.\d{3}, judge noise ±0\.\d{3}; shifts beyond ±0\.\d{3} ruled out$/,
    )
    expect(outcomeSentence(checkInvariance(silent(50, 0, 1, 1)))).toContain('judge noise not measured')
  })
  it('of a leak tells its inflation, what the leak adds', () => {
    const samples = silent(20, 12)
    expect(outcomeSentence(checkInvariance(samples))).toBe(
      '+0.15 (0.60 ablated → 0.75 as wired), p < 0.0001; shifts beyond ±0.220 ruled out',
    )
  })
  it('of a leak under a noisy judge tells how many times the noise band it is', () => {
    const samples: ScorePair[] = Array.from({ length: 20 }, (_, index) => ({
      baseline: [0.9, index % 2 ? 0.94 : 0.9, 0.92],
      ablated: [0.72, 0.7],
    }))
    // Run means 0.90, 0.92, 0.92: a half-range of 0.01, and a shift of 0.203.
    expect(outcomeSentence(checkInvariance(samples))).toMatch(/p < 0\.0001, 20 times the noise band; shifts/)
    const doubled = samples.map(({ ablated }) => ({ baseline: [0.8, 0.92, 1], ablated }))
    expect(outcomeSentence(checkInvariance(doubled))).toMatch(/, 2 times the noise band; shifts/)
  })
  it('of a leak below the margin says so, with the digits to see it', () => {
    expect(outcomeSentence(checkInvariance(silent(100, 4), { margin: 0.05 }))).toMatch(
      /^\+0\.010 \(0\.740 ablated → 0\.750 as wired\), p < 0\.0001, smaller than the margin of 0\.05; shifts/,
    )
  })
  it('of an undecided check tells how many samples would decide', () => {
    const sentence = outcomeSentence(checkInvariance(silent(12), { margin: 0.02 }))
    expect(sentence).toBe('12 samples cannot rule out a shift of 0.02; about 74 would; shifts beyond ±0.110 ruled out')
    expect(outcomeSentence(checkInvariance(silent(1), { margin: 0.125 }))).toContain(
      '1 sample cannot rule out a shift of 0.125',
    )
  })
  it('does not ask for fewer samples than there are', () => {
    const samples: ScorePair[] = Array.from({ length: 16 }, (_, index) => ({
      baseline: [0.5, 0.6, 0.5],
      ablated: [index % 2 ? 0.6 : 0.55, 0.5],
    }))
    const result = checkInvariance(samples, { margin: 0.086 })
    expect(result.outcome).toBe('inconclusive')
    expect(outcomeSentence(result)).toMatch(
      /^16 samples cannot rule out a shift of 0\.086: moved \+0\.004, judge noise/,
    )
  })
  it('of missing scores tells which rule they break', () => {
    expect(outcomeSentence(checkInvariance([]))).toBe('no scores')
    const empty = { baseline: [null], ablated: [null] }
    expect(outcomeSentence(checkInvariance([...silent(9), empty, empty, empty]))).toMatch(
      /^3 of 12 samples have no score on one side \(at most 10 % may\)/,
    )
    const lost = silent(50).map((sample, index) => (index < 2 ? { ...sample, ablated: [null, null, null] } : sample))
    expect(outcomeSentence(checkInvariance(lost))).toMatch(
      /^the ablation changes how often a score is missing \(p = 0\.00032\)/,
    )
  })
  it('of arms collected apart cannot tell a leak from judge drift', () => {
    expect(outcomeSentence(checkInvariance(silent(20, 12), { interleaved: false }))).toMatch(
      /^leak or judge drift: \+0\.15 \(0\.60 ablated → 0\.75 as wired\)/,
    )
  })
  it('rules nothing out under a drift without bound', () => {
    const samples = silent(40).map(({ ablated }) => ({ baseline: [0.7, 0.8, 0.75], ablated }))
    const { checks } = judgeFamily([{ metric: 'A', check: 'question', samples }], { interleaved: true })
    expect(outcomeSentence(checks[0]!)).toMatch(/; no shift ruled out$/)
  })
  it('of a positive control tells what share of the score is left', () => {
    const blanked = silent(12).map(({ baseline }, index) => ({ baseline, ablated: [index % 4 ? 0 : 0.25] }))
    expect(dependenceSentence(dependence(blanked))).toBe('keeps 8 % of its score (0.06 ablated, 0.75 as wired)')
    expect(dependenceSentence(dependence(blanked.slice(0, 1)))).toContain('too close or too noisy to call a collapse')
    expect(dependenceSentence(dependence([{ baseline: [0], ablated: [0] }]))).toContain('nothing can collapse')
    expect(dependenceSentence(dependence([]))).toBe('no scores')
  })
})
