import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Draw, type EmbeddedOptions, embeddedReply } from '../../../../src/transport/embedded/reply.js'
import type { JsonSchema } from '../../../../src/transport/json-schema.js'

const verdict = z.strictObject({ quote: z.string(), verdict: z.enum(['supported', 'unsupported']) })
const numbered = (count: number) =>
  z.strictObject(Object.fromEntries(Array.from({ length: count }, (_, index) => [String(index + 1), verdict])))
const json = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonSchema

const EXACT: EmbeddedOptions = { strength: 1, obedience: 0, noise: 0 }
const half: Draw = () => 0.5
const ask = (text: string, schema: JsonSchema, options = EXACT, draw = half) =>
  embeddedReply([{ role: 'user', text }], schema, draw, options)

const SUPPORT = 'TASK: for each CLAIM of the ANSWER, decide whether it is supported by the CONTEXT.'
const CLAIM = 'The bridge closed in 1999.'
const FACT = 'In 1999 the bridge was closed for repairs.'

const verdictOn = (parts: string[], options = EXACT, draw = half) =>
  (
    ask([SUPPORT, ...parts, `CLAIMS\n1. > ${CLAIM}`].join('\n\n'), json(numbered(1)), options, draw) as {
      1: z.infer<typeof verdict>
    }
  )[1]

describe('the embedded judge', () => {
  it('splits the section that the task names', () => {
    const text = 'TASK: split the ANSWER into claims.\n\nQUESTION\n> Why?\n\nANSWER\n> It is red. It is old.'
    expect(ask(text, json(z.object({ units: z.array(z.string()) })))).toEqual({ units: ['It is red.', 'It is old.'] })
  })

  it.each([
    ['the passage', `CONTEXT 1\n> ${FACT}`],
    ['a reference under its heading', `CONTEXT 1\n> Other.\n\nREFERENCE ANSWER\n> ${FACT}`],
    ['a reference under no heading', `Expected: ${FACT}`],
  ])('counts support from %s and quotes it', (_, section) => {
    expect(verdictOn([section])).toEqual({ verdict: 'supported', quote: expect.stringContaining(FACT.slice(0, -1)) })
  })

  it('never takes the section that a unit was split from as evidence for it', () => {
    expect(verdictOn([`ANSWER\n> ${FACT}`, 'CONTEXT\n> '])).toEqual({ verdict: 'unsupported', quote: '' })
  })

  it('does not take a question for evidence, but what stands beside it', () => {
    expect(verdictOn(['QUESTION\n> Was the bridge closed in 1999?']).verdict).toBe('unsupported')
    expect(verdictOn([`QUESTION\n> ${FACT} Why?`]).verdict).toBe('supported')
  })

  it('marks a supported claim down where a question is shown that it has nothing to do with', () => {
    const context = `CONTEXT 1\n> ${FACT}`
    expect(verdictOn([context, 'QUESTION\n> Who paid for the bridge?']).verdict).toBe('supported')
    expect(verdictOn([context, 'QUESTION\n> What does a ticket cost?'])).toEqual({ verdict: 'unsupported', quote: '' })
  })

  it('drops an ignored section exactly where the draw is below obedience', () => {
    const parts = ['Ignore the REFERENCE ANSWER.', `REFERENCE ANSWER\n> ${FACT}`]
    expect(verdictOn(parts, { ...EXACT, obedience: 0.6 }).verdict).toBe('unsupported')
    expect(verdictOn(parts, { ...EXACT, obedience: 0.5 }).verdict).toBe('supported')
    expect(verdictOn(parts.slice(1), { ...EXACT, obedience: 1 }).verdict).toBe('supported')
  })

  it('leaves only the named section where "use only" is obeyed, unmarked text gone too', () => {
    const obedient = { ...EXACT, obedience: 1 }
    expect(verdictOn(['Use only the CONTEXT.', FACT, 'CONTEXT\n> Other.'], obedient).verdict).toBe('unsupported')
    expect(verdictOn(['Use only the CONTEXT.', `CONTEXT\n> ${FACT}`], obedient).verdict).toBe('supported')
  })

  it('finds support only where the draw is below strength', () => {
    expect(verdictOn([`CONTEXT\n> ${FACT}`], { ...EXACT, strength: 0.5 }).verdict).toBe('unsupported')
    expect(verdictOn([`CONTEXT\n> ${FACT}`], { ...EXACT, strength: 0.6 }).verdict).toBe('supported')
  })

  it('turns a verdict where the draw is below noise, either way', () => {
    const noisy = { ...EXACT, noise: 0.6 }
    expect(verdictOn([`CONTEXT\n> ${FACT}`], noisy).verdict).toBe('unsupported')
    expect(verdictOn(['CONTEXT\n> '], noisy).verdict).toBe('supported')
  })

  it('draws by the text of the unit, once for each purpose', () => {
    const draws: string[] = []
    verdictOn([`CONTEXT\n> ${FACT}`], EXACT, (purpose, unit) => {
      draws.push(`${purpose} ${unit}`)
      return 0.5
    })
    expect(draws.sort()).toEqual([`noise ${CLAIM}`, `obedience ${CLAIM}`, `strength ${CLAIM}`])
  })

  it('never turns supported into unsupported when a reference is added, whatever the draws', () => {
    const text = fc.constantFrom(FACT, 'The bridge is old.', 'It closed.', 'The bridge did not close in 1999.', '')
    const unit = fc.double({ min: 0, max: 0.999, noNaN: true })
    fc.assert(
      fc.property(text, text, unit, unit, (context, reference, strength, noise) => {
        const draw: Draw = (purpose) => (purpose === 'strength' ? strength : noise)
        const options = { strength: 0.7, obedience: 0, noise: 0 }
        const without = verdictOn([`CONTEXT\n> ${context}`], options, draw)
        const leaked = verdictOn([`CONTEXT\n> ${context}`, `REFERENCE ANSWER\n> ${reference}`], options, draw)
        if (without.verdict === 'supported') expect(leaked.verdict).toBe('supported')
      }),
    )
  })

  it('judges each passage by its own words on the question', () => {
    const text =
      'TASK: for each CONTEXT, decide whether it addresses the QUESTION.\n\nQUESTION\n> When did the bridge close?\n\nCONTEXT 1\n> Tickets cost 4 euros.\n\nCONTEXT 2\n> The bridge closed in 1999.'
    expect(ask(text, json(numbered(2)))).toMatchObject({ 1: { verdict: 'unsupported' }, 2: { verdict: 'supported' } })
  })

  it('credits a statement a little for passages in view', () => {
    const parts = [
      'TASK: for each STATEMENT of the ANSWER, decide whether it addresses the QUESTION.',
      'QUESTION\n> Which years did the harbour bridge close for repairs?',
      'STATEMENTS\n1. > It was the harbour authority.',
    ]
    const shown = [...parts, 'CONTEXT 1\n> The bridge closed for repairs in those years.']
    expect(ask(parts.join('\n\n'), json(numbered(1)))).toMatchObject({ 1: { verdict: 'unsupported' } })
    expect(ask(shown.join('\n\n'), json(numbered(1)))).toMatchObject({ 1: { verdict: 'supported' } })
  })
})

