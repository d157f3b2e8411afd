import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shingles, wordsOf } from '../../../src/wire/words.js'

describe('words', () => {
  it('are what survives quoting, escaping and re-spacing', () => {
    const words = ['the', 'tower', 'of', '1874', 'stands']
    expect(wordsOf('The tower of 1874 stands.')).toEqual(words)
    expect(wordsOf('«THE  tower, of\n1874» — stands!')).toEqual(words)
    expect(wordsOf('Ｔｈｅ ｔｏｗｅｒ of １８７４ stands')).toEqual(words)
  })

  it('keep their accents and combining marks', () => {
    expect(wordsOf('Cafe\u0301 für हिन्दी')).toEqual(['café', 'für', 'हिन्दी'])
  })

  it('are single signs in scripts that are written without spaces', () => {
    expect(wordsOf('東京 tower')).toEqual(['東', '京', 'tower'])
    expect(wordsOf('abc東def')).toEqual(['abc', '東', 'def'])
  })

  it('are none in a text without letters and digits', () => {
    expect(wordsOf(' …!? ')).toEqual([])
    expect(wordsOf('')).toEqual([])
  })

  it('of words joined are the words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const words = wordsOf(text)
        expect(wordsOf(words.join(' '))).toEqual(words)
      }),
    )
  })
})

describe('runs of words', () => {
  it('are all of one length, in order', () => {
    expect(shingles(['a', 'b', 'c', 'd'], 3)).toEqual(['a b c', 'b c d'])
  })

  it('are none where there are too few words', () => {
    expect(shingles(['a', 'b'], 3)).toEqual([])
    expect(shingles(['a', 'b'], 2)).toEqual(['a b'])
  })
})
