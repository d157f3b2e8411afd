import http, { createServer, get, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import OpenAI from 'openai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Evaluation, Replies } from '../../../src/check/tracer.js'
import { type Interception, intercept } from '../../../src/transport/interception.js'

/** A host that no network resolves, and a server that would count whatever got past. */
const HOST = 'https://judge.invalid/v1'
let server: Server
let reached: string[] = []
let local: string

beforeAll(async () => {
  server = createServer((incoming, response) => {
    reached.push(`${incoming.method} ${incoming.url}`)
    incoming
      .resume()
      .on('end', () => response.setHeader('content-type', 'application/json').end('{"from":"the network"}'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  local = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

let watched: Interception
beforeEach(async () => {
  reached = []
  watched = await intercept()
})
afterEach(() => {
  watched.close()
  vi.useRealTimers()
})

const STAND_IN: Replies = { judge: 'stand-in', disposition: 'affirming' }
const at = (sample: string, more: Partial<Evaluation> = {}): Evaluation => ({
  metric: 'm',
  sample,
  arm: 'unmodified',
  repeat: 0,
  ...more,
})
const VERDICT = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
  additionalProperties: false,
}

const body = (content: string, schema: object | null = VERDICT) =>
  JSON.stringify({
    model: 'gpt',
    messages: [{ role: 'user', content }],
    ...(schema && { response_format: { type: 'json_schema', json_schema: { name: 'v', strict: true, schema } } }),
  })

const ask = async (content: string, url = `${HOST}/chat/completions`): Promise<{ ok: boolean }> => {
  const response = await fetch(url, { method: 'POST', body: body(content) })
  const completion = (await response.json()) as { choices: { message: { content: string } }[] }
  return JSON.parse(completion.choices[0]!.message.content)
}

const askThrough = async (client: OpenAI, content: string): Promise<{ ok: boolean }> => {
  const completion = await client.chat.completions.create({
    model: 'gpt',
    messages: [{ role: 'user', content }],
    response_format: { type: 'json_schema', json_schema: { name: 'v', strict: true, schema: VERDICT } },
  })
  return JSON.parse(completion.choices[0]!.message.content!)
}

const clientOf = (baseURL = HOST) => new OpenAI({ baseURL, apiKey: 'none' })
const scored = async (asked: Promise<{ ok: boolean }>) => ({ score: Number((await asked).ok) })
const contents = (trace: { requests: readonly { body: string }[] }) =>
  trace.requests.map(({ body }) => JSON.parse(body).messages[0].content)

describe('interception', () => {
  it('answers fetch and the openai client as the disposition says, and records what was asked', async () => {
    for (const asking of [ask, (content: string) => askThrough(clientOf(), content)])
      for (const [disposition, score] of [
        ['affirming', 1],
        ['denying', 0],
      ] as const) {
        const trace = await watched.trace(at('s1'), { judge: 'stand-in', disposition }, () => scored(asking('why?')))
        expect(trace.result).toEqual({ value: { score } })
        expect(trace.requests).toMatchObject([
          { method: 'POST', path: '/v1/chat/completions', model: 'gpt', body: expect.stringContaining('"why?"') },
        ])
        expect(trace).toMatchObject({ refused: [], unanswered: [] })
      }
  })

  it('records bodies in canonical form', async () => {
    const trace = await watched.trace(at('s1'), STAND_IN, () => scored(ask('x')))
    const { body } = trace.requests[0]!
    expect(Object.keys(JSON.parse(body))).toEqual(['messages', 'model', 'response_format'])
  })

  it('knows a judge by its path, whatever the host', async () => {
    for (const url of [
      'https://gateway.invalid/openai/deployments/x/chat/completions?api-version=1',
      `${local}/v1/chat/completions`,
    ])
      expect((await watched.trace(at('s1'), STAND_IN, () => scored(ask('x', url)))).requests).toHaveLength(1)
    expect(reached).toEqual([])
  })

  it('attributes requests to their evaluation, also in parallel ones', async () => {
    const client = clientOf()
    const traces = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        watched.trace(at(`s${index}`), STAND_IN, async () => {
          await new Promise((resolve) => setTimeout(resolve, (index * 7) % 5))
          await Promise.all([askThrough(client, `${index} a`), ask(`${index} b`)])
          return scored(askThrough(client, `${index} c`))
        }),
      ),
    )
    traces.forEach((trace, index) => {
      expect(contents(trace).toSorted()).toEqual([`${index} a`, `${index} b`, `${index} c`])
    })
    expect(watched.stray).toEqual([])
  })

  it('lets nothing reach the network: what is no judge is refused and listed', async () => {
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      const answers = [
        await fetch(`${local}/v1/models`),
        await fetch(`${local}/telemetry`, { method: 'POST', body: '{}' }),
        await fetch(`${local}/v1/chat/completions`, { method: 'POST', body: 'no JSON' }),
        await fetch(`${local}/v1/chat/completions`),
        await fetch(`${HOST}/audio/speech`, { method: 'POST', body: '{"input":"x"}' }),
      ]
      for (const answer of answers) expect(answer.status).toBe(403)
      return { score: 1 }
    })
    expect(trace.refused).toEqual([
      `GET ${local}/v1/models`,
      `POST ${local}/telemetry`,
      `POST ${local}/v1/chat/completions`,
      `GET ${local}/v1/chat/completions`,
      `POST ${HOST}/audio/speech`,
    ])
    expect(trace.requests).toEqual([])
    expect(reached).toEqual([])
  })

  it.each([
    ['get, as imported by name', 'get'],
    ['request, as imported by name', 'request'],
    ['get of the module', 'module'],
  ])('refuses requests by node http too: %s', async (_, which) => {
    // Read here: the names change their meaning when interception begins.
    const send = { get, request, module: http.get }[which]!
    const status = () =>
      new Promise((resolve, reject) => {
        const sent = send(`${local}/x`, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        sent.on('error', reject).end()
      })
    const seen: unknown[] = []
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      seen.push(await status())
      return { score: 1 }
    })
    expect(seen).toEqual([403])
    expect(trace.refused).toEqual([`GET ${local}/x`])
    expect(reached).toEqual([])
  })

  it("refuses the openai client without a hang, and the error is the evaluation's", async () => {
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      await clientOf(local).models.list()
      return { score: 1 }
    })
    expect(trace.result).toMatchObject({ error: { status: 403 } })
  })

  it('lists requests outside any evaluation, or after theirs had ended, as stray', async () => {
    const outside = await fetch(`${local}/chat/completions`, { method: 'POST', body: body('x') })
    expect(outside.status).toBe(403)
    let late: Promise<Response> | undefined
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        fetch(`${local}/late/chat/completions`, { method: 'POST', body: body('late') }),
      )
      return { score: 1 }
    })
    expect((await late!).status).toBe(403)
    expect(trace.requests).toEqual([])
    expect(watched.stray).toEqual([`POST ${local}/chat/completions`, `POST ${local}/late/chat/completions`])
    expect(reached).toEqual([])
  })

  it('cannot answer JSON whose shape nothing describes: it says so, and the client does not ask again', async () => {
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      await clientOf().chat.completions.create({
        model: 'gpt',
        messages: [{ role: 'user', content: 'x' }],
        response_format: { type: 'json_object' },
      })
      return { score: 1 }
    })
    expect(trace.unanswered).toEqual([
      expect.stringMatching(/chat\/completions: asks for JSON, but its prompt describes no shape; give `respond`/u),
    ])
    expect(trace.requests).toHaveLength(1)
    expect(trace.result).toMatchObject({ error: { status: 400 } })
  })

  it('never rejects: what an evaluation throws is in the trace', async () => {
    const thrown = new RangeError('boom')
    const throwing = async () => {
      throw thrown
    }
    expect((await watched.trace(at('s1'), STAND_IN, throwing)).result).toEqual({ error: thrown })
    const atOnce = () => {
      throw thrown
    }
    expect((await watched.trace(at('s1'), STAND_IN, atOnce)).result).toEqual({ error: thrown })
    const text = () => Promise.reject('just text')
    expect((await watched.trace(at('s1'), STAND_IN, text)).result).toMatchObject({ error: { message: 'just text' } })
  })

  it('keeps what was asked before an evaluation threw', async () => {
    const trace = await watched.trace(at('s1'), STAND_IN, async () => {
      await ask('first')
      throw new Error('then')
    })
    expect(contents(trace)).toEqual(['first'])
  })

  it('asks the embedded judge with the evaluation and a call that does not depend on order', async () => {
    const calls: string[][] = []
    watched.answerWith(({ messages, format, model }, evaluation, call) => {
      expect({ format, model, evaluation }).toMatchObject({
        format: { kind: 'schema', schema: VERDICT },
        model: 'gpt',
        evaluation: at('s1'),
      })
      calls.at(-1)!.push(`${messages[0]!.text} → ${call}`)
      return { ok: messages[0]!.text.includes('good') }
    })
    const [first, second, twice] = ['TASK a\ngood', 'TASK b\nbad', 'TASK a\ngood']
    const run = async (order: string[]) => {
      calls.push([])
      const trace = await watched.trace(at('s1'), { judge: 'embedded' }, async () => {
        const replies = await Promise.all(order.map((content) => ask(content)))
        return { score: replies.filter(({ ok }) => ok).length / order.length }
      })
      return trace.result
    }
    expect(await run([first!, second!, twice!])).toEqual({ value: { score: 2 / 3 } })
    await run([second!, twice!, first!])
    expect(new Set(calls[0]).size).toBe(3)
    expect(calls[1]!.toSorted()).toEqual(calls[0]!.toSorted())
  })

  it('lets judge requests of a live evaluation through, body and all, and nothing else', async () => {
    const trace = await watched.trace(at('s1'), { judge: 'live' }, async () => {
      const answer = await fetch(`${local}/v1/chat/completions`, { method: 'POST', body: body('live') })
      expect(await answer.json()).toEqual({ from: 'the network' })
      expect((await fetch(`${local}/telemetry`)).status).toBe(403)
      return { score: 1 }
    })
    expect(contents(trace)).toEqual(['live'])
    expect(trace.refused).toEqual([`GET ${local}/telemetry`])
    expect(reached).toEqual(['POST /v1/chat/completions'])
  })

  it('lets them through over node http too, with the agent that they were sent with, and names what fails', async () => {
    const agent = new http.Agent({ keepAlive: true })
    const post = (url: string, text: string) =>
      new Promise((resolve, reject) => {
        const sent = http.request(url, { method: 'POST', agent }, (response) => {
          let got = ''
          response.on('data', (chunk) => {
            got += chunk
          })
          response.on('end', () => resolve(got))
        })
        sent.on('error', reject).end(text)
      })
    const trace = await watched.trace(at('s1'), { judge: 'live' }, () =>
      post(`${local}/v1/chat/completions`, body('live')),
    )
    expect(trace.result).toEqual({ value: '{"from":"the network"}' })
    expect(contents(trace)).toEqual(['live'])
    expect(reached).toEqual(['POST /v1/chat/completions'])
    expect(Object.keys(agent.freeSockets)).toHaveLength(1)
    agent.destroy()
    const failing = () => post('http://127.0.0.1:9/v1/chat/completions', body('live'))
    expect((await watched.trace(at('s2'), { judge: 'live' }, failing)).result).toMatchObject({
      error: { code: 'ECONNREFUSED' },
    })
  })

  it('works under fake timers', async () => {
    vi.useFakeTimers()
    const trace = await watched.trace(at('s1'), STAND_IN, () => scored(ask('x')))
    expect(trace.result).toEqual({ value: { score: 1 } })
  })

  it('gives the network back when it is closed', async () => {
    watched.close()
    expect(await (await fetch(`${local}/free`)).json()).toEqual({ from: 'the network' })
    expect(watched.stray).toEqual([])
  })
})

