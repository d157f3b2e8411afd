import { canonicalJson } from '../wire/request.js'

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
export const splitFields = (body: unknown, names: readonly string[]) => {
  const unseen: Record<string, string> = {}
  if (typeof body !== 'object' || body === null) return { seen: body, unseen }
  const seen = Object.fromEntries(Object.entries(body).filter(([name]) => !names.includes(name)))
  for (const name of names) if (name in body) unseen[name] = canonicalJson((body as Record<string, unknown>)[name])
  return { seen, unseen }
}
