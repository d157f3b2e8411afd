import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { jsonSchemas } from '../../../src/check/json-schemas.js'

describe('the published JSON Schemas', () => {
  it.each(Object.entries(jsonSchemas()))(
    'of the %s are those that groundwire checks with (npm run schemas)',
    (name, schema) => {
      expect(JSON.parse(readFileSync(`schemas/${name}.schema.json`, 'utf8'))).toEqual(
        JSON.parse(JSON.stringify(schema)),
      )
    },
  )
})
