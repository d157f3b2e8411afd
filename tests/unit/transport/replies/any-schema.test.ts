import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/transport/json-schema.js'
import { constantReply } from '../../../../src/transport/replies/constant-reply.js'
import { NoSuchReply } from '../../../../src/transport/replies/schema.js'
import { DISPOSITIONS } from '../../../../src/wire/disposition.js'
import { faults } from './validator.js'

const reply = (schema: object, disposition: (typeof DISPOSITIONS)[number] = 'affirming') =>
  constantReply(schema as JsonSchema, disposition)
const all = (schema: object) => DISPOSITIONS.map((disposition) => reply(schema, disposition))

const small = fc.integer({ min: -6, max: 6 })
const PATTERNS = [
  '^\\d+$',
  '^\\d{1,3}$',
  '^[1-5]$',
  '^(yes|no)$',
  '^(?:PASS|FAIL|UNSURE)$',
  '^[A-D]$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^#[0-9a-f]{6}$',
  '^[a-z]+(-[a-z]+)*$',
  '^\\d+(\\.\\d+)?%$',
  '^claim_\\d+: .+$',
  '^[^,]+, \\S+$',
]

/** Schemas with the keywords that structured outputs, tools and hand-written schemas use; each can be satisfied. */
const { schema: anySchema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom({ type: 'boolean' }, { type: 'null' }, { const: 7 }, { type: 'string', format: 'date' }, {}),
    fc.uniqueArray(fc.oneof(fc.string(), fc.boolean(), small), { minLength: 1, maxLength: 5 }).map((values) => ({
      enum: values,
    })),
    fc.constantFrom(...PATTERNS).map((pattern) => ({ type: 'string', pattern })),
    fc.record({ low: small, more: fc.nat(6), step: fc.constantFrom(0.1, 0.25, 0.5, 1, 2, 5) }).map((of) => ({
      type: 'number',
      minimum: Math.ceil(of.low / of.step) * of.step,
      maximum: Math.ceil(of.low / of.step) * of.step + of.more,
      multipleOf: of.step,
    })),
    fc.record({ above: small, more: fc.integer({ min: 2, max: 5 }) }).map(({ above, more }) => ({
      type: 'integer',
      exclusiveMinimum: above,
      exclusiveMaximum: above + more,
    })),
    fc.record({ above: small, more: fc.integer({ min: 1, max: 5 }) }).map(({ above, more }) => ({
      type: 'number',
      exclusiveMinimum: above,
      exclusiveMaximum: above + more,
    })),
    fc.record({ minLength: fc.nat(50), more: fc.nat(9) }).map(({ minLength, more }) => ({
      type: 'string',
      minLength,
      maxLength: minLength + more,
    })),
    fc.record({ items: tie('schema'), minItems: fc.nat(4), more: fc.nat(3) }).map(({ items, minItems, more }) => ({
      type: 'array',
      items,
      minItems,
      maxItems: minItems + more,
    })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((prefixItems) => ({
      type: 'array',
      prefixItems,
      items: false,
      minItems: prefixItems.length,
    })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((items) => ({ type: 'array', items })),
    fc.record({ values: fc.uniqueArray(small, { minLength: 3, maxLength: 5 }), minItems: fc.nat(3) }).map((of) => ({
      type: 'array',
      uniqueItems: true,
      items: { enum: of.values },
      minItems: of.minItems,
    })),
    fc.record({ additionalProperties: tie('schema'), minProperties: fc.nat(3) }).map((of) => ({
      type: 'object',
      ...of,
    })),
    fc
      .record({ named: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')), all: fc.boolean() })
      .map(({ named, all: needed }) => ({
        type: 'object',
        properties: named,
        required: needed ? Object.keys(named) : Object.keys(named).slice(0, 1),
        additionalProperties: false,
      })),
    tie('schema').map((option) => ({ anyOf: [{ type: 'null' }, option] })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
    tie('schema').map((part) => ({ allOf: [part, { description: 'from 2 to 9, or "a" or "b"' }] })),
    fc.constantFrom(['string', 'null'], ['null', 'integer', 'boolean'], ['number', 'string']).map((type) => ({ type })),
    fc.constantFrom('string', 'boolean').map((type) => ({ type, nullable: true })),
    fc.constantFrom({ $ref: '#/$defs/verdict' }, { $ref: '#/$defs/tree' }, { $ref: '#/$defs/chain' }),
  ),
}))

const DEFINITIONS = {
  $defs: {
    verdict: { enum: ['yes', 'no', 'unclear'] },
    tree: {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
      required: ['name', 'children'],
    },
    // The endless option stands first.
    chain: { oneOf: [{ type: 'array', items: { $ref: '#/$defs/chain' }, minItems: 1 }, { type: 'integer' }] },
  },
}

describe('a reply to any JSON schema', () => {
  it('is valid under every disposition', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom(...DISPOSITIONS), (inner, disposition) => {
        const schema = { type: 'object', properties: { it: inner }, required: ['it'], ...DEFINITIONS }
        expect(faults(reply(schema, disposition), schema)).toEqual([])
      }),
      { numRuns: 600 },
    )
  })

  it('of which the validator knows faults when it sees them', () => {
    expect(
      faults({ a: 6, b: ['x', 'x'] }, { properties: { a: { maximum: 5 }, b: { uniqueItems: true } } }),
    ).toHaveLength(2)
  })

  it('has one or two entries where names are free, none when empty, and the names that are asked for', () => {
    const scores = { type: 'object', additionalProperties: { type: 'integer', minimum: 1, maximum: 5 } }
    expect(reply(scores)).toEqual({ entry_1: 5, entry_2: 5 })
    expect(reply(scores, 'empty')).toEqual({})
    expect(reply({ ...scores, propertyNames: { enum: ['clarity', 'style'] } }, 'denying')).toEqual({
      clarity: 1,
      style: 1,
    })
    expect(reply({ type: 'object', required: ['ok'], additionalProperties: { type: 'boolean' } }, 'empty')).toEqual({
      ok: true,
    })
  })

  it('takes options apart by their constants, as a choice', () => {
    const plain = { anyOf: [{ const: 'no' }, { const: 'unclear' }, { const: 'yes' }] }
    expect([reply(plain), reply(plain, 'denying')]).toEqual(['yes', 'no'])
    expect(new Set(all(plain)).size).toBe(3)
    const option = (verdict: string) => ({
      type: 'object',
      properties: { why: { type: 'string' }, verdict: { const: verdict } },
      required: ['why', 'verdict'],
    })
    const objects = { oneOf: [option('unsupported'), option('supported')] }
    expect(reply(objects)).toMatchObject({ verdict: 'supported' })
    expect(reply(objects, 'denying')).toMatchObject({ verdict: 'unsupported' })
  })

  it('takes every option of others once', () => {
    const types = all({ anyOf: [{ type: 'number' }, { type: 'boolean' }, { type: 'string' }] }).map((it) => typeof it)
    expect(new Set(types)).toEqual(new Set(['number', 'boolean', 'string']))
  })

  it('keeps what stands beside options', () => {
    const schema = {
      type: 'object',
      properties: { score: { type: 'number' } },
      anyOf: [{ required: ['score'] }, { required: ['other'] }],
    }
    expect(reply(schema)).toEqual({ score: 1 })
  })

  it('leaves out what may be left out, once', () => {
    const schema = {
      type: 'object',
      properties: { ok: { type: 'boolean' }, why: { type: 'string' } },
      required: ['ok'],
    }
    const keys = all(schema).map((it) => Object.keys(it as object).join())
    expect(new Set(keys)).toEqual(new Set(['ok,why', 'ok']))
  })

  it('reads bounds and alternatives that only a description names', () => {
    const score = { type: 'integer', description: 'Faithfulness from 1 (worst) to 5, so 1-5' }
    expect([reply(score), reply(score, 'denying')]).toEqual([5, 1])
    const verdict = { type: 'string', description: "Either 'entailed', 'neutral' or 'contradicted'." }
    expect(new Set(all(verdict))).toEqual(new Set(['entailed', 'neutral', 'contradicted']))
    expect(reply({ type: 'string', description: 'Say yes or no' }, 'denying')).toBe('no')
    expect(reply({ type: 'string', description: 'Quote the "best" passage and say why' })).toMatch(/^statement 1/u)
  })

  it('to whole numbers without bounds stays near 0 and 1', () => {
    const integers = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }
    expect([reply(integers), reply(integers, 'denying')]).toEqual([1, 0])
  })

  it.each([
    ['^[1-5]$', '5', '1'],
    ['^(no|yes)$', 'yes', 'no'],
    ['^\\d+$', '9', '0'],
    ['^Score: \\d$', 'Score: 9', 'Score: 0'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2024-01-01', '2024-01-01'],
  ])('matches %s by the disposition', (pattern, affirmed, denied) => {
    expect([reply({ type: 'string', pattern }), reply({ type: 'string', pattern }, 'denying')]).toEqual([
      affirmed,
      denied,
    ])
  })

  it.each([
    ['a pattern beyond it', { type: 'string', pattern: '^(?=a)(?=b)x$' }, /asks for a text that matches/u],
    ['a reference that leads nowhere', { $ref: '#/$defs/none' }, /refers to #\/\$defs\/none/u],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, /refers to https/u],
    ['a schema without an end', { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] }, /no end/u],
  ])('cannot be made up for %s', (_, schema, message) => {
    expect(() => reply(schema)).toThrow(NoSuchReply)
    expect(() => reply(schema)).toThrow(message)
  })

  it('ends soon in schemas that contain themselves many times', () => {
    const properties = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { anyOf: [{ $ref: '#' }, { type: 'null' }] }]),
    )
    const schema = { type: 'object', properties, required: Object.keys(properties) }
    for (const it of all(schema)) expect(JSON.stringify(it).length).toBeLessThan(200_000)
  })
})

