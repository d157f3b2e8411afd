import http, {
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  Server,
  type ServerResponse,
} from 'node:http'
import { type Duplex, duplexPair, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export interface NodeHttpRules {
  /** Whether the request that is being sent is ours to answer. */
  readonly takes: () => boolean
  /** Null: the request goes its way. */
  readonly answer: (request: Request) => Promise<Response | null>
  /** Runs what sends a request, such as to note from where. */
  readonly around: <T>(send: () => T) => T
}

/** What node's requests call of their agent; the types leave it out. */
type AddRequest = (this: Agent, request: Sending, options: RequestOptions, ...legacy: unknown[]) => void
type Sending = ClientRequest & { readonly onSocket: (socket: Duplex) => void }
const AGENT = Agent.prototype as unknown as { addRequest: AddRequest }

/** Marks a request that has been seen and goes to the network. */
const SEEN = Symbol('seen')

/** Node's own, whatever stands in its place in the module. */
const NodeRequest = http.ClientRequest.prototype.constructor as typeof http.ClientRequest

const urlOf = ({ protocol, host, path }: ClientRequest, { port }: RequestOptions): string =>
  `${protocol}//${host.includes(':') ? `[${host}]` : host}${port ? `:${port}` : ''}${path}`

/** A stream that passes for a connected socket. */
const asSocket = (stream: Duplex): Duplex => {
  const itself = () => stream
  const methods = { setTimeout: itself, setNoDelay: itself, setKeepAlive: itself, ref: itself, unref: itself }
  return Object.assign(stream, { connecting: false, encrypted: true, authorized: true, ...methods })
}

/** A request that has come to a server of ours, as one to `url`. */
export const asRequest = (incoming: IncomingMessage, url: string): Request => {
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers))
    if (name !== 'host' && value !== undefined) headers.set(name, String(value))
  const method = incoming.method ?? 'GET'
  const bodied = method !== 'GET' && method !== 'HEAD'
  const body = bodied ? { body: Readable.toWeb(incoming), duplex: 'half' } : {}
  return new Request(url, { method, headers, ...body } as RequestInit)
}

export const send = (response: Response, outgoing: ServerResponse): void => {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  if (response.body) Readable.fromWeb(response.body as ReadableStream).pipe(outgoing)
  else outgoing.end()
}

interface Taken {
  readonly url: string
  readonly options: RequestOptions
  /** The sender's end: what is destroyed here fails there. */
  readonly client: Duplex
}

/** Sends a request that has been seen to where it was going, over the agent that it was sent with. */
const sendOn = ({ url: path, method, headers }: IncomingMessage, body: Buffer, options: RequestOptions) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    new NodeRequest({ ...options, path, method, headers, [SEEN]: true } as RequestOptions, resolve)
      .on('error', reject)
      .end(body)
  })

/**
 * Answers requests of node's http and https without a network, at their agent: whatever `request` or `get` was kept
 * before, or put in its place since, such as by a user's msw server, every request comes to an agent in the end. Those
 * without one (a `createConnection` of their own) do not.
 * @returns a function that leaves the agents as they were
 */
export const answerNodeHttp = ({ takes, answer, around }: NodeHttpRules): (() => void) => {
  const taken = new WeakMap<object, Taken>()
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse, { url, options }: Taken) => {
    const request = asRequest(incoming, url)
    const response = await answer(request.clone())
    if (response !== null) return send(response, outgoing)
    const reply = await sendOn(incoming, Buffer.from(await request.arrayBuffer()), options)
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
    reply.pipe(outgoing)
  }
  const server = new Server((incoming, outgoing) => {
    const found = taken.get(incoming.socket)!
    outgoing.shouldKeepAlive = false
    serve(incoming, outgoing, found).catch((error: Error) => found.client.destroy(error))
  })
  const beneath = AGENT.addRequest
  const ours: AddRequest = function (request, options, ...legacy) {
    if (SEEN in options || !takes()) return beneath.call(this, request, options, ...legacy)
    const [client, remote] = duplexPair()
    taken.set(remote, { url: urlOf(request, options), options: { ...options, agent: this }, client })
    // Here, so that its steps belong to whoever sends the request.
    around(() => server.emit('connection', remote))
    request.onSocket(asSocket(client))
  }
  AGENT.addRequest = ours
  return () => {
    if (AGENT.addRequest === ours) AGENT.addRequest = beneath
  }
}
