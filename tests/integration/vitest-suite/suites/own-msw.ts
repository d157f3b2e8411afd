/** A user's own server, as their setup file starts it; in `seen` stands each prompt that it was asked. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { CHAT } from './judge.js'

const shared = globalThis as unknown as { own?: ReturnType<typeof start> }

const start = () => {
  const seen: string[] = []
  const server = setupServer(
    http.post(`*://${CHAT}`, async ({ request }) => {
      const { messages } = (await request.json()) as { messages: { content: string }[] }
      seen.push(messages[0]!.content.split('\n')[0]!)
      return HttpResponse.json({ choices: [{ message: { content: '{"score": 0.5, "from": "theirs"}' } }] })
    }),
  )
  server.listen({ onUnhandledRequest: 'error' })
  return { server, seen, fetch: globalThis.fetch }
}

shared.own ??= start()
export const own = shared.own
