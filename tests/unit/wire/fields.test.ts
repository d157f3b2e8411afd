import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOf, mapFields } from '../../../src/wire/fields.js'

describe('the fields of a request', () => {
  it('are the single values of its body, by path', () => {
    const body = JSON.stringify({
      model: 'm',
      messages: [{ content: 'a' }, { content: [{ text: 'b' }] }],
      n: 1,
      seed: null,
    })
    expect([...fieldsOf(body)]).toEqual([
      ['model', 'm'],
      ['messages[0].content', 'a'],
      ['messages[1].content[0].text', 'b'],
      ['n', 1],
      ['seed', 'null'],
    ])
  })

  it('are an empty list or object too: one that comes or goes is a change', () => {
    expect([...fieldsOf('{"tools":[],"metadata":{}}')]).toEqual([
      ['tools', '[]'],
      ['metadata', '{}'],
    ])
    expect([...fieldsOf('[]')]).toEqual([['body', '[]']])
  })

  it('are the whole text where it is no JSON', () => {
    expect([...fieldsOf('plain text')]).toEqual([['body', 'plain text']])
    expect(mapFields('plain text', (text, path) => `${path}: ${text}`)).toBe('body: plain text')
  })

  it('are changed one by one, each with its path, and the rest stays', () => {
    const seen: string[] = []
    const changed = mapFields(JSON.stringify({ a: ['x', { b: 'y' }], n: 2, yes: true, no: null }), (text, path) => {
      seen.push(path)
      return `${text}!`
    })
    expect(JSON.parse(changed)).toEqual({ a: ['x!', { b: 'y!' }], n: '2!', yes: true, no: null })
    expect(seen).toEqual(['a[0]', 'a[1].b', 'n'])
  })

  it('keep their text where nothing is to be changed', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const texts = (of: string) => [...fieldsOf(of)].map(([path, value]) => [path, String(value)])
        expect(texts(mapFields(body, (text) => text))).toEqual(texts(body))
      }),
    )
  })
})
