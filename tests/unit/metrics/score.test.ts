import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ScorerError } from '../../../src/errors.js'
import { checkScore } from '../../../src/metrics/score.js'

const UNIT = [0, 1] as const
const LIKERT = [1, 5] as const

describe('a score', () => {
  it('is any number within its scale, ends included', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
        expect(checkScore(value, UNIT, 'm')).toEqual({ score: value })
      }),
    )
    expect(checkScore(1, LIKERT, 'm')).toEqual({ score: 1 })
    expect(checkScore(5, LIKERT, 'm')).toEqual({ score: 5 })
  })

  it.each([
    ['null', null],
    ['NaN', Number.NaN],
    ['0/0', 0 / 0],
    ['an object with a null score', { score: null }],
    ['an object with a NaN score', { score: Number.NaN }],
  ])('is null, never 0 or 1, for %s', (_, returned) => {
    expect(checkScore(returned, UNIT, 'm')).toEqual({ score: null })
  })

  it('is the top or the bottom of the scale for a boolean', () => {
    expect(checkScore(true, UNIT, 'm')).toEqual({ score: 1 })
    expect(checkScore(false, UNIT, 'm')).toEqual({ score: 0 })
    expect(checkScore(true, LIKERT, 'm')).toEqual({ score: 5 })
    expect(checkScore(false, LIKERT, 'm')).toEqual({ score: 1 })
    expect(checkScore({ score: true }, LIKERT, 'm')).toEqual({ score: 5 })
  })

  it('is taken out of an object, with its verdicts and nothing else', () => {
    const verdicts = [{ unit: 'u', verdict: 'supported', quote: 'q' }]
    expect(checkScore({ score: 0.25, verdicts, reason: 'because' }, UNIT, 'm')).toEqual({ score: 0.25, verdicts })
    expect(checkScore({ score: 0.25 }, UNIT, 'm')).toEqual({ score: 0.25 })
  })

  it.each([
    ['undefined', undefined, 'returned undefined'],
    ['a string', '0.9', 'the string "0.9"'],
    ['a numeric string inside an object', { score: '0.9' }, 'the string "0.9"'],
    ['an object without a score', { value: 1 }, 'an object without `score`'],
    ['an object with an undefined score', { score: undefined }, 'returned undefined'],
    ['an array', [1], 'an array'],
    ['a symbol', Symbol('x'), 'Symbol(x)'],
    ['a bigint', 1n, 'returned 1'],
    ['a score above its scale', 1.01, 'outside its scale 0 to 1'],
    ['a score below its scale', -0.01, 'outside its scale 0 to 1'],
    ['infinity', Number.POSITIVE_INFINITY, 'outside its scale 0 to 1'],
    ['a Likert score without a declared scale', { score: 4 }, 'scale: [1, 5]'],
  ])('is refused with a ScorerError that names the metric for %s', (_, returned, words) => {
    expect(() => checkScore(returned, UNIT, 'my_metric')).toThrow(ScorerError)
    expect(() => checkScore(returned, UNIT, 'my_metric')).toThrow('my_metric')
    expect(() => checkScore(returned, UNIT, 'my_metric')).toThrow(words)
  })

  it('outside a declared Likert scale is refused on both sides', () => {
    expect(() => checkScore(0.5, LIKERT, 'm')).toThrow('outside its scale 1 to 5')
    expect(() => checkScore(5.5, LIKERT, 'm')).toThrow('outside its scale 1 to 5')
  })
})
