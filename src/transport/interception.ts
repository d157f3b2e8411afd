import { AsyncLocalStorage } from 'node:async_hooks'
import type { Evaluation, Tracer } from '../check/tracer.js'
import type { Respond } from '../config.js'
import { kindOfCall } from './call-kind.js'
import { type CallSites, watchCallSites } from './call-site.js'
import { guardNetwork } from './guard.js'
import { answerNodeHttp } from './node-http.js'
import { outermost } from './outermost.js'
import { realTimersWhere } from './real-timers.js'
import { findRoute } from './routes/index.js'
import type { Asked } from './routes/route.js'
import { begun, type Running } from './running.js'
import { joinRunningMocks } from './running-mocks.js'
import { plainlySent, recordedRequest, type Sent } from './sent.js'
import { type StandIn, standIn } from './stand-in.js'
import { watchUnseenWork } from './unseen-work.js'
import { withinTime } from './within-time.js'

/** Captured at import: a user's fake timers replace the global ones later. */
const realImmediate = setImmediate

/** Answers the embedded judge's way; given so that the interception does not depend on the simulator. */
export type EmbeddedAnswer = (asked: Asked, evaluation: Evaluation, call: string) => unknown

export interface HarnessSettings {
  readonly respond?: Respond | undefined
  /** Seconds until an evaluation is given up; default: 60, with a live judge 900. */
  readonly timeLimit?: number | undefined
}

export interface Interception extends Tracer {
  /** Sets who answers evaluations whose replies are the embedded judge's. */
  readonly answerWith: (embedded: EmbeddedAnswer) => void
  /** Begins with another harness, with its user's own answers to formats of their own. */
  readonly forHarness: (settings: HarnessSettings) => void
  /** Requests made outside any evaluation, or after theirs had ended, as `POST https://host/path`. */
  readonly stray: readonly string[]
  readonly sites: CallSites
  /**
   * Sees requests before whoever took them over since, such as a user's msw server, until the function that is returned
   * is called. It stands as it was found then.
   */
  readonly hold: () => () => void
  readonly close: () => void
}

/** Error replies have no body: the openai client cancels the body of a reply it retries, and a mocked one never ends. */
const emptyReply = (status: number, statusText: string) => new Response(null, { status, statusText })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const LATE_MOCK = 'a mock server (it began to listen during an evaluation: let it listen before)'

const turn = () => new Promise((resolve) => realImmediate(resolve))

/** Turns of the event loop after which a call that nobody awaited has been sent. */
const LAST_TURNS = 2

/**
 * Takes over every HTTP request of this process (fetch and node http) until `close`. Install it before the harness is
 * loaded: a client keeps the `fetch` that was there when it was built; what still goes past is refused at the socket.
 *
 * A request belongs to the evaluation in whose asynchronous context it was sent; through a queue that evaluations share
 * that may be one which has ended, and then it belongs to the one evaluation under way, marked as adrift. Judge requests
 * are recorded and answered as the evaluation's `replies` say; every other request is refused, and listed.
 * @param strict false: requests outside evaluations are none of our business and go their way (a user's test suite)
 * @param guard false: without the net beneath, to show what it finds
 */