describe('the dispositions together give', () => {
  const first = (schema: object): unknown[] => [...new Set(all(schema))]

  it.each([
    [1, 5],
    [0, 4],
    [1, 4],
    [0, 3],
    [1, 3],
    [0, 1],
  ])('every whole number from %i to %i', (minimum, maximum) => {
    const wanted = Array.from({ length: maximum - minimum + 1 }, (_, index) => minimum + index)
    expect(first({ type: 'integer', minimum, maximum }).toSorted()).toEqual(wanted)
  })

  it.each([[[0, 0]], [[0.2, 0.4]], [[0.4, 0.6]], [[0.6, 0.8]], [[1, 1]]])(
    'a score within %j of 0 to 1',
    ([low = 0, high = 0]) => {
      const scores = first({ type: 'number', minimum: 0, maximum: 1 }) as number[]
      expect(scores.some((score) => score >= low && score <= high)).toBe(true)
    },
  )

  it.each([
    [['yes', 'no', 'unclear']],
    [['supported', 'partially', 'unsupported', 'unknown']],
    [['1', '2', '3', '4', '5']],
    [[1, 2, 3, 4, 5]],
    [['a', 'b', 'c', 'd', 'e', 'f']],
  ])('each of %j, at the first choice and at the third', (values) => {
    expect(new Set(first({ enum: values }))).toEqual(new Set<unknown>(values))
    const third = all({ type: 'array', prefixItems: [1, 2, 3].map(() => ({ enum: values })), items: false })
    expect(new Set(third.map((them) => (them as unknown[])[2]))).toEqual(new Set<unknown>(values))
  })

  it.each([
    [{ type: ['string', 'null'] }],
    [{ type: 'number', nullable: true }],
    [{ anyOf: [{ type: 'boolean' }, { type: 'null' }] }],
    [{ enum: ['yes', 'no', null] }],
  ])('null and something else to %j', (schema) => {
    expect(first(schema)).toContain(null)
    expect(first(schema).length).toBeGreaterThan(1)
    const second = all({ type: 'array', prefixItems: [schema, schema], items: false })
    expect(second.map((them) => (them as unknown[])[1])).toContain(null)
  })
})