describe('an evaluation that never ends', () => {
  it('is given up after the time limit, with metric, sample and remedy named, and the next one is answered', async () => {
    watched.forHarness({ timeLimit: 0.05 })
    const { result } = await watched.trace(at('s1'), STAND_IN, () => new Promise(() => {}))
    expect(result).toMatchObject({
      error: {
        code: 'GW_TIME_LIMIT',
        message: expect.stringMatching(/^m gave .* sample s1 within 0\.05 s.*timeLimit/u),
      },
    })
    const next = await watched.trace(at('s2'), STAND_IN, () => ask('question'))
    expect(next.result).toEqual({ value: { ok: true } })
  })

  it('is not waited for longer because timers are faked', async () => {
    vi.useFakeTimers()
    watched.forHarness({ timeLimit: 0.05 })
    const { result } = await watched.trace(at('s1'), STAND_IN, () => new Promise(() => {}))
    expect(result).toMatchObject({ error: { code: 'GW_TIME_LIMIT' } })
  })
})

describe('the fetch of a watched process', () => {
  it('refuses what was aborted before it was sent, as fetch does', async () => {
    const { result, requests } = await watched.trace(at('s1'), STAND_IN, () =>
      fetch(`${HOST}/chat/completions`, { method: 'POST', body: body('x'), signal: AbortSignal.abort() }),
    )
    expect(result).toMatchObject({ error: { name: 'AbortError' } })
    expect(requests).toEqual([])
  })

  it.each([
    ['a string and text', (url: string, text: string) => fetch(url, { method: 'post', body: text })],
    ['a URL', (url: string, text: string) => fetch(new URL(url), { method: 'POST', body: text })],
    ['a Request', (url: string, text: string) => fetch(new Request(url, { method: 'POST', body: text }))],
    ['bytes', (url: string, text: string) => fetch(url, { method: 'POST', body: new TextEncoder().encode(text) })],
  ])('records the same request from %s', async (_, send) => {
    const { requests } = await watched.trace(at('s1'), STAND_IN, () => send(`${HOST}/chat/completions`, body('x')))
    expect(requests.map(({ method, path, text }) => ({ method, path, text: text.split('\n')[0] }))).toEqual([
      { method: 'POST', path: '/v1/chat/completions', text: 'x' },
    ])
  })
})
