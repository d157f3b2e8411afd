import { type RecordedRequest, requestHash } from './request.js'

/** A call that differs between two traces; one side is null where a call came or went. */
export interface ChangedCall {
  readonly slot: string
  readonly before: RecordedRequest | null
  readonly after: RecordedRequest | null
  /** 1-based ordinal within its trace, and how many calls that trace has. */
  readonly call: number
  readonly of: number
  /** Of a call that was only scanned: the words that must not stand in it, normalised. */
  readonly quote?: string
}

interface Placed {
  readonly request: RecordedRequest
  readonly index: number
}

const placed = (requests: readonly RecordedRequest[]): Placed[] =>
  requests.map((request, index) => ({ request, index }))

/** What remains of `left` when every request that also stands in `right` is struck out, once for each occurrence. */
const without = (left: readonly Placed[], right: readonly Placed[], keyOf: (request: RecordedRequest) => string) => {
  const counts = new Map<string, number>()
  for (const { request } of right) counts.set(keyOf(request), (counts.get(keyOf(request)) ?? 0) + 1)
  return left.filter(({ request }) => {
    const key = keyOf(request)
    const count = counts.get(key) ?? 0
    counts.set(key, count - 1)
    return count <= 0
  })
}

/**
 * The calls that differ between two traces of one evaluation, as multisets of (method, path, body): order alone is no
 * difference. A leftover call is paired with the one of the same slot on the other side, else with the next leftover.
 */
export const changedCalls = (
  unmodified: readonly RecordedRequest[],
  ablated: readonly RecordedRequest[],
): ChangedCall[] => {
  // Twins are struck out slot by slot first, so that of two equal requests the one that changed is left.
  const inPlace = (request: RecordedRequest) => `${request.slot}\n${requestHash(request)}`
  const [before, after] = [placed(unmodified), placed(ablated)]
  const [left, right] = [without(before, after, inPlace), without(after, before, inPlace)]
  const gone = without(left, right, requestHash)
  const come = without(right, left, requestHash)
  const take = (slot: string) => {
    const same = come.findIndex(({ request }) => request.slot === slot)
    return come.splice(Math.max(same, 0), 1)[0]
  }
  const changed: ChangedCall[] = gone.map(({ request, index }) => ({
    slot: request.slot,
    before: request,
    after: take(request.slot)?.request ?? null,
    call: index + 1,
    of: unmodified.length,
  }))
  for (const { request, index } of come)
    changed.push({ slot: request.slot, before: null, after: request, call: index + 1, of: ablated.length })
  return changed
}
