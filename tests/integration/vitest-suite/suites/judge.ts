import { once } from 'node:events'
import http, { type ClientRequest } from 'node:http'
import https from 'node:https'

export const CHAT = 'judge.invalid/v1/chat/completions'

const body = (content: string) =>
  JSON.stringify({
    model: 'gpt',
    messages: [{ role: 'user', content: `${content}\n\nReply as JSON: {"score": <number between 0 and 1>}` }],
    response_format: { type: 'json_object' },
  })

/** Sends a prompt to the judge and returns the body of the reply. */
export type Send = (content: string) => Promise<string>

export const over =
  (send: typeof fetch): Send =>
  async (content) =>
    (await send(`https://${CHAT}`, { method: 'POST', body: body(content) })).text()

export const overRequest =
  (begin: () => ClientRequest): Send =>
  async (content) => {
    const request = begin()
    request.end(body(content))
    const [response] = await once(request, 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return text
  }

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } }
export const overFetch: Send = (content) => over(fetch)(content)
export const overHttp = overRequest(() => http.request(`http://${CHAT}`, POST))
export const overHttps = overRequest(() => https.request(new URL(`https://${CHAT}`), POST))
export const overAgent = overRequest(() => {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
  return https.request({ hostname: 'judge.invalid', path: '/v1/chat/completions', agent, ...POST })
})

export const contentOf = (reply: string): string => JSON.parse(reply).choices[0].message.content

/** Faithfulness as somebody might write it, wired. */
export const scorer =
  (send: Send) =>
  async ({ answer, contexts }: { answer: string; contexts: readonly string[] }): Promise<number> =>
    JSON.parse(contentOf(await send(`Is it supported?\n${answer}\n${contexts.join('\n')}`))).score

export const SAMPLES = Array.from({ length: 3 }, (_, index) => ({
  id: `s${index}`,
  question: `Which pier serves boat ${index}?`,
  answer: `Boat ${index} lands at pier ${index + 20} in the summer.`,
  contexts: [`In summer boat ${index} lands at pier ${index + 20}.`],
  ground_truth: `Pier number ${index + 20} it is, says the board.`,
}))
