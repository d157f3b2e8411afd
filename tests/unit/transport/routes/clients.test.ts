import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { findRoute } from '../../../../src/transport/routes/index.js'
import type { Reply } from '../../../../src/transport/routes/route.js'

/** The official client, answered by the routes as the interception answers it. */
const clientAnswered = (reply: Reply) =>
  new OpenAI({
    apiKey: 'none',
    maxRetries: 0,
    fetch: async (url, init) => {
      const found = findRoute(init?.method ?? 'GET', new URL(String(url)).pathname, JSON.parse(String(init?.body)))
      if (found === null) throw new Error(`no route for ${url}`)
      return found.route.respond(found.asked, reply)
    },
  })

const messages = [{ role: 'user' as const, content: 'Is it so?' }]
const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
const tool = { type: 'function' as const, function: { name: 'verdict', parameters: schema } }
const value = { value: { ok: true } }

describe('the openai client reads', () => {
  it('a chat completion with a JSON schema', async () => {
    const completion = await clientAnswered(value).chat.completions.create({
      model: 'm',
      messages,
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', schema } },
    })
    expect(completion.choices[0]?.message.content).toBe('{"ok":true}')
    expect(completion.choices[0]?.finish_reason).toBe('stop')
    expect(completion.model).toBe('m')
  })

  it('a tool call, of the forced tool', async () => {
    const other = { type: 'function' as const, function: { name: 'other', parameters: schema } }
    const completion = await clientAnswered(value).chat.completions.create({
      model: 'm',
      messages,
      tools: [other, tool],
      tool_choice: { type: 'function', function: { name: 'verdict' } },
    })
    const [call] = completion.choices[0]?.message.tool_calls ?? []
    expect(call).toMatchObject({ type: 'function', function: { name: 'verdict', arguments: '{"ok":true}' } })
    expect(completion.choices[0]?.finish_reason).toBe('tool_calls')
  })

  it('a streamed chat completion, whole', async () => {
    const stream = await clientAnswered({ text: 'yes' }).chat.completions.create({ model: 'm', messages, stream: true })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe('yes')
  })

  it('a streamed tool call, whole', async () => {
    const runner = clientAnswered(value).chat.completions.stream({ model: 'm', messages, tools: [tool] })
    const completion = await runner.finalChatCompletion()
    expect(completion.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { arguments: '{"ok":true}' } })
  })

  it('a response with a JSON schema, and one with a tool', async () => {
    const format = { type: 'json_schema' as const, name: 'verdict', schema, strict: true }
    const plain = await clientAnswered(value).responses.create({ model: 'm', input: 'Is it so?', text: { format } })
    expect(plain.output_text).toBe('{"ok":true}')
    const called = await clientAnswered(value).responses.create({
      model: 'm',
      input: 'Is it so?',
      tools: [{ type: 'function', name: 'verdict', parameters: schema, strict: true }],
    })
    expect(called.output[0]).toMatchObject({ type: 'function_call', name: 'verdict', arguments: '{"ok":true}' })
  })

  it('a streamed response, whole', async () => {
    const stream = clientAnswered({ text: 'yes' }).responses.stream({ model: 'm', input: 'Is it so?' })
    expect((await stream.finalResponse()).output_text).toBe('yes')
  })

  it('embeddings as floats and as base64, the same', async () => {
    const client = clientAnswered({
      vectors: [
        [0.5, 0.25],
        [1, 0],
      ],
    })
    const packed = await client.embeddings.create({ model: 'm', input: ['a', 'b'] })
    const plain = await client.embeddings.create({ model: 'm', input: ['a', 'b'], encoding_format: 'float' })
    expect(plain.data.map(({ embedding }) => embedding)).toEqual([
      [0.5, 0.25],
      [1, 0],
    ])
    expect(packed.data.map(({ embedding }) => [...embedding])).toEqual([
      [0.5, 0.25],
      [1, 0],
    ])
  })
})
