import { describe, expect, it } from 'vitest'
import { findRoute, JUDGE_ROUTES } from '../../../../src/transport/routes/index.js'
import type { Reply } from '../../../../src/transport/routes/route.js'

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

const REQUESTS = {
  'openai.chat': { path: '/v1/chat/completions', body: { model: 'm', messages: [{ role: 'user', content: 'seen' }] } },
  'openai.completions': { path: '/v1/completions', body: { model: 'm', prompt: 'seen' } },
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
  'anthropic.vertex': {
    path: '/v1/projects/p/locations/l/publishers/anthropic/models/m:rawPredict',
    body: {
      anthropic_version: 'vertex-2023-10-16',
      max_tokens: 9,
      system: 'system',
      messages: [{ role: 'user', content: 'seen' }],
    },
  },
  'anthropic.bedrock': {
    path: '/model/m/invoke',
    body: {
      anthropic_version: 'bedrock-2023-05-31',
      max_tokens: 9,
      system: 'system',
      messages: [{ role: 'user', content: [{ type: 'text', text: 'seen' }] }],
    },
  },
  'gemini.generateContent': {
    path: '/v1beta/models/m:generateContent',
    body: { contents: [{ role: 'user', parts: [{ text: 'seen' }] }] },
  },
  'gemini.embedContent': {
    path: '/v1beta/models/m:embedContent',
    body: { model: 'models/m', content: { parts: [{ text: 'seen' }] }, taskType: 'SEMANTIC_SIMILARITY' },
  },
  'gemini.batchEmbedContents': {
    path: '/v1beta/models/m:batchEmbedContents',
    body: {
      requests: [
        { model: 'models/m', content: { parts: [{ text: 'seen' }] }, outputDimensionality: 3 },
        { model: 'models/m', content: { parts: [{ text: 'more' }] }, outputDimensionality: 3 },
      ],
    },
  },
  'ollama.chat': {
    path: '/api/chat',
    body: { model: 'm', stream: false, messages: [{ role: 'user', content: 'seen' }] },
  },
  'ollama.generate': { path: '/api/generate', body: { model: 'm', stream: false, prompt: 'seen' } },
  'ollama.embed': { path: '/api/embed', body: { model: 'm', input: ['seen', 'more'], dimensions: 4 } },
  'ollama.embeddings': { path: '/api/embeddings', body: { model: 'm', prompt: 'seen' } },
  'unknown.model': { path: '/model/m/converse', body: { messages: [{ role: 'user', content: [{ text: 'seen' }] }] } },
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
    expect(text?.join('\n')).toContain('seen')
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

describe('the model of a request', () => {
  it.each([
    ['/openai/deployments/judge%20one/chat/completions', { messages: [] }, 'judge one'],
    ['/openai/deployments/x/chat/completions', { model: 'm', messages: [] }, 'm'],
    ['/openai/deployments/x/completions', { prompt: 'p' }, 'x'],
    ['/openai/deployments/x/embeddings', { input: 'p' }, 'x'],
    ['/openai/deployments/%zz/embeddings', { input: 'p' }, '%zz'],
    ['/v1/projects/p/locations/l/publishers/anthropic/models/c@2024:streamRawPredict', { messages: [] }, 'c@2024'],
    ['/model/anthropic.c-v1%3A0/invoke', { messages: [] }, 'anthropic.c-v1:0'],
  ])('at %s with %j is %s', (path, body, model) => {
    expect(findRoute('POST', path, body)?.asked.model).toBe(model)
  })
})

describe('what no reply can be made up for', () => {
  it.each([
    [
      'a stream of Bedrock',
      '/model/m/invoke-with-response-stream',
      { messages: [] },
      /event stream of Bedrock.*binary/u,
    ],
    ['another vendor on Bedrock', '/model/titan/invoke', { inputText: 'x' }, /asks titan in a format of its vendor/u],
    ['another vendor on Vertex', '/publishers/google/models/e:predict', { instances: [{}] }, /asks e in a format/u],
    ['an echo', '/v1/completions', { model: 'm', prompt: 'p', echo: true }, /asks for its own prompt back/u],
  ])('is %s', (_, path, body, reason) => {
    expect(findRoute('POST', path, body)?.asked.unanswerable).toMatch(reason)
  })
})

const vectors = (count: number) => ({ vectors: Array.from({ length: count }, () => [0.6, 0.8]) })

describe('a reply to', () => {
  it('Anthropic on Vertex and on Bedrock is the message that Anthropic sends, streamed on Vertex', async () => {
    for (const name of ['anthropic.vertex', 'anthropic.bedrock'] as const) {
      const { path, body } = REQUESTS[name]
      expect(await ask(path, body, { text: 'yes' }).json()).toMatchObject({ content: [{ text: 'yes' }], model: 'm' })
    }
    const { path, body } = REQUESTS['anthropic.vertex']
    const streaming = ask(path.replace('rawPredict', 'streamRawPredict'), { ...body, stream: true }, { text: 'yes' })
    expect(await streaming.text()).toContain('event: content_block_delta')
  })

  it('Gemini embeddings is one vector, or a vector each, of the size that was asked for', async () => {
    const one = REQUESTS['gemini.embedContent']
    expect(await ask(one.path, one.body, vectors(1)).json()).toEqual({ embedding: { values: [0.6, 0.8] } })
    expect(findRoute('POST', one.path, one.body)?.asked.format).toMatchObject({ count: 1, dimensions: 768 })
    const { path, body } = REQUESTS['gemini.batchEmbedContents']
    const { embeddings } = (await ask(path, body, vectors(2)).json()) as { embeddings: unknown[] }
    expect(embeddings).toEqual([{ values: [0.6, 0.8] }, { values: [0.6, 0.8] }])
    expect(findRoute('POST', path, body)?.asked.format).toMatchObject({ count: 2, dimensions: 3 })
  })

  it('Ollama embeddings is a vector each, or one in the older form', async () => {
    const { path, body } = REQUESTS['ollama.embed']
    expect(await ask(path, body, vectors(2)).json()).toMatchObject({ embeddings: vectors(2).vectors })
    expect(findRoute('POST', path, body)?.asked.format).toMatchObject({ count: 2, dimensions: 4 })
    expect(findRoute('POST', path, { model: 'm', input: 'one' })?.asked.format).toMatchObject({ count: 1 })
    const older = REQUESTS['ollama.embeddings']
    expect(await ask(older.path, older.body, vectors(1)).json()).toEqual({ embedding: [0.6, 0.8] })
  })

  it('Gemini has as many candidates as were asked for', async () => {
    const { path, body } = REQUESTS['gemini.generateContent']
    const asked = ask(path, { ...body, generationConfig: { candidateCount: 2 } }, { text: 'yes' })
    expect(((await asked.json()) as { candidates: unknown[] }).candidates).toHaveLength(2)
  })

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
