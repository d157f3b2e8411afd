import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/transport/json-schema.js'
import type { Asked } from '../../../src/transport/routes/route.js'
import { standIn } from '../../../src/transport/stand-in.js'

const asked = (more: Partial<Asked> = {}): Asked => ({
  route: 'openai.chat',
  model: 'm',
  messages: [{ role: 'user', text: 'Is it so?' }],
  format: { kind: 'text' },
  stream: false,
  unseen: [],
  ...more,
})
const schema = (of: object): Asked['format'] => ({
  kind: 'schema',
  name: '',
  schema: of as JsonSchema,
  as: 'content',
})
const AFFIRMING = { judge: 'stand-in', disposition: 'affirming' } as const
const FIRST = { call: 1, ordinal: 0 }
const HOW = /; give `respond` in the config, such as `respond: \(\{ api, prompt \}, disposition\) => .+`$/u

describe('what the stand-in cannot answer', () => {
  it.each([
    ['an API without a reply', asked({ unanswerable: 'wants a binary stream' }), /^wants a binary stream;/u],
    ['JSON of no shape', asked({ format: { kind: 'json' } }), /^asks for JSON, but its prompt describes no shape;/u],
    [
      'a pattern',
      asked({ format: schema({ type: 'string', pattern: '^(?=a)b$' }) }),
      /text that matches \^\(\?=a\)b\$/u,
    ],
    ['a lost reference', asked({ format: schema({ $ref: '#/$defs/x' }) }), /^refers to #\/\$defs\/x/u],
  ])('is %s: it says what that is and how to answer it', (_, request, reason) => {
    const given = standIn().reply(request, 'slot', 'unit', AFFIRMING, FIRST)
    const { unanswered } = given as { unanswered: string }
    expect(unanswered).toMatch(reason)
    expect(unanswered).toMatch(HOW)
  })

  it('is answered by the user, an API without a reply only by a whole response', () => {
    const stand = standIn()
    stand.forHarness(() => ({ score: 1 }))
    expect(stand.reply(asked({ format: { kind: 'json' } }), 's', 'u', AFFIRMING, FIRST)).toEqual({
      value: { score: 1 },
    })
    const binary = asked({ unanswerable: 'wants a binary stream' })
    expect(stand.reply(binary, 's', 'u', AFFIRMING, FIRST)).toHaveProperty('unanswered')
    stand.forHarness(() => new Response('own'))
    expect(stand.reply(binary, 's', 'u', AFFIRMING, FIRST)).toHaveProperty('response')
  })
})

describe('the shape of a reply', () => {
  it('stays that of the first request of a call, whatever later descriptions quote', () => {
    const stand = standIn()
    const about = (description: string) => asked({ format: schema({ type: 'integer', description }) })
    expect(stand.reply(about('from 1 to 5'), 's', 'u', AFFIRMING, FIRST)).toEqual({ value: 5 })
    expect(stand.reply(about('from 1 to 9'), 's', 'u', AFFIRMING, FIRST)).toEqual({ value: 5 })
    expect(stand.reply(about('from 1 to 9'), 'another', 'u', AFFIRMING, FIRST)).toEqual({ value: 9 })
    stand.forHarness()
    expect(stand.reply(about('from 1 to 9'), 's', 'u', AFFIRMING, FIRST)).toEqual({ value: 9 })
  })
})