export const intercept = async ({
  strict = true,
  guard = true,
}: {
  readonly strict?: boolean
  readonly guard?: boolean
} = {}): Promise<Interception> => {
  const context = new AsyncLocalStorage<Running>()
  const underWay = new Set<Running>()
  const stray: string[] = []
  let embedded: EmbeddedAnswer = () => ({})
  const stand: StandIn = standIn()
  let timeLimit: number | undefined

  /** The evaluation that a request sent in the present context belongs to. */
  const current = (): { readonly running: Running; readonly adrift: boolean } | undefined => {
    const own = context.getStore()
    if (own?.open) return { running: own, adrift: false }
    const [only] = underWay.size === 1 ? underWay : []
    // Outside evaluations a user's tests may send what they like; a queue of ours begins in an evaluation.
    const ours = own !== undefined || strict
    return ours && only?.replies.judge === 'stand-in' ? { running: only, adrift: true } : undefined
  }

  const record = (request: Sent, asked: Asked, body: unknown, running: Running, adrift: boolean) => {
    const kind = kindOfCall(asked, running.texts)
    const ordinal = running.calls.get(kind) ?? 0
    running.calls.set(kind, ordinal + 1)
    const recorded = recordedRequest(request, asked, body, {
      slot: `${kind}#${ordinal}`,
      adrift,
      site: sites.current(),
    })
    running.requests.push(recorded)
    return { recorded, ordinal }
  }

  /** Null: the request is left to go its way. */
  const answer = async (request: Sent): Promise<Response | null> => {
    const asking = current()
    if (asking === undefined) {
      await turn()
      stray.push(`${request.method} ${request.url}`)
      return emptyReply(403, 'refused by groundwire: not part of an evaluation')
    }
    asking.running.pending += 1
    try {
      return await answerIn(asking.running, asking.adrift, request)
    } finally {
      asking.running.pending -= 1
    }
  }

  const answerIn = async (running: Running, adrift: boolean, request: Sent): Promise<Response | null> => {
    const reading = request.text()
    const before = running.recorded
    let done = () => {}
    running.recorded = new Promise((resolve) => {
      done = resolve
    })
    try {
      // Thousands of mocked replies in a row would keep timers and signals from ever running.
      await turn()
      const body = parsed(await reading)
      await before
      return reply(running, adrift, request, body)
    } finally {
      done()
    }
  }

  const reply = (running: Running, adrift: boolean, request: Sent, body: unknown): Response | null => {
    const place = `${request.method} ${request.url}`
    const found = findRoute(request.method, new URL(request.url).pathname, body)
    if (found === null) {
      running.refused.push(place)
      return emptyReply(403, 'refused by groundwire: no judge lives there')
    }
    const { route, asked } = found
    const { recorded, ordinal } = record(request, asked, body, running, adrift)
    if (running.replies.judge === 'live') return null
    const given =
      running.replies.judge === 'embedded'
        ? { value: embedded(asked, running.evaluation, recorded.slot) }
        : stand.reply(asked, recorded.slot, running.evaluation.metric, running.replies, {
            call: running.requests.length,
            ordinal,
          })
    if ('response' in given) {
      const { status, statusText, headers } = given.response
      return status < 400 ? given.response : new Response(null, { status, statusText, headers })
    }
    if ('unanswered' in given) {
      running.unanswered.push(`${place}: ${given.unanswered}`)
      // No 5xx: clients would ask again and again.
      return emptyReply(400, 'not answered by groundwire')
    }
    return route.respond(asked, given)
  }

  // Node sets the dispatcher that the guard needs when fetch is first used.
  await fetch('data:,').catch(() => undefined)
  const sites = watchCallSites()
  let holders = 0
  /** Outside evaluations a user's tests may send what they like; what an evaluation began is ours while checks run. */
  const isOurs = (): boolean => {
    const own = context.getStore()
    return strict || (own !== undefined && (own.open || holders > 0))
  }
  const isLive = () => context.getStore()?.replies.judge === 'live'
  // Where a request came from is asked of request proofs alone.
  const noting = <T>(send: () => T): T =>
    current()?.running.replies.judge === 'stand-in' ? sites.around(send) : send()

  const released = [
    answerNodeHttp({ takes: isOurs, answer, around: noting }),
    guard &&
      (await guardNetwork({
        guards: () => isOurs() && !isLive(),
        onEscape: (place) => (current()?.running.escaped ?? stray).push(place),
        answer: async (request) =>
          (await answer(request)) ?? emptyReply(502, 'refused by groundwire: a captured fetch'),
      })),
  ]
  /** A pool that the harness set up when it was loaded. */
  const startedBefore: string[] = []
  const unwatch = watchUnseenWork((what) => {
    const started = current()?.running.unseen ?? (strict ? startedBefore : null)
    started?.push(what)
  })
  const mocks = joinRunningMocks(async (request) =>
    isOurs() && !isLive() ? noting(() => answer(request.clone())) : null,
  )
  const fetching = outermost(
    () => globalThis.fetch,
    (value) => {
      globalThis.fetch = value
    },
    (beneath) => async (input, init) => {
      if (!isOurs()) return beneath(input, init)
      init?.signal?.throwIfAborted()
      const plain = plainlySent(input, init)
      if (plain !== null) return noting(async () => (await answer(plain)) ?? beneath(input, init))
      const request = new Request(input, init)
      // A request that passes must keep its body.
      return noting(async () => (await answer(request.clone())) ?? beneath(request))
    },
  )
  const releases: (() => void)[] = []
  /** Again and again: a user's concurrent test may put something on top at any time. */
  const comeOnTop = () => {
    const inEvaluation = () => context.getStore() !== undefined
    for (const release of [fetching.hold(), realTimersWhere(inEvaluation)]) if (release !== null) releases.push(release)
    mocks.join()
  }
  const hold = () => {
    const depth = releases.length
    holders += 1
    comeOnTop()
    return () => {
      holders -= 1
      for (const release of releases.splice(depth).reverse()) release()
    }
  }
  comeOnTop()

  return {
    stray,
    sites,
    hold,
    withSites: sites.withParents,
    answerWith: (answers) => {
      embedded = answers
    },
    forHarness: ({ respond, timeLimit: seconds }) => {
      stand.forHarness(respond)
      timeLimit = seconds
    },
    trace: (evaluation, replies, run) => {
      const running = begun(evaluation, replies)
      comeOnTop()
      return context.run(running, async () => {
        underWay.add(running)
        const seconds = timeLimit ?? (replies.judge === 'live' ? 900 : 60)
        const result = await withinTime(evaluation, seconds, run)
        // Calls that nobody awaited belong to the evaluation that made them all the same.
        if (replies.judge === 'stand-in')
          for (let turns = 0; turns < LAST_TURNS || running.pending > 0; turns++) await turn()
        // Until now its requests may have gone to that server.
        if (mocks.join()) running.escaped.push(LATE_MOCK)
        running.open = false
        underWay.delete(running)
        const { requests, refused, unanswered, escaped } = running
        const unseen = [...running.unseen, ...startedBefore]
        return { result, requests, refused, unanswered, escaped, unseen }
      })
    },
    close: () => {
      for (const release of releases.splice(0).reverse()) release()
      for (const release of released) if (release) release()
      mocks.release()
      unwatch()
    },
  }
}
