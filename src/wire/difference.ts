import { diffLines } from 'diff'
import type { ChangedCall } from './changed-calls.js'
import { fieldsOf } from './fields.js'
import { RUN } from './presence.js'
import type { RecordedRequest } from './request.js'
import { wordsOf } from './words.js'

/** Where and how a request changed when an artifact did. */
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
  /** Lines that only the unmodified request holds: what leaked stands between ⟦ and ⟧. */
  readonly unmodified: string[]
  /** Lines that only the request under the ablation holds. */
  readonly ablated: string[]
}

const LINE_LIMIT = 160
const LINES_SHOWN = 3
/** Two marks and two ellipses. */
const SIGNS = 4

const shown = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '').slice(0, LINES_SHOWN)

const shortened = (lines: readonly string[]) =>
  shown(lines).map((line) => (line.length > LINE_LIMIT ? `${line.slice(0, LINE_LIMIT - 1)}…` : line))

const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

/** How many leading signs two texts share, up to the start of a word. */
const sharedHead = (left: string, right: string): number => {
  let length = 0
  while (length < left.length && left[length] === right[length]) length += 1
  while (isWord(left[length - 1]) && (isWord(left[length]) || isWord(right[length]))) length -= 1
  return length
}

const reversed = (text: string) => [...text].reverse().join('')

/** A line with what only it holds between ⟦ and ⟧, and of a long one no more than what stands around. */
const marked = (line: string, other: string): string => {
  const head = sharedHead(line, other)
  const tail = sharedHead(reversed(line.slice(head)), reversed(other.slice(head)))
  const [before, own, after] = [
    line.slice(0, head),
    line.slice(head, line.length - tail),
    line.slice(line.length - tail),
  ]
  if (own === '') return shortened([line])[0] ?? ''
  const most = LINE_LIMIT - SIGNS
  const room = Math.max(0, most - own.length)
  const lead = before.length > room / 2 ? `…${before.slice(before.length - Math.floor(room / 2))}` : before
  const rest = after.length > room / 2 ? `${after.slice(0, Math.floor(room / 2))}…` : after
  const middle = own.length > most ? `${own.slice(0, most)}…` : own
  return `${lead}⟦${middle}⟧${rest}`
}

const markedLines = (lines: readonly string[], others: readonly string[]) => {
  const opposite = shown(others)
  return shown(lines).map((line, index) => marked(line, opposite[index] ?? ''))
}

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
  return {
    line: Math.max(first, 1),
    unmodified: markedLines(unmodified, ablated),
    ablated: markedLines(ablated, unmodified),
  }
}

const wholeLines = (request: RecordedRequest) => shortened([...fieldsOf(request.body).values()].join('\n').split('\n'))

/** The line of a request in which words stand that must not. */
const quotedLine = (request: RecordedRequest, quote: string) => {
  const run = quote.split(' ').slice(0, RUN).join(' ')
  for (const [field, text] of fieldsOf(request.body))
    for (const [index, line] of String(text).split('\n').entries())
      if (wordsOf(line).join(' ').includes(run))
        return { field, line: index + 1, unmodified: shortened([line]), ablated: [] }
  return null
}

/** The difference of a changed call as evidence: the first field that changed, and its changed lines, shortened. */
export const differenceOf = ({ before, after, call, of, quote }: ChangedCall): RequestDifference => {
  const { method, path, model } = (before ?? after)!
  const place = { call, of, endpoint: `${method} ${path}`, model }
  if (before !== null && quote !== undefined) {
    const found = quotedLine(before, quote)
    if (found !== null) return { ...place, ...found }
  }
  if (before === null || after === null)
    return {
      ...place,
      field: '',
      line: 1,
      unmodified: before ? wholeLines(before) : [],
      ablated: after ? wholeLines(after) : [],
    }
  const left = fieldsOf(before.body)
  const right = fieldsOf(after.body)
  const field = [...left.keys(), ...right.keys()].find((name) => left.get(name) !== right.get(name)) ?? ''
  return { ...place, field, ...changedLines(String(left.get(field) ?? ''), String(right.get(field) ?? '')) }
}
