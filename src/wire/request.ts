import { sha256 } from '../random.js'

/** One judge request as it left the harness. `body` is canonical JSON (keys sorted), or the raw text where it is none. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly model: string
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, entry]) => [key, sorted(entry)]))
}

/** A body in a form in which equal JSON is equal text. Text that is no JSON stays as it is. */
export const canonicalBody = (text: string): string => {
  try {
    return JSON.stringify(sorted(JSON.parse(text)))
  } catch {
    return text
  }
}

/**
 * What was asked, regardless of order: the hash of the multiset of (method, path, canonical body). Equal fingerprints
 * mean that the judge was shown the same.
 */
export const requestsFingerprint = (requests: readonly RecordedRequest[]): string =>
  sha256(
    requests
      .map(({ method, path, body }) => sha256(`${method} ${path}\n${body}`))
      .sort()
      .join('\n'),
  )
