import OpenAI from 'openai'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { describeWiring } from '../../../../src/vitest/index.js'
import { overFetch, overHttps, SAMPLES, scorer } from './judge.js'

const FAKED = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'Date',
  'performance',
] as const
const fake = () => void vi.useFakeTimers({ toFake: [...FAKED], now: 0 })
fake()
beforeAll(fake)
beforeEach(fake)

const waiting = (send: typeof overFetch) =>
  scorer(async (content) => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    return send(content)
  })

let times = 0
const ours = new OpenAI({ apiKey: 'none', baseURL: 'https://judge.invalid/v1', maxRetries: 1 })
const retrying = scorer(async (content) => {
  const completion = await ours.chat.completions.create({
    model: 'gpt',
    messages: [{ role: 'user', content: `${content}\n\nReply as JSON: {"score": <number between 0 and 1>}` }],
    response_format: { type: 'json_object' },
  })
  return JSON.stringify(completion)
})

describeWiring({ samples: 'samples/bundled.jsonl', limit: 8, title: 'the reference metrics' })
describeWiring({ samples: SAMPLES, metrics: { faithfulness: waiting(overFetch) }, title: 'a scorer that waits' })
describeWiring({ samples: SAMPLES, metrics: { faithfulness: waiting(overHttps) }, title: 'node https' })
describeWiring({
  samples: SAMPLES,
  metrics: { faithfulness: retrying },
  // Busy at the first call of some: the client waits, and asks again.
  respond: ({ ordinal }) =>
    ordinal === 0 && times++ < 5
      ? new Response('busy', { status: 429, headers: { 'retry-after-ms': '2' } })
      : undefined,
  title: 'a client that asks again',
})

describe('their own clock', () => {
  afterAll(() => void vi.useRealTimers())

  it('is still faked, and theirs to advance', () => {
    let rang = false
    setTimeout(() => {
      rang = true
    }, 1000)
    expect(rang).toBe(false)
    vi.advanceTimersByTime(1000)
    expect(rang).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is real again when they say so', () => {
    vi.useRealTimers()
    expect(vi.isFakeTimers()).toBe(false)
    expect(Date.now()).toBeGreaterThan(1e12)
  })
})