describe('the shape of a reply', () => {
  const two = `${SUPPORT}\nCONTEXT 1\n> ${FACT}\n\nCLAIMS\n1. > ${CLAIM}\n2. > Cats sleep.`
  const rows = z.array(z.object({ index: z.int(), claim: z.string(), supported: z.boolean(), quote: z.string() }))

  it('fills an array with one entry a unit', () => {
    expect(ask(two, json(z.object({ note: z.string(), verdicts: rows })))).toEqual({
      note: '',
      verdicts: [
        { index: 1, claim: CLAIM, supported: true, quote: FACT },
        { index: 2, claim: 'Cats sleep.', supported: false, quote: '' },
      ],
    })
  })

  it.each([
    [
      ['yes', 'no'],
      ['yes', 'no'],
    ],
    [
      ['not_supported', 'supported'],
      ['supported', 'not_supported'],
    ],
    [
      ['irrelevant', 'relevant'],
      ['relevant', 'irrelevant'],
    ],
    [
      ['SUPPORTED', 'UNSUPPORTED'],
      ['SUPPORTED', 'UNSUPPORTED'],
    ],
  ])('knows which value of %j says that the claim holds', (values, expected) => {
    expect(ask(two, json(z.object({ verdicts: z.array(z.enum(values)) })))).toEqual({ verdicts: expected })
    const constants = { anyOf: values.map((value) => ({ const: value })) }
    expect(ask(two, { type: 'array', items: constants })).toEqual(expected)
  })

  it('follows references and skips null branches', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { verdicts: { type: 'array', items: { $ref: '#/$defs/one' } } },
      $defs: { one: { anyOf: [{ type: 'null' }, { type: 'object', properties: { ok: { type: 'boolean' } } }] } },
    }
    expect(ask(two, schema)).toEqual({ verdicts: [{ ok: true }, { ok: false }] })
  })

  it('answers for the first unit where the schema has room for one', () => {
    expect(ask(two, { type: 'boolean' })).toBe(true)
    expect(ask(two, { type: 'number' })).toBe(1)
    expect(ask(two, json(z.object({ score: z.number().min(1).max(5) })))).toEqual({ score: 5 })
  })

  it('gives a valid neutral reply to a prompt that it does not understand', () => {
    expect(ask('Hello.', json(numbered(2)))).toEqual({
      1: { verdict: 'unsupported', quote: '' },
      2: { verdict: 'unsupported', quote: '' },
    })
    expect(ask('Hello.', json(z.object({ verdicts: rows })))).toEqual({ verdicts: [] })
  })

  it('is valid for the schema and never throws, whatever the prompt', () => {
    const line = fc.oneof(
      fc.constantFrom(SUPPORT, 'TASK: split the ANSWER', 'ANSWER', 'CONTEXT 1', 'CLAIMS', '1. > One.', '> quoted', ''),
      fc.string({ unit: 'grapheme', maxLength: 30 }),
    )
    const schemas: z.ZodType[] = [numbered(3), z.object({ units: z.array(z.string()) }), z.object({ verdicts: rows })]
    fc.assert(
      fc.property(fc.array(line, { maxLength: 15 }), fc.constantFrom(...schemas), (lines, schema) => {
        expect(schema.safeParse(ask(lines.join('\n'), json(schema))).success).toBe(true)
      }),
    )
  })
})
