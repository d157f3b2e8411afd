import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash32, seededRandom, sha256, shuffled, uniform } from '../../src/random.js'

const parts = fc.array(fc.oneof(fc.string(), fc.integer()), { minLength: 1, maxLength: 4 })

describe('hash32', () => {
  it('is the first four bytes of the SHA-256 of length-prefixed parts', () => {
    const digest = createHash('sha256').update('2:ab|1:7|').digest('hex')
    expect(hash32('ab', 7)).toBe(Number.parseInt(digest.slice(0, 8), 16))
  })

  it('tells parts apart by where one ends and the next begins', () => {
    expect(hash32('ab', 'c')).not.toBe(hash32('a', 'bc'))
    expect(hash32('a', 'b')).not.toBe(hash32('b', 'a'))
    expect(hash32('a')).not.toBe(hash32('a', ''))
    expect(hash32('a', '1:b|')).not.toBe(hash32('a', '', 'b'))
  })

  it('is an unsigned 32-bit integer that depends on the parts alone', () => {
    fc.assert(
      fc.property(parts, (given) => {
        const value = hash32(...given)
        expect(Number.isInteger(value) && value >= 0 && value < 2 ** 32).toBe(true)
        expect(hash32(...given)).toBe(value)
      }),
    )
  })
})

describe('uniform', () => {
  it('lies in [0, 1) and spreads evenly', () => {
    const draws = Array.from({ length: 4000 }, (_, index) => uniform('spread', index))
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...draws)).toBeLessThan(1)
    const tenths = Array.from({ length: 10 }, (_, k) => draws.filter((d) => Math.floor(d * 10) === k).length)
    for (const count of tenths) expect(Math.abs(count - 400)).toBeLessThan(100)
  })
})

describe('seededRandom', () => {
  it('is mulberry32', () => {
    const random = seededRandom(1)
    expect(random()).toBeCloseTo(0.6270739405881613, 15)
    expect(random()).toBeCloseTo(0.002735721180215478, 15)
  })

  it('depends on the seed alone and stays in [0, 1)', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const [left, right] = [seededRandom(seed), seededRandom(seed)]
        for (let draw = 0; draw < 20; draw++) {
          const value = left()
          expect(value).toBe(right())
          expect(value >= 0 && value < 1).toBe(true)
        }
      }),
    )
    expect(seededRandom(1)()).not.toBe(seededRandom(2)())
  })
})

describe('shuffled', () => {
  it('is a permutation that leaves the given list alone and depends on the seed alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer(), (items, seed) => {
        const before = [...items]
        const result = shuffled(items, seed)
        expect(items).toEqual(before)
        expect(result.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b))
        expect(shuffled(items, seed)).toEqual(result)
      }),
    )
  })

  it('brings every item to every place about equally often', () => {
    const counts = Array.from({ length: 4 }, () => [0, 0, 0, 0])
    for (let seed = 0; seed < 4000; seed++)
      shuffled([0, 1, 2, 3], seed).forEach((item, place) => {
        counts[item]![place]! += 1
      })
    for (const count of counts.flat()) expect(Math.abs(count - 1000)).toBeLessThan(130)
  })
})

describe('sha256', () => {
  it('is hexadecimal', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })
})
