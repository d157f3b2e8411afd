import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { doubledKeys, elementsAt, lineCounter, membersAt, startOfValue } from '../../../src/samples/json-positions.js'

const indents = fc.constantFrom(undefined, 1, '\t')

describe('positions in a JSON text', () => {
  it('finds every element of an array where it begins', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), indents, (elements, indent) => {
        const text = ` ${JSON.stringify(elements, null, indent)}`
        const starts = elementsAt(text, startOfValue(text))
        expect(starts).toHaveLength(elements.length)
        starts.forEach((start, index) => {
          const own = JSON.stringify(elements[index], null, indent)
          expect(text.slice(start, start + 1)).toBe(own.slice(0, 1))
        })
      }),
    )
  })

  it('finds every member of an object where its value begins', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), indents, (members, indent) => {
        const text = JSON.stringify(members, null, indent)
        const found = membersAt(text, 0)
        expect(found.map(({ key }) => key)).toEqual(Object.keys(JSON.parse(text)))
        for (const { key, at } of found) expect(text[at]).toBe(JSON.stringify(members[key])[0])
      }),
    )
  })

  it('names keys that stand twice in the object itself, also when one is written with an escape', () => {
    expect(doubledKeys('{"a":1,"b":{"c":1,"c":2},"\\u0061":3}', 0)).toEqual(['a'])
  })

  it('counts lines from 1', () => {
    const lineAt = lineCounter('a\nb\n\nc')
    expect([0, 1, 2, 4, 5].map(lineAt)).toEqual([1, 1, 2, 3, 4])
  })
})
