import type { RecordedRequest, Site } from '../wire/request.js'
import type { Evidence } from './gather.js'
import type { Trace } from './tracer.js'

/** So many call sites are looked for once more: each costs an evaluation. */
const MOST = 10

const withSite = (request: RecordedRequest | null, site: Site): RecordedRequest | null =>
  request && { ...request, site: () => site }

/**
 * Finds where requests were sent of which the stack has lost it: a scorer that only returns a promise has left it by then.
 * Each is evaluated once more, followed through its asynchronous steps.
 * @param again evaluates what the evidence was seen on, followed
 */
export const findSites = async (
  evidence: readonly Evidence[],
  again: <T>(entry: Evidence, read: (trace: Trace<unknown>) => T) => Promise<T>,
): Promise<Evidence[]> => {
  const found: Evidence[] = []
  let tried = 0
  for (const entry of evidence) {
    const { before, after, slot } = entry.call
    const lost = (before ?? after)?.site() === null && tried < MOST
    if (lost) tried += 1
    const site = lost
      ? await again(entry, ({ requests }) => requests.find((request) => request.slot === slot)?.site() ?? null)
      : null
    found.push(
      site === null
        ? entry
        : { ...entry, call: { ...entry.call, before: withSite(before, site), after: withSite(after, site) } },
    )
  }
  return found
}
