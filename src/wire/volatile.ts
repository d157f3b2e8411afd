import { diffArrays } from 'diff'
import { fieldsOf, mapFields } from './fields.js'

/** A span of a request that differs between two passes over the same sample: a date, a random id, a counter. */
export interface Volatile {
  /** Path of the field, such as `messages[0].content`. */
  readonly field: string
  /** What stands before it on its line, at most 16 characters; together with `pattern` it finds the span again. */
  readonly before: string
  /** Source of a regular expression for the span. */
  readonly pattern: string
  /** The two values it was found by. */
  readonly values: readonly [string, string]
}

/** A date, an id or a number is one token, so that a span covers the whole of it. */
const TOKEN = /[A-Za-z0-9](?:[A-Za-z0-9:._+-]*[A-Za-z0-9])?|[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu
const WORD = /[\p{L}\p{N}]/u
/** More spans than this in one field, or a span of more words, is no id or date: the request itself differs. */
const MOST_SPANS = 6
const MOST_WORDS = 8

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')

/** The shape of a value: letters and digits free, everything else as it stands. */
const shape = (value: string) =>
  (value.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [])
    .map((part) => (WORD.test(part) ? '[\\p{L}\\p{N}]+' : escaped(part)))
    .join('')

const anyShape = (values: readonly string[]) => {
  const others = [...new Set(values.join('').replace(/[\p{L}\p{N}]/gu, ''))]
  return `[\\p{L}\\p{N}${others.map((sign) => (sign === '-' ? '\\-' : escaped(sign))).join('')}]+`
}

interface Span {
  readonly before: string
  readonly left: string
  readonly right: string
}

/** The differing spans of two texts; spans with only punctuation between them are one. */
const spans = (left: string, right: string): Span[] => {
  const found: { start: string; left: string; right: string; gap: string }[] = []
  let seen = ''
  let gap: string | null = null
  for (const { value, added, removed } of diffArrays(left.match(TOKEN) ?? [], right.match(TOKEN) ?? [])) {
    const text = value.join('')
    if (!added && !removed) {
      seen += text
      gap = gap === null ? null : gap + text
      continue
    }
    const open = found.at(-1)
    if (open !== undefined && gap !== null && !/[\p{L}\p{N}\n]/u.test(gap)) {
      open.left += gap
      open.right += gap
    } else found.push({ start: seen, left: '', right: '', gap: '' })
    const span = found.at(-1)!
    if (removed) {
      span.left += text
      seen += text
    } else span.right += text
    gap = ''
  }
  return found.map(({ start, left, right }) => ({ before: start.split('\n').at(-1)!.slice(-16), left, right }))
}

/**
 * The volatile spans of two bodies of the same call, or null where they differ by more than spans: other fields, a whole
 * field, many places, or long passages. Masking a whole message is not allowed.
 */
export const volatileSpans = (left: string, right: string): Volatile[] | null => {
  const before = fieldsOf(left)
  const after = fieldsOf(right)
  if (before.size !== after.size) return null
  const found: Volatile[] = []
  for (const [field, value] of before) {
    if (!after.has(field)) return null
    const [text, other] = [String(value), String(after.get(field))]
    if (other === text) continue
    const differing = spans(text, other)
    if (differing.length > MOST_SPANS) return null
    for (const { before, left: one, right: two } of differing) {
      const tooLong = [one, two].some((value) => value === '' || value.split(/\s+/u).length > MOST_WORDS)
      if (tooLong || (one === text && text.length > 64)) return null
      found.push({
        field,
        before,
        pattern: shape(one) === shape(two) ? shape(one) : anyShape([one, two]),
        values: [one, two],
      })
    }
  }
  return found
}

/**
 * The body with every volatile span replaced by a mark.
 * @param onMasked is told each text that was masked away, so that masked artifact text is noticed
 */
export const maskVolatile = (body: string, masks: readonly Volatile[], onMasked?: (text: string) => void): string =>
  masks.length === 0
    ? body
    : mapFields(body, (text, path) =>
        masks
          .filter(({ field }) => field === path)
          .reduce(
            (masked, { before, pattern }) =>
              masked.replace(
                new RegExp(`(${before === '' ? '^' : escaped(before)})(${pattern})`, 'gmu'),
                (_, kept, span) => {
                  onMasked?.(span)
                  return `${kept}⟨volatile⟩`
                },
              ),
            text,
          ),
      )
