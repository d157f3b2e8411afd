import { AsyncResource } from 'node:async_hooks'
import http, { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

type RequestArguments = readonly unknown[]

/** Node's own constructor, whatever stands in its place in the module. */
const ClientRequest = http.ClientRequest.prototype.constructor as typeof http.ClientRequest

export interface Guard {
  /** Makes a request of node's http or https to the server on loopback instead, which answers it. */
  readonly turn: (args: RequestArguments, protocol: 'http:' | 'https:') => http.ClientRequest
  readonly release: () => void
}

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

type Options = http.RequestOptions & { readonly servername?: string }

/** The arguments of `http.request`: a URL or none, options or none, a callback or none. */
const parts = (args: RequestArguments, protocol: string) => {
  const callback = args.find((arg) => typeof arg === 'function') as ((response: IncomingMessage) => void) | undefined
  const [first, second] = args
  const url = typeof first === 'string' ? new URL(first) : first instanceof URL ? first : null
  const given = ((url === null ? first : typeof second === 'object' ? second : null) ?? {}) as Options
  const scheme = given.protocol ?? url?.protocol ?? protocol
  const host = given.hostname ?? given.host ?? url?.hostname ?? 'localhost'
  const port = given.port ?? url?.port
  const path = given.path ?? (url === null ? '/' : `${url.pathname}${url.search}`)
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const credentials =
    url !== null && url.username !== ''
      ? `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
      : undefined
  return { callback, given, credentials, address: `${scheme}//${name}${port ? `:${port}` : ''}`, path }
}

/** Options that say where and over what a request goes; they are the loopback server's now. */
const withoutPlace = ({
  protocol,
  host,
  hostname,
  port,
  agent,
  socketPath,
  createConnection,
  lookup,
  family,
  servername,
  ...rest
}: Options) => rest

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
 */
export const guardNetwork = async ({ guards, onEscape, answer }: GuardRules): Promise<Guard> => {
  const tickets = new Map<string, { url: string; run: <T>(work: () => T) => T }>()
  let issued = 0
  const server = await listening(async (incoming, outgoing) => {
    const ticket = tickets.get(String(incoming.headers[TICKET]))
    if (ticket === undefined) {
      outgoing.writeHead(403).end()
      return
    }
    tickets.delete(String(incoming.headers[TICKET]))
    const headers = new Headers()
    for (const [name, value] of Object.entries(incoming.headers))
      if (name !== TICKET && name !== 'host' && value !== undefined) headers.set(name, String(value))
    const bodied = incoming.method !== 'GET' && incoming.method !== 'HEAD'
    const request = new Request(ticket.url, {
      method: incoming.method ?? 'GET',
      headers,
      ...(bodied ? { body: Readable.toWeb(incoming) as never, duplex: 'half' } : {}),
    } as RequestInit)
    const response = await ticket.run(() => answer(request))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    if (response.body) Readable.fromWeb(response.body as ReadableStream).pipe(outgoing)
    else outgoing.end()
  })
  const { port } = server.address() as AddressInfo

  const issue = (url: string): string => {
    const ticket = String(++issued)
    tickets.set(ticket, { url, run: AsyncResource.bind((work) => work()) })
    return ticket
  }

  const dispatcher = GLOBAL[DISPATCHER]
  if (dispatcher !== undefined)
    GLOBAL[DISPATCHER] = new Proxy(dispatcher, {
      get: (target, key) => {
        if (key !== 'dispatch') return Reflect.get(target, key, target)
        return (options: DispatchOptions, handler: unknown) => {
          if (!guards()) return target.dispatch(options, handler)
          const ticket = issue(`${options.origin}${options.path}`)
          const { headers } = options
          const marked = Array.isArray(headers) ? [...headers, TICKET, ticket] : { ...headers, [TICKET]: ticket }
          return target.dispatch({ ...options, origin: `http://127.0.0.1:${port}`, headers: marked } as never, handler)
        }
      },
    })

  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...target: unknown[]) {
    const place = placeOf(target)
    if (place === `127.0.0.1:${port}` || !guards()) return connect.apply(this, target as never)
    onEscape(place)
    process.nextTick(() => this.destroy(new Error(`groundwire refused a connection to ${place}`)))
    return this
  } as typeof connect

  return {
    turn: (args, protocol) => {
      const { callback, given, credentials, address, path } = parts(args, protocol)
      const ticket = issue(`${address}${path}`)
      const { headers } = given
      const marked = Array.isArray(headers) ? [...headers, TICKET, ticket] : { ...headers, [TICKET]: ticket }
      const options = { ...withoutPlace(given), host: '127.0.0.1', port, path, headers: marked }
      return new ClientRequest(credentials === undefined ? options : { auth: credentials, ...options }, callback)
    },
    release: () => {
      Socket.prototype.connect = connect
      if (dispatcher !== undefined) GLOBAL[DISPATCHER] = dispatcher
      server.close()
      server.closeAllConnections()
    },
  }
}
