import { describe, expect, it } from 'vitest'
import { type JsonSchema, resolveRef } from '../../../src/transport/json-schema.js'

const root: JsonSchema = {
  $defs: { verdict: { type: 'boolean' }, 'a/b~c': { type: 'null' } },
  definitions: { units: { type: 'array' } },
  properties: { inner: { items: { type: 'integer' } } },
}

describe('a local reference', () => {
  it.each([
    ['#', root],
    ['#/$defs/verdict', { type: 'boolean' }],
    ['#/$defs/a~1b~0c', { type: 'null' }],
    ['#/definitions/units', { type: 'array' }],
    ['#/properties/inner/items', { type: 'integer' }],
    ['#/$defs/missing', {}],
    ['#/missing/deeper', {}],
  ])('%s is resolved', ($ref, schema) => {
    expect(resolveRef({ $ref }, root)).toEqual(schema)
  })

  it('that is none is the schema itself', () => {
    const schema: JsonSchema = { type: 'string' }
    expect(resolveRef(schema, root)).toBe(schema)
  })
})
