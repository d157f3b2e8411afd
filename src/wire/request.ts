import { sha256 } from '../random.js'

/** A place in the user's code: `src/eval/metrics.ts:12`, and the function there. */
export interface Site {
  readonly file: string
  readonly line: number
  readonly function: string
}

/** One judge request as it left the harness. */
export interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly model: string
  /**
   * Which call of the harness this is, whatever its order: API, reply format, head of the prompt, and the ordinal among
   * requests that agree in these.
   */
  readonly slot: string
  /** What the model sees: canonical JSON of the body without unseen fields; the raw text where it is no JSON. */
  readonly body: string
  /** What is compared instead of the body, where its order does not count. */
  readonly compared?: string
  /** The same as plain text, message by message. */
  readonly text: string
  /** What the model does not see, by name: headers, `metadata`, `user` … */
  readonly unseen: Readonly<Record<string, string>>
  /** The reply is prose: nothing says that code reads it. */
  readonly freeText: boolean
  /** The reply is a vector: pinned, so varying it shows nothing. */
  readonly embedding: boolean
  /** It was sent in the context of another evaluation, as through a queue that evaluations share. */
  readonly adrift: boolean
  /** Where the user's code sent it, worked out only when asked for; null where no frame of theirs is on the stack. */
  readonly site: () => Site | null
}

const isSorted = (keys: readonly string[]) => keys.every((key, index) => index === 0 || keys[index - 1]! < key)

const sorted = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const keys = Object.keys(value)
  if (isSorted(keys)) return value
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(keys.sort().map((key) => [key, (value as Record<string, unknown>)[key]]))
}

/** JSON in a form in which equal values are equal text. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted)

/** A body in canonical form. Text that is no JSON stays as it is. */
export const canonicalBody = (text: string): string => {
  try {
    return canonicalJson(JSON.parse(text))
  } catch {
    return text
  }
}

type Asked = Pick<RecordedRequest, 'method' | 'path' | 'body' | 'compared'>

/** What one request asked, by hash of (method, path, body). */
export const requestHash = ({ method, path, body, compared = body }: Asked): string =>
  sha256(`${method} ${path}\n${compared}`)

/**
 * What was asked, regardless of order: the hash of the multiset of (method, path, canonical body). Equal fingerprints
 * mean that the judge was shown the same.
 */
export const requestsFingerprint = (requests: readonly Asked[]): string =>
  sha256(requests.map(requestHash).sort().join('\n'))
