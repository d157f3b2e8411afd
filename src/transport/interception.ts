import { AsyncLocalStorage } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { HttpResponse, http, passthrough } from 'msw'
import { setupServer } from 'msw/node'
import type { Evaluation, Replies, Tracer } from '../check/tracer.js'
import { canonicalBody, type RecordedRequest } from '../wire/request.js'
import { type ChatRequest, chatCompletion, readChatRequest } from './chat-completions.js'
import { constantReply } from './stand-in.js'

/** Captured at import: a user's fake timers replace the global ones later. */
const realImmediate = setImmediate

/** Answers the embedded judge's way; given so that the interception does not depend on the simulator. */
export type EmbeddedAnswer = (request: ChatRequest, evaluation: Evaluation, call: string) => unknown

interface Running {
  readonly evaluation: Evaluation
  readonly replies: Replies
  readonly requests: RecordedRequest[]
  readonly refused: string[]
  readonly unanswered: string[]
  /** How often each kind of call was made, so that draws do not depend on the order in which parallel calls arrive. */
  readonly calls: Map<string, number>
  open: boolean
}

export interface Interception extends Tracer {
  /** Sets who answers evaluations whose replies are the embedded judge's. */
  readonly answerWith: (embedded: EmbeddedAnswer) => void
  /** Requests made outside any evaluation, or after theirs had ended, as `POST https://host/path`. */
  readonly stray: readonly string[]
  readonly close: () => void
}

/** Paths by which a judge is known, whatever its host. */
const JUDGE_ROUTE = /\/chat\/completions$/u

/** Error replies have no body: the openai client cancels the body of a reply it retries, and a mocked one never ends. */
const emptyReply = (status: number, statusText: string) => new HttpResponse(null, { status, statusText })

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/**
 * Takes over every HTTP request of this process (fetch and node http) until `close`. Install it before the harness is
 * loaded: a client keeps the `fetch` that was there when it was built.
 *
 * A request belongs to the evaluation in whose asynchronous context it was sent. Judge requests are recorded and
 * answered as the evaluation's `replies` say; every other request is refused, and listed.
 */
export const intercept = (): Interception => {
  const context = new AsyncLocalStorage<Running>()
  const stray: string[] = []
  let embedded: EmbeddedAnswer = () => ({})

  const answer = (chat: ChatRequest, running: Running): unknown => {
    if (running.replies.judge === 'stand-in') return constantReply(chat.schema ?? {}, running.replies.disposition)
    const slot = chat.messages[0]?.text.slice(0, 200) ?? ''
    const task = chat.messages.map(({ text }) => text.split('\n', 1)[0]).join('\n')
    const kind = `${slot}\n${task}`
    const ordinal = running.calls.get(kind) ?? 0
    running.calls.set(kind, ordinal + 1)
    return embedded(chat, running.evaluation, `${kind}#${ordinal}`)
  }

  const server = setupServer(
    http.all('*', async ({ request }) => {
      // Thousands of mocked replies in a row would keep timers and signals from ever running.
      await new Promise((resolve) => realImmediate(resolve))
      const running = context.getStore()
      const place = `${request.method} ${request.url}`
      if (running === undefined || !running.open) {
        stray.push(place)
        return emptyReply(403, 'refused by groundwire: not part of an evaluation')
      }
      const { pathname } = new URL(request.url)
      // A request that passes through must keep its body.
      const body = await (running.replies.judge === 'live' ? request.clone() : request).text()
      const chat = request.method === 'POST' && JUDGE_ROUTE.test(pathname) ? readChatRequest(body) : null
      if (chat === null) {
        running.refused.push(place)
        return emptyReply(403, 'refused by groundwire: no judge lives there')
      }
      running.requests.push({
        method: request.method,
        path: pathname,
        body: canonicalBody(body),
        model: chat.model,
      })
      if (running.replies.judge === 'live') return passthrough()
      if (chat.schema === null) {
        running.unanswered.push(
          `${place}: asks for no JSON schema (response_format.json_schema), the only format answered without a live judge`,
        )
        // No 5xx: clients would ask again and again.
        return emptyReply(400, 'not answered by groundwire: no JSON schema asked for')
      }
      return HttpResponse.json(chatCompletion(chat.model, JSON.stringify(answer(chat, running))))
    }),
  )
  server.listen({ onUnhandledRequest: 'error' })
  // Else `import { request } from 'node:https'` would still be the unwatched one.
  syncBuiltinESMExports()

  return {
    stray,
    answerWith: (answer) => {
      embedded = answer
    },
    trace: (evaluation, replies, run) => {
      const running: Running = {
        evaluation,
        replies,
        requests: [],
        refused: [],
        unanswered: [],
        calls: new Map(),
        open: true,
      }
      return context.run(running, async () => {
        const result = await (async () => run())().then(
          (scored) => ({ scored }),
          (thrown: unknown) => ({ error: asError(thrown) }),
        )
        running.open = false
        return { result, requests: running.requests, refused: running.refused, unanswered: running.unanswered }
      })
    },
    close: () => {
      server.close()
      syncBuiltinESMExports()
    },
  }
}
