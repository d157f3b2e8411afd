import { describe, expect, it } from 'vitest'
import { foreignText } from '../../../src/wire/presence.js'

const REFERENCE = 'It was the harbour board that paid for the tower in 1874.'
const found = (
  request: string,
  allowed: readonly string[] = [],
  forbidden: Record<string, string> = { reference: REFERENCE },
) => foreignText(request, new Map(Object.entries(forbidden)), allowed)

describe('the presence scan', () => {
  it('finds text of a forbidden artifact in a request, and quotes it', () => {
    expect(found(`Judge this.\nExpected: ${REFERENCE}`)).toEqual([
      { name: 'reference', quote: 'it was the harbour board that paid for the tower in 1874' },
    ])
  })

  it('takes five words in a row for presence, and four for chance', () => {
    expect(found('Known: harbour board that paid for')).toEqual([
      { name: 'reference', quote: 'harbour board that paid for the tower in 1874' },
    ])
    expect(found('Known: harbour board that paid')).toEqual([])
  })

  it.each([
    ['lower case', REFERENCE.toLowerCase()],
    ['other spaces', REFERENCE.replaceAll(' ', '  ')],
    ['typographic forms', REFERENCE.replace('for', 'ｆｏｒ')],
    ['punctuation', REFERENCE.replaceAll(' ', ', ')],
  ])('finds it through %s', (_, shown) => {
    expect(found(shown)).toHaveLength(1)
  })

  it('finds it in a script that is written without spaces', () => {
    expect(found('参考：港湾局が塔の費用を払った', [], { reference: '港湾局が塔の費用を払った。' })).toHaveLength(1)
  })

  it('takes no run for a text that goes over the end of a line', () => {
    expect(found('It was the\nharbour board that\npaid for the\ntower in 1874')).toEqual([])
  })

  it('is silent where the text stands in a received artifact or in the template too', () => {
    expect(found(REFERENCE, [`As the log says: ${REFERENCE}`])).toEqual([])
    expect(found(REFERENCE, ['It was the harbour board that paid for it'])).toEqual([
      { name: 'reference', quote: 'board that paid for the tower in 1874' },
    ])
  })

  it('names, of two texts that share words, the one of which more is found', () => {
    const answer = 'I think that it was the harbour board that paid for the tower, with a loan of its own'
    expect(found(`Expected: ${REFERENCE}`, [], { answer, reference: REFERENCE }).map(({ name }) => name)).toEqual([
      'reference',
    ])
    expect(found(`${answer}\n${REFERENCE}`, [], { answer, reference: REFERENCE })).toHaveLength(2)
  })

  it('finds nothing of empty texts', () => {
    expect(found('Judge.', [], { reference: '', question: ' \n' })).toEqual([])
    expect(found('')).toEqual([])
  })

  it('quotes twelve words at most', () => {
    const long = Array.from({ length: 30 }, (_, index) => `word${index}`).join(' ')
    expect(found(long, [], { reference: long })[0]!.quote.split(' ')).toHaveLength(12)
  })
})
