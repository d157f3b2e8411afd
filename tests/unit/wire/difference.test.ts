import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedCalls } from '../../../src/wire/changed-calls.js'
import { differenceOf } from '../../../src/wire/difference.js'
import { canonicalBody, type RecordedRequest, requestsFingerprint } from '../../../src/wire/request.js'
import { recorded } from './recorded.js'

const request = (body: unknown): RecordedRequest =>
  recorded({ model: 'gpt', body: typeof body === 'string' ? body : canonicalBody(JSON.stringify(body)) })

/** The difference of the first call that changed; null where none did. */
const requestDifference = (left: RecordedRequest[], right: RecordedRequest[]) => {
  const [first] = changedCalls(left, right)
  return first === undefined ? null : differenceOf(first)
}
const chat = (...contents: string[]) =>
  request({ model: 'gpt', messages: contents.map((content) => ({ role: 'user', content })) })
const difference = (left: RecordedRequest[], right: RecordedRequest[]) => requestDifference(left, right)!

describe('a request difference', () => {
  it('is null where both sides hold the same requests, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), fc.array(fc.constantFrom('a', 'b', 'c')), (left, right) => {
        const [before, after] = [left.map((text) => chat(text)), right.map((text) => chat(text))]
        const same = requestsFingerprint(before) === requestsFingerprint(after)
        expect(requestDifference(before, after) === null).toBe(same)
        expect(requestDifference(before, before.toReversed())).toBeNull()
      }),
    )
  })

  it('names call, endpoint, model, field and line, and shows what each side holds alone', () => {
    const before = [chat('split', 'x'), chat('sys', 'TASK\n\nREFERENCE\n> Bonn\nend')]
    const after = [chat('split', 'x'), chat('sys', 'TASK\n\nREFERENCE\n> Paris\nend')]
    expect(difference(before, after)).toEqual({
      call: 2,
      of: 2,
      endpoint: 'POST /v1/chat/completions',
      model: 'gpt',
      field: 'messages[1].content',
      line: 4,
      unmodified: ['> ⟦Bonn⟧'],
      ablated: ['> ⟦Paris⟧'],
    })
  })

  it('shows lines that only came, or only went', () => {
    expect(difference([chat('a\nb')], [chat('a')])).toMatchObject({ line: 2, unmodified: ['⟦b⟧'], ablated: [] })
    expect(difference([chat('a')], [chat('a\nb')])).toMatchObject({ line: 2, unmodified: [], ablated: ['⟦b⟧'] })
    const gone = difference([chat('a\nb\nc')], [chat('a\nc')])
    expect(gone).toMatchObject({ line: 2, unmodified: ['⟦b⟧'], ablated: [] })
    const come = difference([chat('a\nc')], [chat('a\nb\nc')])
    expect(come).toMatchObject({ line: 2, unmodified: [], ablated: ['⟦b⟧'] })
  })

  it('finds the request that changed whatever the order of the others', () => {
    const [before, after] = [
      [chat('a'), chat('leaks Bonn'), chat('c')],
      [chat('c'), chat('leaks Paris'), chat('a')],
    ]
    expect(difference(before, after)).toMatchObject({
      call: 2,
      of: 3,
      unmodified: ['leaks ⟦Bonn⟧'],
      ablated: ['leaks ⟦Paris⟧'],
    })
  })

  it('counts equal requests one by one', () => {
    expect(difference([chat('a'), chat('a')], [chat('a')])).toMatchObject({ call: 2, of: 2, ablated: [] })
  })

  it('is a whole request where one came or went', () => {
    expect(difference([chat('a'), chat('b')], [chat('a')])).toMatchObject({ field: '', call: 2, of: 2, ablated: [] })
    expect(difference([chat('a')], [chat('a'), chat('b')])).toMatchObject({ field: '', call: 2, of: 2, unmodified: [] })
    expect(difference([chat('a'), chat('b')], [chat('a')]).unmodified).toContain('b')
    expect(difference([], [chat('b')])).toMatchObject({ call: 1, of: 1 })
  })

  it.each([
    ['a nested value', { a: { b: [1, { c: 'x' }] } }, { a: { b: [1, { c: 'y' }] } }, 'a.b[1].c'],
    ['a number', { temperature: 0 }, { temperature: 1 }, 'temperature'],
    ['a flag', { store: true }, { store: false }, 'store'],
    ['a list that grew', { stop: ['a'] }, { stop: ['a', 'b'] }, 'stop[1]'],
    ['a key that came', { a: 'x' }, { a: 'x', user: 'Bonn' }, 'user'],
    ['a key that became null', { a: 'x' }, { a: null }, 'a'],
    ['a type alone', { a: 1 }, { a: '1' }, 'a'],
    ['an empty list that came', { a: 1 }, { a: 1, tools: [] }, 'tools'],
    ['an object that became a list', { a: {} }, { a: [] }, 'a'],
  ])('names the field of %s', (_, left, right, field) => {
    expect(difference([request(left)], [request(right)]).field).toBe(field)
  })

  it('of bodies that are no JSON is a difference of their text', () => {
    expect(difference([request('q=Bonn')], [request('q=Paris')])).toMatchObject({
      field: 'body',
      unmodified: ['q=⟦Bonn⟧'],
      ablated: ['q=⟦Paris⟧'],
    })
  })

  it('always names a field or a whole request where something differs, and stays short', () => {
    const body = fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 }))
    fc.assert(
      fc.property(body, body, (left, right) => {
        const found = requestDifference([request(left)], [request(right)])
        if (found === null) return
        expect(found.field).not.toBe('')
        expect(found.line).toBeGreaterThanOrEqual(1)
        for (const line of [...found.unmodified, ...found.ablated]) expect(line.length).toBeLessThanOrEqual(160)
      }),
    )
  })

  it('marks, in a long line, what differs and shows what stands around it', () => {
    const long = (word: string) => `${'before '.repeat(40)}${word}${' after'.repeat(40)}`
    const { unmodified, ablated } = difference([chat(long('Bonn'))], [chat(long('Paris'))])
    expect(unmodified[0]).toMatch(/^….*before ⟦Bonn⟧ after.*…$/u)
    expect(ablated[0]).toMatch(/^….*before ⟦Paris⟧ after.*…$/u)
    const grown = difference([chat('It is')], [chat('It is Bonn')])
    expect(grown).toMatchObject({ unmodified: ['It is'], ablated: ['It is⟦ Bonn⟧'] })
  })

  it('shows at most three lines a side, each at most 160 characters, none empty', () => {
    const many = Array.from({ length: 9 }, (_, index) => `line ${index} ${'x'.repeat(300)}\n`).join('\n')
    const { unmodified } = difference([chat(`head\n${many}`)], [chat('head')])
    expect(unmodified).toHaveLength(3)
    for (const line of unmodified) {
      expect(line.length).toBeLessThanOrEqual(160)
      expect(line.endsWith('…⟧')).toBe(true)
    }
  })
})
