import { describe, expect, it } from 'vitest'
import { findRoute, JUDGE_ROUTES } from '../../../../src/transport/routes/index.js'
import type { Reply } from '../../../../src/transport/routes/route.js'

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

const REQUESTS = {
  'openai.chat': { path: '/v1/chat/completions', body: { model: 'm', messages: [{ role: 'user', content: 'seen' }] } },
  'openai.responses': { path: '/v1/responses', body: { model: 'm', instructions: 'system', input: 'seen' } },
  'openai.embeddings': { path: '/v1/embeddings', body: { model: 'm', input: 'seen' } },
  'anthropic.messages': {
    path: '/v1/messages',
    body: {
      model: 'm',
      max_tokens: 9,
      system: 'system',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'seen' }] }],
    },
  },
  'gemini.generateContent': {
    path: '/v1beta/models/m:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'seen' }] }] },
  },
  'ollama.chat': {
    path: '/api/chat',
    body: { model: 'm', stream: false, messages: [{ role: 'user', content: 'seen' }] },
  },
  'ollama.generate': { path: '/api/generate', body: { model: 'm', stream: false, prompt: 'seen' } },
} as const

const ask = (path: string, body: unknown, reply: Reply) => {
  const found = findRoute('POST', path, body)
  if (found === null) throw new Error(`no route for ${path}`)
  return found.route.respond(found.asked, reply)
}

describe('every judge API', () => {
  it('has a request in this test', () => {
    expect(Object.keys(REQUESTS)).toEqual(JUDGE_ROUTES.map(({ name }) => name))
  })

  it.each(Object.entries(REQUESTS))(
    '%s is known by path and body on any host and behind any prefix',
    (name, { path, body }) => {
      for (const prefix of ['', '/openai', '/gateway/v3'])
        expect(findRoute('POST', `${prefix}${path}`, body)?.asked).toMatchObject({ route: name, model: 'm' })
      expect(findRoute('GET', path, body)).toBeNull()
      expect(findRoute('POST', path, { something: 'else' })).toBeNull()
      expect(findRoute('POST', path, undefined)).toBeNull()
    },
  )

  it.each(Object.entries(REQUESTS))('%s shows all text that its model sees', (_, { path, body }) => {
    const text = findRoute('POST', path, body)?.asked.messages.map((message) => message.text)
    expect(text).toContain('seen')
    if ('system' in body || 'instructions' in body) expect(text).toContain('system')
  })

  it('shows text in descriptions of tools and schemas', () => {
    const described = { ...schema, description: 'leak' }
    const bodies = [
      ['/v1/chat/completions', { model: 'm', messages: [], response_format: { json_schema: { schema: described } } }],
      [
        '/v1/chat/completions',
        { model: 'm', messages: [], tools: [{ function: { name: 't', parameters: described } }] },
      ],
      ['/v1/responses', { model: 'm', input: '', text: { format: { type: 'json_schema', schema: described } } }],
      ['/v1/messages', { model: 'm', messages: [], tools: [{ name: 't', input_schema: described }] }],
      ['/models/m:generateContent', { contents: [], generationConfig: { responseSchema: described } }],
      ['/api/chat', { model: 'm', messages: [], format: described }],
    ] as const
    for (const [path, body] of bodies) {
      const asked = findRoute('POST', path, body)?.asked
      expect(asked?.messages.map(({ text }) => text).join()).toContain('leak')
      expect(asked?.format).toMatchObject({ kind: 'schema', schema: described })
    }
  })

  it('goes to no route for model lists, telemetry and audio', () => {
    for (const path of ['/v1/models', '/v1/traces', '/v1/audio/speech', '/api/tags', '/'])
      expect(findRoute('POST', path, { model: 'm', messages: [{ role: 'user', content: 'x' }] })).toBeNull()
  })
})

describe('a reply to', () => {
  it('Anthropic messages is text or a tool use', async () => {
    const { path, body } = REQUESTS['anthropic.messages']
    expect(await ask(path, body, { text: 'yes' }).json()).toMatchObject({
      type: 'message',
      content: [{ type: 'text', text: 'yes' }],
      stop_reason: 'end_turn',
    })
    const called = ask(path, { ...body, tools: [{ name: 'verdict', input_schema: schema }] }, { value: { ok: false } })
    expect(await called.json()).toMatchObject({
      content: [{ type: 'tool_use', name: 'verdict', input: { ok: false } }],
      stop_reason: 'tool_use',
    })
  })

  it('Anthropic messages streams its events in order', async () => {
    const { path, body } = REQUESTS['anthropic.messages']
    const text = await ask(path, { ...body, stream: true }, { text: 'yes' }).text()
    expect([...text.matchAll(/^event: (\w+)$/gmu)].map(([, name]) => name)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
    expect(text).toContain('"text":"yes"')
  })

  it('Gemini is a candidate, and reads its types in capitals', async () => {
    const { path, body } = REQUESTS['gemini.generateContent']
    const generationConfig = { responseSchema: { type: 'OBJECT', properties: { ok: { type: 'BOOLEAN' } } } }
    expect(findRoute('POST', path, { ...body, generationConfig })?.asked.format).toMatchObject({
      schema: { type: 'object', properties: { ok: { type: 'boolean' } } },
    })
    expect(await ask(path, body, { text: 'yes' }).json()).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'yes' }] }, finishReason: 'STOP' }],
    })
  })

  it('Ollama is one object, or lines of them where it streams', async () => {
    const { path, body } = REQUESTS['ollama.chat']
    expect(await ask(path, body, { text: 'yes' }).json()).toMatchObject({ message: { content: 'yes' }, done: true })
    const { stream: _, ...streaming } = body
    const lines = (await ask(path, streaming, { text: 'yes' }).text())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ done }) => done)).toEqual([false, true])
    const generated = ask(REQUESTS['ollama.generate'].path, REQUESTS['ollama.generate'].body, { text: 'yes' })
    expect(await generated.json()).toMatchObject({ response: 'yes', done: true })
  })
})
