import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findJsonFault } from '../../../src/samples/json-fault.js'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe('finding where a text stops being JSON', () => {
  it('finds no fault in any JSON text', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (text, indent) => {
        expect(findJsonFault(JSON.stringify(JSON.parse(text), null, indent))).toBeUndefined()
      }),
    )
  })

  it('agrees with JSON.parse on whether a broken text is JSON', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '{', '\\', '0', '\n', 'x'))
      .map(([text, seed, inserted]) => {
        const at = seed % (text.length + 1)
        return `${text.slice(0, at)}${inserted}${text.slice(at + 1)}`
      })
    fc.assert(
      fc.property(broken, (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text))
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1,}', 7, '`}`', 'a key; remove the comma before `}`'],
    ['[1,]', 3, '`]`', 'a value; remove the comma before `]`'],
    ['{"a" 1}', 5, '`1`', '`:`'],
    ['{"a":1 "b":2}', 7, '`"`', '`,` or `}`'],
    ['[1 2]', 3, '`2`', '`,` or `]`'],
    ['{a:1}', 1, '`a`', 'a key in double quotes'],
    ["{'a':1}", 1, "`'`", 'a key in double quotes'],
    ["['a']", 1, "`'`", 'a value; JSON strings stand in double quotes'],
    ['{"a":NaN}', 5, '`NaN`', 'a value; write null'],
    ['{"a":None}', 5, '`None`', 'a value; write null'],
    ['{"a":True}', 5, '`True`', 'a value; write true'],
    ['{"a":01}', 5, '`01`', 'a value'],
    ['{"a":1', 6, 'the end', '`,` or `}`'],
    ['{"a":"b', 7, 'the end inside a string', 'a closing quote'],
    ['"a\nb"', 2, 'a line break inside a string', 'a closing quote; write a line break as \\n'],
    ['"a\\x"', 2, 'the escape `\\x`', 'an escape that JSON knows; write \\\\ for a backslash'],
    ['{} {}', 3, '`{`', 'nothing after the value'],
    ['', 0, 'the end', 'a value'],
  ])('says of %j what stands there and what should', (text, offset, found, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, found, expected })
  })
})
