import { canonicalJson, type RecordedRequest } from '../wire/request.js'
import type { Asked } from './routes/route.js'
import { HEADERS_OF_TRANSPORT } from './transport-headers.js'

/** What is read of a request: every `Request` is one. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly text: () => Promise<string>
}

/** The commonest request, text to an address, without the cost of a `Request`; null where it is another. */
export const plainlySent = (...[input, init]: Parameters<typeof fetch>): Sent | null => {
  const body = init?.body ?? ''
  if (typeof input !== 'string' || typeof body !== 'string') return null
  const headers = init?.headers instanceof Headers ? init.headers : new Headers(init?.headers)
  return { method: (init?.method ?? 'GET').toUpperCase(), url: new URL(input).href, headers, text: async () => body }
}

/** What the model sees of a body, and what not. */
const splitFields = (body: unknown, names: readonly string[]) => {
  const unseen: Record<string, string> = {}
  if (typeof body !== 'object' || body === null) return { seen: body, unseen }
  const seen = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  for (const name of names) if (name in body) unseen[name] = canonicalJson((body as Record<string, unknown>)[name])
  return { seen, unseen }
}

/** What is kept of a judge request. */
export const recordedRequest = (
  { method, url, headers }: Sent,
  { model, messages, format, unseen: names }: Asked,
  body: unknown,
  place: Pick<RecordedRequest, 'slot' | 'adrift' | 'site'>,
): RecordedRequest => {
  const { unseen, seen } = splitFields(body, names)
  for (const [name, value] of headers) if (!HEADERS_OF_TRANSPORT.test(name)) unseen[`header ${name}`] = value
  const { pathname, searchParams } = new URL(url)
  for (const [name, value] of searchParams) unseen[`query ${name}`] = value
  return {
    method,
    path: pathname,
    model,
    body: canonicalJson(seen),
    text: messages.map(({ text }) => text).join('\n'),
    unseen,
    freeText: format.kind === 'text',
    embedding: format.kind === 'embedding',
    ...place,
  }
}
