/**
 * Writes the JSON Schemas of what groundwire writes, from the schemas it checks with.
 * Run: npm run schemas
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { jsonSchemas } from '../src/check/json-schemas.js'

mkdirSync('schemas', { recursive: true })
for (const [name, schema] of Object.entries(jsonSchemas()))
  writeFileSync(`schemas/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`)
