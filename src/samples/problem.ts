import { InputError } from '../errors.js'

/** One bad place of a data file: its line (from 1), the field, and what was found, what was expected, what to do. */
export type Problem = { line: number; field?: string; text: string }

const SHOWN = 20

/**
 * The error for a file with bad places: every place as `file:line: field: text` in the order of lines, the first
 * twenty in full. Hints say what the places have in common.
 */
export const badPlaces = (source: string, problems: readonly Problem[], hints: readonly string[] = []): InputError => {
  const sorted = problems.toSorted((a, b) => a.line - b.line)
  const places = sorted
    .slice(0, SHOWN)
    .map(({ line, field, text }) => `${source}:${line}: ${field === undefined ? '' : `${field}: `}${text}`)
  const more = sorted.length - places.length
  return new InputError(
    [
      ...(sorted.length > 1 ? [`${source}: ${sorted.length} bad places; nothing was loaded`] : []),
      ...places,
      ...(more > 0 ? [`and ${more} more`] : []),
      ...hints.map((hint) => `hint: ${hint}`),
    ].join('\n'),
  )
}

const SHOWN_CHARACTERS = 40

/** Names a value for a message, shortened: `number 4`, `string "abc"`, `null`, `an array`, `an object`. */
export const describeValue = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (typeof value !== 'string') return `${typeof value} ${String(value)}`
  return `string ${JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value)}`
}
