import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse, http } from 'msw'
import { afterAll, describe, expect, it } from 'vitest'
import { describeWiring } from '../../../../src/vitest/index.js'
import { early } from './early.js'
import {
  CHAT,
  contentOf,
  over,
  overAgent,
  overFetch,
  overHttp,
  overHttps,
  overRequest,
  SAMPLES,
  scorer,
} from './judge.js'
import { own } from './own-msw.js'

const earlyRequest = () => early.request(`http://${CHAT}`, { method: 'POST' })
/** Each with what stands beneath it when nobody watches. */
const WAYS = {
  fetch: overFetch,
  http: overHttp,
  https: overHttps,
  'https with an agent': overAgent,
  'the fetch of their server': over(own.fetch),
}
const UNSEEN_BY_THEM = {
  'http.request kept before all': overRequest(earlyRequest),
  'fetch kept before all': over(early.fetch),
}

for (const [name, send] of Object.entries({ ...WAYS, ...UNSEEN_BY_THEM }))
  describeWiring({ samples: SAMPLES, metrics: { faithfulness: scorer(send) }, title: `over ${name}` })

it('their server was asked nothing by the checks', () => expect(own.seen).toEqual([]))

describe.each(Object.entries(WAYS))('afterwards, over %s', (_, send) => {
  it('their handler answers, once', async () => {
    own.seen.length = 0
    expect(JSON.parse(contentOf(await send('mine')))).toMatchObject({ from: 'theirs' })
    expect(own.seen).toEqual(['mine'])
  })

  it('their `use` and `resetHandlers` work', async () => {
    const choices = [{ message: { content: '"other"' } }]
    own.server.use(http.post(`*://${CHAT}`, () => HttpResponse.json({ choices })))
    expect(contentOf(await send('mine'))).toBe('"other"')
    own.server.resetHandlers()
    expect(JSON.parse(contentOf(await send('mine')))).toMatchObject({ from: 'theirs' })
  })
})

describe('once their server is closed', () => {
  const local = createServer((_, response) => response.end('from the network'))
  afterAll(() => void local.close())

  it('requests go to the network, over fetch and node http', async () => {
    await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(local.address() as AddressInfo).port}`
    own.server.close()
    expect(await (await fetch(url)).text()).toBe('from the network')
    const { get } = await import('node:http')
    expect(
      await new Promise((resolve) => get(url, (response) => response.on('data', (data) => resolve(`${data}`)))),
    ).toBe('from the network')
  })
})

// Their server is closed by now: nobody of theirs is beneath.
describeWiring({ samples: SAMPLES, metrics: { faithfulness: scorer(overFetch) }, title: 'then, over fetch' })
describeWiring({ samples: SAMPLES, metrics: { faithfulness: scorer(overHttps) }, title: 'then, over https' })

it('they can listen once more', async () => {
  own.server.listen()
  own.seen.length = 0
  for (const send of [overFetch, overHttps])
    expect(JSON.parse(contentOf(await send('more')))).toMatchObject({ from: 'theirs' })
  expect(own.seen).toEqual(['more', 'more'])
  own.server.close()
})
