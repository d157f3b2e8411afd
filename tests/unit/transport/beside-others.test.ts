import https from 'node:https'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Replies, Trace } from '../../../src/check/tracer.js'
import { type Interception, intercept } from '../../../src/transport/interception.js'

const URL_OF_JUDGE = 'https://judge.invalid/v1/chat/completions'
const BODY = JSON.stringify({ model: 'gpt', messages: [{ role: 'user', content: 'x' }] })
const early = globalThis.fetch
const own = setupServer(http.post(URL_OF_JUDGE, () => HttpResponse.json('theirs')))
const STAND_IN: Replies = { judge: 'stand-in', disposition: 'affirming' }

let watched: Interception
beforeEach(async () => {
  watched = await intercept({ strict: false })
})
afterEach(() => {
  watched.close()
  own.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const traced = <T>(run: () => Promise<T>): Promise<Trace<T>> =>
  watched.trace({ metric: 'm', sample: 's', arm: 'unmodified', repeat: 0 }, STAND_IN, run)

const ask = async (send: typeof fetch = fetch): Promise<unknown> => {
  return (await send(URL_OF_JUDGE, { method: 'POST', body: BODY })).json()
}

describe('a server of the user that begins to listen', () => {
  it('between two evaluations answers neither, and everyone else', async () => {
    own.listen()
    const theirs = globalThis.fetch
    for (const send of [fetch, theirs]) {
      const { requests, escaped, result } = await traced(() => ask(send))
      expect(requests).toHaveLength(1)
      expect(escaped).toEqual([])
      expect(result).not.toEqual({ value: 'theirs' })
      expect(await ask(send)).toBe('theirs')
    }
  })

  it('during an evaluation makes it an escape, and the next one is seen again', async () => {
    const { escaped } = await traced(async () => {
      own.listen()
      return ask()
    })
    expect(escaped).toEqual([expect.stringMatching(/began to listen during an evaluation/u)])
    expect(await traced(() => ask())).toMatchObject({ escaped: [], requests: [{}] })
  })
})

describe("a user's own answer that throws", () => {
  it.each([
    ['fetch', () => ask()],
    ['a fetch kept before', () => ask(early)],
    [
      'node https',
      () => new Promise((_, reject) => https.request(URL_OF_JUDGE, { method: 'POST' }).on('error', reject).end(BODY)),
    ],
  ])('fails the request over %s', async (_, send) => {
    watched.forHarness({
      respond: () => {
        throw new Error('their mistake')
      },
    })
    expect((await traced(send)).result).toMatchObject({ error: expect.any(Error) })
  })
})

describe('what stood on top of ours', () => {
  it('is left there once nothing is held, and was not asked meanwhile', async () => {
    const stub = vi.fn(async () => Response.json('stubbed'))
    vi.stubGlobal('fetch', stub)
    const release = watched.hold()
    expect((await traced(() => ask())).requests).toHaveLength(1)
    expect(stub).not.toHaveBeenCalled()
    expect(await ask()).toBe('stubbed')
    release()
    expect(globalThis.fetch).toBe(stub)
  })

  it('includes timers that a test fakes: they are faked for all but evaluations', async () => {
    const release = watched.hold()
    vi.useFakeTimers()
    const faked = globalThis.setTimeout
    const { result } = await traced(() => new Promise((resolve) => setTimeout(() => resolve('rang'), 1)))
    expect(result).toEqual({ value: 'rang' })
    setTimeout(() => {}, 1)
    expect(vi.getTimerCount()).toBe(1)
    release()
    expect(globalThis.setTimeout).toBe(faked)
  })
})

describe('a request that an evaluation sends after its end', () => {
  const late = async () => {
    let sent: Promise<unknown> | undefined
    await traced(async () => {
      sent = new Promise((resolve) => setTimeout(resolve, 30)).then(
        async () => (await fetch(URL_OF_JUDGE, { method: 'POST' })).status,
      )
    })
    return sent!
  }

  it('is refused while checks run, and listed', async () => {
    own.listen()
    const release = watched.hold()
    expect(await late()).toBe(403)
    expect(watched.stray).toEqual([`POST ${URL_OF_JUDGE}`])
    release()
  })

  it('goes its way afterwards: it may be a client that the user shares', async () => {
    own.listen()
    expect(await late()).toBe(200)
    expect(watched.stray).toEqual([])
  })
})

describe('a thousand requests in one evaluation', () => {
  const overHttps = () =>
    new Promise((resolve, reject) => {
      https
        .get('https://judge.invalid/v1/models', (response) => response.resume().on('end', resolve))
        .on('error', reject)
    })

  it.each([
    ['fetch', ask],
    ['node https', overHttps],
  ])('over %s let timers tick', async (_, send) => {
    let ticks = 0
    const ticking = setInterval(() => {
      ticks += 1
    }, 2)
    await traced(async () => {
      for (let sent = 0; sent < 1000; sent++) await send()
    })
    clearInterval(ticking)
    expect(ticks).toBeGreaterThan(5)
  })
})
