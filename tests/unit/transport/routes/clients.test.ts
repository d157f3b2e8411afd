import OpenAI, { AzureOpenAI } from 'openai'
import { describe, expect, it } from 'vitest'
import { findRoute } from '../../../../src/transport/routes/index.js'
import type { Reply } from '../../../../src/transport/routes/route.js'

/** The official client, answered by the routes as the interception answers it. */
const optionsFor = (reply: Reply) => ({
  apiKey: 'none',
  maxRetries: 0,
  fetch: async (url: unknown, init?: RequestInit) => {
    const found = findRoute(init?.method ?? 'GET', new URL(String(url)).pathname, JSON.parse(String(init?.body)))
    if (found === null) throw new Error(`no route for ${url}`)
    return found.route.respond(found.asked, reply)
  },
})
const clientAnswered = (reply: Reply) => new OpenAI(optionsFor(reply))

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

  it('several choices, each whole, also streamed', async () => {
    const client = clientAnswered({ text: 'yes' })
    const completion = await client.chat.completions.create({ model: 'm', messages, n: 3 })
    expect(completion.choices.map(({ index, message }) => [index, message.content])).toEqual([
      [0, 'yes'],
      [1, 'yes'],
      [2, 'yes'],
    ])
    const streamed = await client.chat.completions.stream({ model: 'm', messages, n: 2 }).finalChatCompletion()
    expect(streamed.choices.map(({ message }) => message.content)).toEqual(['yes', 'yes'])
    const calls = await clientAnswered(value).chat.completions.create({ model: 'm', messages, tools: [tool], n: 2 })
    expect(calls.choices.map(({ finish_reason }) => finish_reason)).toEqual(['tool_calls', 'tool_calls'])
  })

  it('older completions of one prompt and of several, with several choices, also streamed', async () => {
    const client = clientAnswered({ text: 'yes' })
    const one = await client.completions.create({ model: 'm', prompt: 'Is it so?' })
    expect(one.choices).toEqual([{ index: 0, text: 'yes', logprobs: null, finish_reason: 'stop' }])
    const several = await client.completions.create({ model: 'm', prompt: ['a', 'b'], n: 2 })
    expect(several.choices.map(({ index }) => index)).toEqual([0, 1, 2, 3])
    let text = ''
    for await (const chunk of await client.completions.create({ model: 'm', prompt: [1, 2], stream: true }))
      text += chunk.choices[0]?.text ?? ''
    expect(text).toBe('yes')
  })

  it('Azure deployments', async () => {
    const azure = new AzureOpenAI({ ...optionsFor({ text: 'yes' }), endpoint: 'https://x.example', apiVersion: '1' })
    const completion = await azure.chat.completions.create({ model: 'judge', messages })
    expect(completion.choices[0]?.message.content).toBe('yes')
    expect(completion.model).toBe('judge')
    expect((await azure.completions.create({ model: 'judge', prompt: 'p' })).choices[0]?.text).toBe('yes')
  })
})

/** A score as G-Eval reads it: the mean of the numbers among the first token's alternatives, weighted by probability. */
const weighted = (tokens: readonly { token: string; logprob: number }[], low: number, high: number): number => {
  const rated = tokens
    .map(({ token, logprob }) => ({ score: Number.parseInt(token.trim(), 10), weight: Math.exp(logprob) }))
    .filter(({ score }) => score >= low && score <= high)
  const total = rated.reduce((sum, { weight }) => sum + weight, 0)
  return rated.reduce((sum, { score, weight }) => sum + score * weight, 0) / total
}

describe('token probabilities that a scorer reads', () => {
  const logprobsFor = async (text: string, top_logprobs = 20) => {
    const client = clientAnswered({ text })
    const { choices } = await client.chat.completions.create({
      model: 'm',
      messages,
      logprobs: true,
      top_logprobs,
    })
    return choices[0]!.logprobs!.content!
  }

  it('spell the reply, and are as many as were asked for', async () => {
    const tokens = await logprobsFor('Verdict: the answer is 100% "supported".\nScore: 4 ✓', 5)
    expect(tokens.map(({ token }) => token).join('')).toBe('Verdict: the answer is 100% "supported".\nScore: 4 ✓')
    expect(tokens.every(({ top_logprobs }) => top_logprobs.length === 5)).toBe(true)
    expect(tokens.map(({ token }) => token)).toContain(' 4')
    expect(tokens[0]?.bytes).toEqual([...Buffer.from('Verdict')])
    expect(await logprobsFor('yes', 0)).toMatchObject([{ token: 'yes', top_logprobs: [] }])
  })

  it('are those of a distribution, the token that was said first', async () => {
    for (const { token, logprob, top_logprobs } of await logprobsFor('Score: 4. yes')) {
      expect(top_logprobs[0]).toMatchObject({ token, logprob })
      expect(top_logprobs.map((each) => each.logprob)).toEqual(
        top_logprobs.map((each) => each.logprob).toSorted((one, other) => other - one),
      )
      expect(new Set(top_logprobs.map((each) => each.token)).size).toBe(top_logprobs.length)
      expect(top_logprobs.reduce((sum, each) => sum + Math.exp(each.logprob), 0)).toBeLessThanOrEqual(1)
    }
  })

  it('give a number that follows the reply', async () => {
    const scores = []
    for (const text of ['1', '2', '3', '4', '5'])
      scores.push(weighted((await logprobsFor(text))[0]!.top_logprobs, 1, 5))
    for (const [index, score] of scores.entries()) expect(Math.abs(score - index - 1)).toBeLessThan(0.2)
  })

  it('hold the opposite of yes and no, so that a scorer can weigh both', async () => {
    for (const [said, other] of [
      ['yes', 'no'],
      ['No', 'Yes'],
      ['TRUE', 'FALSE'],
      ['A', 'B'],
    ] as const) {
      const [first] = await logprobsFor(said, 2)
      expect(first?.top_logprobs.map(({ token }) => token)).toEqual([said, other])
    }
  })

  it('come with older completions and with streams too', async () => {
    const client = clientAnswered({ text: 'Score: 4' })
    const { choices } = await client.completions.create({ model: 'm', prompt: 'p', logprobs: 2 })
    expect(choices[0]?.logprobs).toMatchObject({ tokens: ['Score', ':', ' 4'], text_offset: [0, 5, 6] })
    expect(Object.keys(choices[0]?.logprobs?.top_logprobs?.[2] ?? {})).toEqual([' 4', ' 3'])
    const runner = client.chat.completions.stream({ model: 'm', messages, logprobs: true, top_logprobs: 1 })
    const streamed = await runner.finalChatCompletion()
    expect(streamed.choices[0]?.logprobs?.content?.map(({ token }) => token)).toEqual(['Score', ':', ' 4'])
  })
})
