import { diffLines } from 'diff'
import type { RecordedRequest } from './request.js'

/** Where and how a request changed when an artifact did. Lines are at most {@link LINE_LIMIT} characters. */
export interface RequestDifference {
  /** 1-based ordinal of the request within its evaluation, and how many there were. */
  readonly call: number
  readonly of: number
  readonly endpoint: string
  readonly model: string
  /** The field of the body that changed, such as `messages[1].content`; `''` where a whole request came or went. */
  readonly field: string
  /** 1-based line within that field. */
  readonly line: number
  /** Lines that only the unmodified request holds: here stands what leaked. */
  readonly unmodified: readonly string[]
  /** Lines that only the request under the ablation holds. */
  readonly ablated: readonly string[]
}

const LINE_LIMIT = 160
const LINES_SHOWN = 3

const shortened = (lines: readonly string[]) =>
  lines
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_SHOWN)
    .map((line) => (line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT - 1)}…` : line))

/** The single values of a JSON body, by path; an empty list or object is one. A body that is no JSON is one field. */
const fields = (body: string): Map<string, unknown> => {
  const found = new Map<string, unknown>()
  const walk = (value: unknown, path: string) => {
    const isList = Array.isArray(value)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    for (const [key, entry] of entries) walk(entry, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`)
    if (entries.length === 0) found.set(path || 'body', typeof value === 'object' ? JSON.stringify(value) : value)
  }
  try {
    walk(JSON.parse(body), '')
  } catch {
    found.set('body', body)
  }
  return found
}

const whole = (request: RecordedRequest, call: number, of: number) => ({
  call,
  of,
  endpoint: `${request.method} ${request.path}`,
  model: request.model,
})

const changedLines = (before: string, after: string) => {
  const unmodified: string[] = []
  const ablated: string[] = []
  let line = 1
  let first = 0
  // A last line without its line break would differ from the same line with one.
  for (const part of diffLines(`${before}\n`, `${after}\n`)) {
    const lines = part.value.replace(/\n$/u, '').split('\n')
    if ((part.added || part.removed) && first === 0) first = line
    if (part.removed) unmodified.push(...lines)
    if (part.added) ablated.push(...lines)
    if (!part.added) line += part.count
  }
  return { line: Math.max(first, 1), unmodified: shortened(unmodified), ablated: shortened(ablated) }
}

const key = ({ method, path, body }: RecordedRequest) => `${method} ${path}\n${body}`

/** What remains of `left` when every request that also stands in `right` is struck out, once for each occurrence. */
const without = (left: readonly RecordedRequest[], right: readonly RecordedRequest[]) => {
  const counts = new Map<string, number>()
  for (const request of right) counts.set(key(request), (counts.get(key(request)) ?? 0) + 1)
  return left
    .map((request, index) => ({ request, index }))
    .filter(({ request }) => {
      const count = counts.get(key(request)) ?? 0
      counts.set(key(request), count - 1)
      return count <= 0
    })
}

/**
 * The first request that changed between two traces of one evaluation, as evidence; null where the two hold the same
 * requests. The requests left over on each side are paired in order.
 */
export const requestDifference = (
  unmodified: readonly RecordedRequest[],
  ablated: readonly RecordedRequest[],
): RequestDifference | null => {
  const gone = without(unmodified, ablated)
  const come = without(ablated, unmodified)
  const before = gone[0]
  const after = come[0]
  if (before === undefined && after === undefined) return null
  if (before === undefined || after === undefined) {
    const { request, index } = (before ?? after)!
    const lines = shortened([...fields(request.body).values()].flatMap((value) => String(value).split('\n')))
    return {
      ...whole(request, index + 1, (before ? unmodified : ablated).length),
      field: '',
      line: 1,
      unmodified: before ? lines : [],
      ablated: before ? [] : lines,
    }
  }
  const left = fields(before.request.body)
  const right = fields(after.request.body)
  const names = [...new Set([...left.keys(), ...right.keys()])]
  const field = names.find((name) => left.get(name) !== right.get(name)) ?? ''
  return {
    ...whole(before.request, before.index + 1, unmodified.length),
    field,
    ...changedLines(String(left.get(field) ?? ''), String(right.get(field) ?? '')),
  }
}
