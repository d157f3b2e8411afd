import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { JsonSchema } from '../../../../src/transport/json-schema.js'
import { constantReply } from '../../../../src/transport/replies/constant-reply.js'
import { DISPOSITIONS } from '../../../../src/wire/disposition.js'

const json = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonSchema
const reply = (schema: z.ZodType, disposition: (typeof DISPOSITIONS)[number] = 'affirming') =>
  constantReply(json(schema), disposition)

/** Random schemas of the kinds that structured outputs use. */
const { schema: anySchema } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(z.boolean()),
    fc.constant(z.null()),
    fc.constant(z.literal('fixed')),
    fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 4 }).map((values) => z.enum(values as [string])),
    fc.tuple(fc.nat(40), fc.nat(40)).map(([min, more]) =>
      z
        .string()
        .min(min)
        .max(min + more),
    ),
    fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(9)).map(([min, more]) =>
      z
        .int()
        .min(min)
        .max(min + more),
    ),
    fc.tuple(fc.integer({ min: -9, max: 9 }), fc.nat(9)).map(([min, more]) =>
      z
        .number()
        .min(min)
        .max(min + more),
    ),
    fc.integer({ min: -9, max: 9 }).map((bound) => z.number().gt(bound)),
    fc.integer({ min: -9, max: 9 }).map((bound) => z.number().lt(bound)),
    fc.integer({ min: -9, max: 9 }).map((bound) =>
      z
        .int()
        .gt(bound)
        .lt(bound + 2),
    ),
    fc.tuple(tie('schema'), fc.nat(4), fc.nat(4)).map(([item, min, more]) =>
      z
        .array(item)
        .min(min)
        .max(min + more),
    ),
    fc
      .dictionary(
        fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
        tie('schema'),
        { maxKeys: 3 },
      )
      .map((shape) => z.strictObject(shape)),
    tie('schema').map((inner) => z.nullable(inner)),
    fc.tuple(tie('schema'), tie('schema')).map((options) => z.union(options)),
  ),
}))

