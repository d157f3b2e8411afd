import { afterEach, describe, expect, it } from 'vitest'
import { splitUnits } from '../../src/judge/ask.js'
import { JudgeError, type JudgeFailure, type JudgeReply } from '../../src/judge/judge.js'
import { unitsSchema } from '../../src/judge/verdict.js'
import { type OpenAIJudgeOptions, openAIJudge } from '../../src/transport/openai-judge.js'
import { type Fault, type JudgeServer, type JudgeServerOptions, judgeServer } from './judge-server.js'

const servers: JudgeServer[] = []
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

const serve = async (options?: JudgeServerOptions) => {
  const server = await judgeServer(options)
  servers.push(server)
  return server
}

const judgeAt = (server: JudgeServer, options: Partial<OpenAIJudgeOptions> = {}) =>
  openAIJudge({ model: 'local', baseURL: server.baseURL, apiKey: 'none', backoff: 1, ...options })

const QUESTION = {
  messages: [{ role: 'user', content: 'TASK: split the ANSWER into claims.\n\nANSWER\n> Terns fish. Wagtails nest.' }],
  schema: unitsSchema,
  schemaName: 'units',
  templateHash: 'abc',
} as const

const ANSWER = { units: ['Terns fish.', 'Wagtails nest.'] }

type Ended = { reply: JudgeReply<{ units: string[] }> } | { error: unknown }

const ended = (judge: ReturnType<typeof openAIJudge>): Promise<Ended> =>
  judge.ask(QUESTION).then(
    (reply) => ({ reply }),
    (error: unknown) => ({ error }),
  )

/** The failure of a judge whose server always fails in the same way, with the number of requests it took. */
const failing = async (fault: Fault, options: Partial<OpenAIJudgeOptions> = {}) => {
  const server = await serve({ fault: () => fault })
  const result = await ended(judgeAt(server, { retries: 2, replyRetries: 1, timeout: 300, ...options }))
  const error = 'error' in result ? result.error : undefined
  expect(error, `${fault} gave a value`).toBeInstanceOf(JudgeError)
  return { error: error as JudgeError, requests: server.requests.length }
}

describe('the judge behind an OpenAI-compatible server', () => {
  it('gives the reply in the asked shape, with who judged', async () => {
    const server = await serve()
    const result = await ended(judgeAt(server))
    expect(result).toEqual({
      reply: {
        value: ANSWER,
        provenance: {
          modelAsked: 'local',
          modelAnswered: 'local-2024',
          parameters: { temperature: 0 },
          templateHash: 'abc',
        },
      },
    })
    expect(server.requests[0]?.body.response_format).toMatchObject({ type: 'json_schema' })
  })

  const TRANSIENT: Fault[] = [
    'rate-limit',
    'server-error',
    'reset',
    'cut-off-body',
    'html-body',
    'html-as-json',
    'empty-body',
    'error-in-200',
    'stalled-body',
    'silence',
    'length',
    'empty',
    'null-content',
    'prose',
    'wrong-shape',
  ]
  it.each(TRANSIENT)('asks again after %s, and gives what comes then', async (fault) => {
    const server = await serve({ fault: ({ index }) => (index === 0 ? fault : undefined) })
    expect(await ended(judgeAt(server, { timeout: 300 }))).toMatchObject({ reply: { value: ANSWER } })
    expect(server.requests).toHaveLength(2)
  })

  const TRANSPORT: Fault[] = [
    'rate-limit',
    'server-error',
    'reset',
    'cut-off-body',
    'html-body',
    'html-as-json',
    'empty-body',
    'error-in-200',
    'stalled-body',
    'silence',
  ]
  it.each(TRANSPORT)('gives a transport failure, never a value, while %s lasts', async (fault) => {
    const { error, requests } = await failing(fault)
    expect(error.failure).toBe('transport')
    expect(requests).toBe(3)
  })

  const UNUSABLE: [Fault, JudgeFailure][] = [
    ['length', 'truncated'],
    ['empty', 'empty'],
    ['null-content', 'empty'],
    ['prose', 'not-json'],
    ['wrong-shape', 'wrong-shape'],
  ]
  it.each(UNUSABLE)('gives up on %s after the replies it may pay for, as %s', async (fault, failure) => {
    const { error, requests } = await failing(fault)
    expect(error.failure).toBe(failure)
    expect(requests).toBe(2)
  })

  const FINAL: [Fault, JudgeFailure][] = [
    ['refusal', 'refusal'],
    ['content-filter', 'content-filter'],
    ['bad-request', 'configuration'],
    ['no-key', 'configuration'],
  ]
  it.each(FINAL)('does not ask again after %s, which another attempt cannot help', async (fault, failure) => {
    const { error, requests } = await failing(fault)
    expect(error.failure).toBe(failure)
    expect(requests).toBe(1)
  })

  it('says what the server said', async () => {
    expect((await failing('refusal')).error.message).toContain('I cannot help with that')
    expect((await failing('prose')).error.message).toContain('Well, on the whole')
    expect((await failing('no-key')).error.message).toContain('401 Incorrect API key provided')
    expect((await failing('error-in-200')).error.message).toContain('upstream provider is busy')
    expect((await failing('html-body')).error.message).toContain('Bad gateway')
  })

  it('reads a reply in a Markdown fence', async () => {
    const server = await serve({ fault: () => 'fenced' })
    expect(await ended(judgeAt(server))).toMatchObject({ reply: { value: ANSWER } })
    expect(server.requests).toHaveLength(1)
  })

  it('never takes the thinking of a model for its answer', async () => {
    const { error } = await failing('empty')
    expect(error.message).toContain('empty')
  })

  it('waits as long as the server asks, and not after the last attempt', async () => {
    const server = await serve({ fault: ({ index }) => (index === 0 ? 'rate-limit-with-pause' : undefined) })
    const began = performance.now()
    expect(await ended(judgeAt(server))).toMatchObject({ reply: { value: ANSWER } })
    expect(performance.now() - began).toBeGreaterThan(950)

    const never = await serve({ fault: () => 'rate-limit-with-pause' })
    const again = performance.now()
    expect(await ended(judgeAt(never, { retries: 0 }))).toMatchObject({ error: { failure: 'transport' } })
    expect(performance.now() - again).toBeLessThan(900)
  })

  it('gives up waiting when it is stopped', async () => {
    const server = await serve({ fault: () => 'rate-limit-with-pause' })
    const stop = new AbortController()
    const result = ended(judgeAt(server, { signal: stop.signal, backoff: 5_000 }))
    setTimeout(() => stop.abort(), 100)
    const began = performance.now()
    expect(await result).toMatchObject({ error: { failure: 'transport' } })
    expect(performance.now() - began).toBeLessThan(800)
    expect(server.requests).toHaveLength(1)
  })

  it('stops requests under way when it is stopped', async () => {
    const server = await serve({ fault: () => 'silence' })
    const stop = new AbortController()
    const result = ended(judgeAt(server, { signal: stop.signal }))
    setTimeout(() => stop.abort(), 100)
    expect(await result).toMatchObject({ error: { failure: 'transport' } })
    expect(server.requests).toHaveLength(1)
  })

  it('says that a server which is not there cannot be reached', async () => {
    const server = await judgeServer()
    await server.close()
    const result = await ended(judgeAt(server, { retries: 1 }))
    expect(result).toMatchObject({ error: { failure: 'transport' } })
    expect(String((result as { error: Error }).error.message)).toContain('could not be reached')
  })
})

