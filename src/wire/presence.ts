import { remembered } from '../remembered.js'
import { shingles, wordsOf } from './words.js'

/** Words in a row that must agree for a text to count as present: fewer agree by chance. */
export const RUN = 5

const QUOTED = 12

/** Requests and artifacts come back pass after pass; the newest are remembered. */
const REMEMBERED = 400

const runsOf = remembered((text): ReadonlySet<string> => new Set(shingles(wordsOf(text), RUN)), REMEMBERED)

/** Line by line: where one text ends and the next begins, words of both would make a run that nobody wrote. */
const runsShown = remembered(
  (text): ReadonlySet<string> => new Set(text.split('\n').flatMap((line) => shingles(wordsOf(line), RUN))),
  REMEMBERED,
)

/** Text of a request that stands in one artifact and in none that the call may see. */
export interface Presence {
  readonly name: string
  /** The words found, normalised, at most 12. */
  readonly quote: string
}

/**
 * Looks for text that must not be there. Decides that a request holds a text when a line of it holds a run of five words
 * of it that stands neither in what it may hold nor in the template. Of two texts that share words, the one of which more
 * is found explains both.
 * @param request everything a request holds, as text
 * @param forbidden values by name (artifacts, other columns)
 * @param allowed values that may be in the request
 */
export const foreignText = (
  request: string,
  forbidden: ReadonlyMap<string, string>,
  allowed: readonly string[],
): Presence[] => {
  const candidates = [...forbidden].filter(([, value]) => value.trim() !== '')
  if (candidates.length === 0) return []
  const shown = runsShown(request)
  const known = allowed.map(runsOf)
  const found = candidates
    .map(([name, value]) => {
      const all = [...runsOf(value)]
      const runs = new Set(all.filter((run) => shown.has(run) && !known.some((may) => may.has(run))))
      return { name, value, runs, share: runs.size / all.length }
    })
    .filter(({ runs }) => runs.size > 0)
  type Found = (typeof found)[number]
  const explains = (other: Found, { runs, share }: Found) =>
    [...runs].every((run) => other.runs.has(run)) && (other.runs.size > runs.size || other.share > share)
  return found
    .filter((each) => !found.some((other) => explains(other, each)))
    .map(({ name, value, runs }) => {
      const words = wordsOf(value)
      const start = shingles(words, RUN).indexOf([...runs][0] as string)
      return { name, quote: words.slice(start, start + QUOTED).join(' ') }
    })
}