describe('a reply of the stand-in judge', () => {
  it('is valid for any schema, under every disposition', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom(...DISPOSITIONS), (schema, disposition) => {
        const result = schema.safeParse(reply(schema, disposition))
        expect(result.error?.issues ?? []).toEqual([])
      }),
      { numRuns: 400 },
    )
  })

  it('depends on schema and disposition alone', () => {
    fc.assert(
      fc.property(anySchema, fc.constantFrom(...DISPOSITIONS), (schema, disposition) => {
        expect(JSON.stringify(reply(schema, disposition))).toBe(JSON.stringify(reply(schema, disposition)))
      }),
    )
  })

  it.each([
    ['booleans', z.boolean(), true, false],
    ['verdicts', z.enum(['unsupported', 'supported']), 'supported', 'unsupported'],
    ['verdicts in capitals', z.enum(['Not Supported', 'SUPPORTED']), 'SUPPORTED', 'Not Supported'],
    ['three verdicts', z.enum(['partially supported', 'supported', 'contradicted']), 'supported', 'contradicted'],
    ['yes and no', z.enum(['no', 'yes']), 'yes', 'no'],
    ['relevance', z.enum(['irrelevant', 'relevant']), 'relevant', 'irrelevant'],
    ['numbers in bounds', z.number().min(0).max(5), 5, 0],
    ['numbers without bounds', z.number(), 1, 0],
    ['numbers with a lower bound of 1', z.number().min(1), 2, 1],
    ['numbers with an upper bound alone', z.number().max(4), 4, 0],
    ['a Likert scale', z.int().min(1).max(5), 5, 1],
  ])('affirms and denies %s', (_, schema, affirmed, denied) => {
    expect(reply(schema, 'affirming')).toBe(affirmed)
    expect(reply(schema, 'denying')).toBe(denied)
  })

  it('keeps whole numbers inside bounds that are not whole', () => {
    const schema: JsonSchema = { type: 'integer', minimum: 0.5, maximum: 2.7 }
    expect([constantReply(schema, 'affirming'), constantReply(schema, 'denying')]).toEqual([2, 1])
  })

  it('differs between affirming and denying for any choice there is', () => {
    const words = fc.constantFrom(
      'yes',
      'no',
      'informative',
      'insightful',
      'A',
      'B',
      'unsure',
      'notable',
      'low',
      'high',
      '1',
      '0',
      'x',
    )
    fc.assert(
      fc.property(fc.uniqueArray(words, { minLength: 2, maxLength: 5 }), (values) => {
        const schema: JsonSchema = { enum: values }
        expect(constantReply(schema, 'affirming')).not.toBe(constantReply(schema, 'denying'))
      }),
    )
    expect(constantReply({ enum: ['only'] }, 'denying')).toBe('only')
  })

  it('changes from choice to choice when mixed', () => {
    expect(reply(z.array(z.boolean()).length(4), 'mixed')).toEqual([true, false, true, false])
    expect(reply(z.strictObject({ a: z.boolean(), b: z.enum(['yes', 'no']), c: z.number() }), 'mixed')).toEqual({
      a: true,
      b: 'no',
      c: 1,
    })
  })

  it('has three items a list, and as few as allowed when empty', () => {
    const list = z.array(z.boolean())
    expect(reply(list)).toEqual([true, true, true])
    expect(reply(list.max(2))).toEqual([true, true])
    expect(reply(list.min(5))).toHaveLength(5)
    expect(reply(list, 'empty')).toEqual([])
    expect(reply(list.min(2), 'empty')).toEqual([true, true])
  })

  it('has texts that differ from each other', () => {
    const texts = reply(z.array(z.string())) as string[]
    expect(new Set(texts).size).toBe(3)
  })

  it('answers under every property asked for, in the order of the schema', () => {
    expect(Object.keys(reply(z.strictObject({ quote: z.string(), verdict: z.boolean() })) as object)).toEqual([
      'quote',
      'verdict',
    ])
  })

  it('follows references, and takes the first option that is not null', () => {
    const schema: JsonSchema = {
      $defs: { v: { type: 'boolean' } },
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/v' },
        b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/v' }] },
        c: { type: ['null', 'boolean'] },
      },
    }
    expect(constantReply(schema, 'affirming')).toEqual({ a: true, b: true, c: true })
  })

  it('answers all parts of allOf at once', () => {
    const both: JsonSchema = {
      type: 'object',
      properties: { c: { type: 'boolean' } },
      allOf: [
        { properties: { a: { type: 'boolean' } }, required: ['a'] },
        { properties: { b: { enum: ['no', 'yes'] } }, required: ['b'] },
      ],
    }
    expect(constantReply(both, 'affirming')).toEqual({ a: true, b: 'yes', c: true })
    const described: JsonSchema = { $defs: { v: { type: 'boolean' } }, allOf: [{ $ref: '#/$defs/v' }] }
    expect(constantReply(described, 'denying')).toBe(false)
  })

  it('ends in schemas that contain themselves', () => {
    const tree = z.strictObject({
      name: z.string(),
      get children() {
        return z.array(tree)
      },
    })
    const chain = z.strictObject({
      last: z.boolean(),
      get next() {
        return z.nullable(chain)
      },
    })
    for (const disposition of DISPOSITIONS) expect(chain.safeParse(reply(chain, disposition)).success).toBe(true)
    expect(tree.safeParse(reply(tree, 'empty')).success).toBe(true)
    const listed: JsonSchema = { type: ['object', 'null'], properties: { next: { $ref: '#' } }, required: ['next'] }
    expect(JSON.stringify(constantReply(listed, 'affirming'))).toMatch(/^(\{"next":)+null\}+$/u)
  })

  it('to no schema at all is a text', () => {
    expect(typeof constantReply({}, 'affirming')).toBe('string')
  })
})

describe('all dispositions together', () => {
  const first = (schema: z.ZodType) => [
    ...new Set(DISPOSITIONS.map((disposition) => (reply(z.object({ it: schema }), disposition) as { it: unknown }).it)),
  ]

  it('give every value of a scale from 1 to 5', () => {
    expect(first(z.int().min(1).max(5)).toSorted()).toEqual([1, 2, 3, 4, 5])
  })

  it('give numbers between the extremes', () => {
    const numbers = first(z.number().min(0).max(1)) as number[]
    expect(numbers).toEqual(expect.arrayContaining([0, 1]))
    expect(numbers.filter((number) => number > 0.2 && number < 0.8).length).toBeGreaterThanOrEqual(3)
  })

  it.each([
    [['supported', 'partially supported', 'unsupported']],
    [['yes', 'no', 'unclear', 'idk']],
    [['A', 'B', 'C', 'D']],
  ])('give each of %j', (values) => {
    expect(first(z.enum(values as [string])).toSorted()).toEqual(values.toSorted())
  })

  it('give null once where it may be, and something else as well', () => {
    for (const schema of [z.nullable(z.string()), z.nullable(z.boolean())]) {
      expect(first(schema)).toContain(null)
      expect(first(schema).length).toBeGreaterThan(1)
    }
  })
})
