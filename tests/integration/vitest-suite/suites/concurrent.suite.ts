import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeWiring } from '../../../../src/vitest/index.js'
import { contentOf, overFetch, overHttps, SAMPLES, scorer } from './judge.js'
import { own } from './own-msw.js'

let finished = 0
let during = 0
/** Requests of one check that were put to the other's `respond`. */
let mixed = 0
const theirContext = new AsyncLocalStorage<string>()

describe.concurrent('all at once', () => {
  for (const [name, send] of [
    ['fetch', overFetch],
    ['https', overHttps],
  ] as const) {
    describeWiring({
      samples: SAMPLES,
      metrics: { faithfulness: scorer((content) => send(`by ${name}: ${content}`)) },
      respond: ({ prompt }) => {
        if (!prompt.includes(`by ${name}: `)) mixed += 1
        return undefined
      },
      title: `checks over ${name}`,
      onReport: () => {
        finished += 1
      },
    })

    describe.concurrent(`their tests over ${name}`, () => {
      for (const nth of [1, 2, 3])
        it.concurrent(`are answered by their server (${nth})`, async () => {
          for (let asked = 0; finished < 2; asked++) {
            await theirContext.run('theirs', async () => {
              expect(JSON.parse(contentOf(await send(`theirs ${nth}.${asked}`)))).toMatchObject({ from: 'theirs' })
            })
            if (finished === 0) during += 1
            await new Promise((resolve) => setTimeout(resolve, 5))
          }
        })
    })
  }
})

describe('afterwards', () => {
  beforeAll(async () => {
    while (finished < 2) await new Promise((resolve) => setTimeout(resolve, 10))
  })

  it('no check was asked in the place of another', () => expect(mixed).toBe(0))

  it('theirs were asked while the checks ran, and their server saw theirs alone, each once', () => {
    expect(during).toBeGreaterThan(10)
    expect(own.seen.filter((prompt) => !prompt.startsWith('theirs'))).toEqual([])
    expect(new Set(own.seen).size * 2).toBeGreaterThanOrEqual(own.seen.length)
  })
})