describe('temperature', () => {
  it('is 0 where the model takes one', async () => {
    const server = await serve()
    await ended(judgeAt(server))
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0])
  })

  it('is left out for models that are known to take none', async () => {
    const server = await serve()
    for (const model of ['o3-mini', 'gpt-5']) await ended(judgeAt(server, { model }))
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([undefined, undefined])
  })

  it('is dropped once the server refuses it, and the provenance says so', async () => {
    const server = await serve({ refusesTemperature: true })
    const judge = judgeAt(server)
    const first = await ended(judge)
    await ended(judge)
    expect(first).toMatchObject({ reply: { value: ANSWER, provenance: { parameters: {} } } })
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, undefined, undefined])
  })

  it('costs no reply when several requests learn at once that it is refused', async () => {
    const server = await serve({ refusesTemperature: true, delay: 20 })
    const judge = judgeAt(server, { concurrency: 4 })
    const results = await Promise.all(Array.from({ length: 4 }, () => ended(judge)))
    for (const result of results) expect(result).toMatchObject({ reply: { value: ANSWER } })
  })

  it('is kept where a request fails for another reason', async () => {
    const server = await serve({ fault: ({ index }) => (index === 0 ? 'bad-request' : undefined) })
    const judge = judgeAt(server)
    await ended(judge)
    await ended(judge)
    expect(server.requests.map(({ body }) => body.temperature)).toEqual([0, 0])
  })
})

describe('concurrency', () => {
  it.each([1, 3])('is bounded: at most %i requests are open at the server', async (concurrency) => {
    const server = await serve({ delay: 10 })
    const judge = judgeAt(server, { concurrency })
    const results = await Promise.all(Array.from({ length: 12 }, () => ended(judge)))
    for (const result of results) expect(result).toMatchObject({ reply: { value: ANSWER } })
    expect(server.peak()).toBe(concurrency)
  })

  it('a text without a letter or a digit costs no request', async () => {
    const server = await serve()
    expect(await splitUnits(judgeAt(server), 'ANSWER', 'claims', ' … \n')).toEqual([])
    expect(server.requests).toHaveLength(0)
  })
})
