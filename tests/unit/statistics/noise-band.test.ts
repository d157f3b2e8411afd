import { describe, expect, it } from 'vitest'
import { InputError } from '../../../src/errors.js'
import { completeRows, runMeans } from '../../../src/statistics/complete-rows.js'
import { noiseBand } from '../../../src/statistics/noise-band.js'

describe('the noise band', () => {
  it('is the half-range of the run means, three decimals, the repeats in words', () => {
    const band = noiseBand([0.78, 0.765, 0.795, 0.772, 0.788])
    expect(band.text).toBe('0.780 ±0.015 over five repeats')
    expect(band.range).toBe('(0.765–0.795)')
    expect(band.warning).toBeNull()
    expect(band.halfRange).toBeCloseTo(0.015, 12)
    expect(band).toMatchObject({ min: 0.765, max: 0.795, repeats: 5 })
    expect(band.sd).toBeCloseTo(0.0120208, 6)
  })
  it('writes two to ten in words and larger numbers in digits', () => {
    expect(noiseBand([0, 1]).text).toContain('over two repeats')
    expect(noiseBand(Array.from({ length: 10 }, (_, run) => run)).text).toContain('over ten repeats')
    expect(noiseBand(Array.from({ length: 11 }, (_, run) => run)).text).toContain('over 11 repeats')
  })
  it('of one run measures no noise', () => {
    expect(noiseBand([0.8126])).toEqual({
      mean: 0.8126,
      min: 0.8126,
      max: 0.8126,
      halfRange: null,
      sd: null,
      repeats: 1,
      text: '0.813 (one run: noise not measured)',
      range: null,
      warning: null,
    })
  })
  it('warns of identical repeats', () => {
    expect(noiseBand([0.75, 0.75, 0.75]).warning).toBe('repeats identical (deterministic judge or cached answers)')
  })
  it('refuses to describe nothing', () => {
    expect(() => noiseBand([])).toThrow(InputError)
    expect(() => noiseBand([0.5, Number.NaN])).toThrow(InputError)
  })
  it('takes run means over the samples scored in every repeat', () => {
    const rows = [[0.5, 0.7], [1, null], [0, Number.NaN], [0.9], [0.7, 0.9]]
    expect(completeRows(rows)).toEqual([
      [0.5, 0.7],
      [0.7, 0.9],
    ])
    expect(runMeans(rows)[0]).toBeCloseTo(0.6, 12)
    expect(runMeans(rows)[1]).toBeCloseTo(0.8, 12)
    expect(runMeans([])).toEqual([])
    expect(runMeans([[], []])).toEqual([])
  })
})
