import { once } from 'node:events'
import https from 'node:https'
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { describeWiring } from '../../src/vitest/index.js'

/** A user's own server: it answers their judge's host, and must not answer the checks. */
const seen: string[] = []
const own = setupServer(
  http.post('https://api.openai.invalid/v1/chat/completions', async ({ request }) => {
    const { messages } = (await request.json()) as { messages: { content: string }[] }
    seen.push(messages[0]!.content.slice(0, 20))
    return HttpResponse.json({ choices: [{ message: { content: '{"score": 0.5}' } }], from: 'their server' })
  }),
)
beforeAll(() => own.listen({ onUnhandledRequest: 'error' }))
afterAll(() => own.close())

const URL_OF_JUDGE = 'https://api.openai.invalid/v1/chat/completions'
const body = (content: string) =>
  JSON.stringify({
    model: 'gpt',
    messages: [{ role: 'user', content: `${content}\n\nReply as JSON: {"score": <number between 0 and 1>}` }],
    response_format: { type: 'json_object' },
  })

const overFetch = async (content: string): Promise<string> =>
  (await fetch(URL_OF_JUDGE, { method: 'POST', body: body(content) })).text()

const overHttps = async (content: string): Promise<string> => {
  const request = https.request(URL_OF_JUDGE, { method: 'POST', headers: { 'content-type': 'application/json' } })
  request.end(body(content))
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  return text
}

type Send = (content: string) => Promise<string>
const scorer =
  (send: Send) =>
  async ({ answer, contexts }: { answer: string; contexts: readonly string[] }) => {
    const reply = JSON.parse(await send(`Is it supported?\n${answer}\n${contexts.join('\n')}`))
    return JSON.parse(reply.choices[0].message.content).score as number
  }

const SAMPLES = Array.from({ length: 6 }, (_, index) => ({
  id: `s${index}`,
  question: `Which pier serves boat ${index}?`,
  answer: `Boat ${index} lands at pier ${index + 20} in the summer.`,
  contexts: [`In summer boat ${index} lands at pier ${index + 20}.`],
  ground_truth: `Pier number ${index + 20} it is, says the board.`,
}))

for (const [name, send] of [
  ['fetch', overFetch],
  ['node https', overHttps],
] as const)
  describe(`beside a server of the user's own, over ${name}`, () => {
    describeWiring({ samples: SAMPLES, metrics: { faithfulness: scorer(send) } })

    it('answers every request of the checks itself', () => expect(seen).toEqual([]))

    it("leaves the user's server as it was: it answers, once", async () => {
      expect(JSON.parse(await send('mine'))).toMatchObject({ from: 'their server' })
      expect(seen.splice(0)).toEqual(['mine\n\nReply as JSON:'])
    })
  })

describe.concurrent('while tests of the user run at the same time, under fake timers', () => {
  beforeAll(() => {
    vi.useFakeTimers()
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  let reports = 0
  describeWiring({
    samples: SAMPLES,
    metrics: { faithfulness: scorer(overHttps) },
    onReport: ({ exitCode, stray }) => {
      reports += 1
      expect(exitCode).toBe(0)
      expect(stray).toEqual([])
    },
  })

  it('gives them the answers of their own server', async () => {
    for (let round = 0; round < 60; round++) {
      const send = round % 2 === 0 ? overFetch : overHttps
      expect(JSON.parse(await send(`mine ${round}`))).toMatchObject({ from: 'their server' })
    }
    expect(seen.splice(0)).toHaveLength(60)
    await vi.waitUntil(() => reports === 1, { timeout: 60_000 })
  })
})
