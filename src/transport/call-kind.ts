import { remembered } from '../remembered.js'
import { canonicalJson } from '../wire/request.js'
import type { Asked, ReplyFormat } from './routes/route.js'

const HEAD = 60
/** So many signs of a sample in a row end the head of a prompt: fewer agree by chance. */
const WINDOW = 12
const SHORTEST = 8
const STEP = 4

/** Words about a schema, in which a sample may be quoted; they are no part of its form. */
const WORDS_ABOUT = new Set(['description', 'title', 'default', 'examples', '$comment'])

const form = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(form)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, entry]) => !(WORDS_ABOUT.has(name) && typeof entry !== 'object'))
      .map(([name, entry]) => [name, form(entry)]),
  )
}

const FORMS = 100
/** A harness asks for a few forms thousands of times. */
const formOf = remembered((format) => canonicalJson(form(JSON.parse(format))), FORMS)
const formText = (format: ReplyFormat): string =>
  format.kind === 'embedding' ? 'embedding' : formOf(JSON.stringify(format))

/** A line up to where text of the sample begins, at most 60 signs. */
const headOf = (line: string, texts: readonly string[]): string => {
  const lower = line.slice(0, HEAD + WINDOW).toLowerCase()
  for (let start = 0; start < Math.min(HEAD, lower.length); start += STEP) {
    const end = start + WINDOW
    if (lower.length - start < SHORTEST) break
    const text = texts.find((each) => each.includes(lower.slice(start, end)))
    if (text === undefined) continue
    while (start > 0 && text.includes(lower.slice(start - 1, end))) start -= 1
    // A sign or two before it may agree by chance: the word there is left out, whether or not they do.
    return line.slice(0, start).replace(/\s*\S*\s*$/u, '')
  }
  return line.slice(0, HEAD)
}

/**
 * Which call of a harness a request is, but for the ordinal: API, form of the reply, and the heads of its first message
 * and first question, as far as they hold nothing of the sample.
 * @param texts the texts of the sample, in lower case
 */
export const kindOfCall = ({ route, format, messages }: Asked, texts: readonly string[]): string => {
  const [first] = messages
  const question = messages.find(({ role }) => role === 'user')
  const heads = [...new Set([first, question])].map((message) =>
    headOf(message?.text.trimStart().split('\n', 1)[0] ?? '', texts),
  )
  return [route, formText(format), ...heads].join(' ')
}
