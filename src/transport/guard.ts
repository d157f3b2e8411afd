import { AsyncResource } from 'node:async_hooks'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { asRequest, send } from './node-http.js'

/** What a connection goes to, as `host:port`, or a socket's path. */
type Place = string

export interface GuardRules {
  /** False: leave it alone (outside any evaluation, or a live judge). True: it must not reach the network. */
  readonly guards: () => boolean
  /** A connection that was refused. */
  readonly onEscape: (place: Place) => void
  /** Answers a request that was sent by a `fetch` captured before requests were watched. */
  readonly answer: (request: Request) => Promise<Response>
}

interface Dispatcher {
  readonly dispatch: (options: DispatchOptions, handler: unknown) => boolean
}

interface DispatchOptions {
  readonly origin?: string | URL
  readonly path: string
  readonly headers?: readonly string[] | Record<string, string> | null
}

/** Where Node's own fetch finds the dispatcher it sends through, whichever `fetch` was captured. */
const DISPATCHER = Symbol.for('undici.globalDispatcher.1')
const GLOBAL = globalThis as unknown as Record<symbol, Dispatcher | undefined>
const TICKET = 'x-groundwire-ticket'

const placeOf = (target: unknown): Place => {
  const [first, second] = Array.isArray(target) ? target : [target]
  const options = Array.isArray(first) ? first[0] : first
  if (typeof options === 'object' && options !== null) {
    const { host, port, path } = options as { host?: string; port?: number | string; path?: string }
    return port === undefined && path !== undefined ? path : `${host ?? 'localhost'}:${port}`
  }
  return typeof options === 'number'
    ? `${typeof second === 'string' ? second : 'localhost'}:${options}`
    : String(options)
}

/** Starts listening on loopback and does not keep the process alive. */
const listening = (serve: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(serve)
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => resolve(server.unref()))
  })

/**
 * The net beneath interception. Requests of a `fetch` that somebody captured earlier are turned to a server on loopback
 * that answers like the interception; every other connection that was not seen is refused at the socket and reported,
 * so that nothing reaches the network unnoticed.
 * @returns a function that takes the guard away
 */
export const guardNetwork = async ({ guards, onEscape, answer }: GuardRules): Promise<() => void> => {
  const tickets = new Map<string, { url: string; run: <T>(work: () => T) => T }>()
  let issued = 0
  const server = await listening(async (incoming, outgoing) => {
    const ticket = tickets.get(String(incoming.headers[TICKET]))
    if (ticket === undefined) {
      outgoing.writeHead(403).end()
      return
    }
    tickets.delete(String(incoming.headers[TICKET]))
    delete incoming.headers[TICKET]
    try {
      send(await ticket.run(() => answer(asRequest(incoming, ticket.url))), outgoing)
    } catch (thrown) {
      outgoing.destroy(thrown instanceof Error ? thrown : undefined)
    }
  })
  const { port } = server.address() as AddressInfo

  const dispatcher = GLOBAL[DISPATCHER]
  const guarding =
    dispatcher &&
    new Proxy(dispatcher, {
      get: (target, key) => {
        if (key !== 'dispatch') return Reflect.get(target, key, target)
        return (options: DispatchOptions, handler: unknown) => {
          if (!guards()) return target.dispatch(options, handler)
          const ticket = String(++issued)
          tickets.set(ticket, { url: `${options.origin}${options.path}`, run: AsyncResource.bind((work) => work()) })
          const { headers } = options
          const marked = Array.isArray(headers) ? [...headers, TICKET, ticket] : { ...headers, [TICKET]: ticket }
          return target.dispatch({ ...options, origin: `http://127.0.0.1:${port}`, headers: marked } as never, handler)
        }
      },
    })
  GLOBAL[DISPATCHER] = guarding

  const connect = Socket.prototype.connect
  const guarded = function (this: Socket, ...target: unknown[]) {
    const place = placeOf(target)
    if (place === `127.0.0.1:${port}` || !guards()) return connect.apply(this, target as never)
    onEscape(place)
    process.nextTick(() => this.destroy(new Error(`groundwire refused a connection to ${place}`)))
    return this
  } as typeof connect
  Socket.prototype.connect = guarded

  return () => {
    // What somebody has put in their place since is theirs.
    if (Socket.prototype.connect === guarded) Socket.prototype.connect = connect
    if (GLOBAL[DISPATCHER] === guarding) GLOBAL[DISPATCHER] = dispatcher
    server.close()
    server.closeAllConnections()
  }
}
