import { describeValue } from './problem.js'
import { isObject } from './row.js'

/** What a cell comes to: a value and what should be said of it, or what is wrong, and where inside the cell. */
export type Reading<T> = { value: T; said?: string } | { wrong: string; inside?: string }

/** A required text: any string, the empty one included. */
export const readText = (cell: unknown): Reading<string> => {
  if (typeof cell === 'string') return { value: cell }
  if (cell === null) return { wrong: 'expected a string, got null; write an empty string if there is none' }
  const remedy = typeof cell === 'object' ? 'write it as one string' : 'quote it'
  return { wrong: `expected a string, got ${describeValue(cell)}; ${remedy}` }
}

/** A reference: a string, or null where the sample has none. `ground_truths` of old Ragas is a list of one. */
export const readReference = (cell: unknown, column: string): Reading<string> => {
  if (cell === null) return { value: '' }
  if (column !== 'ground_truths' || !Array.isArray(cell)) return readText(cell)
  if (cell.length > 1) {
    return { wrong: `expected one reference, got ${cell.length}; keep one, or join them into one string` }
  }
  return cell.length === 0 ? { value: '' } : readText(cell[0])
}

const TEXT_FIELDS = ['text', 'content', 'page_content', 'pageContent']

const readPassage = (entry: unknown): Reading<string> => {
  if (typeof entry === 'string') return { value: entry }
  if (!isObject(entry)) {
    const remedy = typeof entry === 'number' || typeof entry === 'boolean' ? 'quote it or remove it' : 'remove it'
    return { wrong: `expected a string, got ${describeValue(entry)}; ${remedy}` }
  }
  const fields = TEXT_FIELDS.filter((field) => Object.hasOwn(entry, field))
  const [field, second] = fields
  const text = field === undefined ? undefined : entry[field]
  if (second === undefined && typeof text === 'string') return { value: text, said: `read \`${field}\` of its objects` }
  const got = fields.length > 1 ? `an object with ${fields.join(' and ')}` : 'an object'
  return { wrong: `expected a string or an object with its text in one of ${TEXT_FIELDS.join(', ')}, got ${got}` }
}

const parsedArray = (text: string): unknown[] | undefined => {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** What looks like a list of quoted strings and is no JSON, such as a Python list written as text. */
const LIST_LIKE = /^\s*\[\s*["']/

const fromText = (text: string): Reading<string[]> => {
  if (text === '') return { value: [] }
  const array = parsedArray(text)
  if (array !== undefined) return readPassages(array)
  if (LIST_LIKE.test(text)) {
    return { wrong: `expected a JSON array, got ${describeValue(text)}; write it as JSON (from Python: json.dumps)` }
  }
  return { value: [text], said: 'is plain text: read as one passage' }
}

/**
 * The passages: an array of strings, or of objects with one obvious text field; a text is a JSON array written as text
 * (as in a CSV cell) or else one passage. An empty text is no passage.
 */
export const readPassages = (cell: unknown): Reading<string[]> => {
  if (typeof cell === 'string') return fromText(cell)
  if (!Array.isArray(cell)) {
    const remedy = cell === null ? 'write [] if there is none' : 'write it as ["first passage", "second passage"]'
    return { wrong: `expected an array of strings, got ${describeValue(cell)}; ${remedy}` }
  }
  const value: string[] = []
  let said: string | undefined
  for (const [index, entry] of cell.entries()) {
    const passage = readPassage(entry)
    if ('wrong' in passage) return { wrong: passage.wrong, inside: `[${index}]` }
    value.push(passage.value)
    said ??= passage.said
  }
  return said === undefined ? { value } : { value, said }
}

/** Human labels, one per passage: booleans, or 0 and 1. Undefined where the sample has none. */
export const readRelevance = (cell: unknown, passages: number | undefined): Reading<boolean[] | undefined> => {
  if (cell === undefined || cell === null || cell === '') return { value: undefined }
  const labels = typeof cell === 'string' ? parsedArray(cell) : cell
  if (!Array.isArray(labels)) {
    return { wrong: `expected an array such as [true, false], got ${describeValue(cell)}; one label per passage` }
  }
  const value: boolean[] = []
  for (const [index, label] of labels.entries()) {
    if (label !== true && label !== false && label !== 1 && label !== 0) {
      return { wrong: `expected true, false, 1 or 0, got ${describeValue(label)}`, inside: `[${index}]` }
    }
    value.push(Boolean(label))
  }
  if (passages !== undefined && value.length !== passages) {
    return { wrong: `found ${value.length} labels, expected ${passages}, one per passage; add or remove labels` }
  }
  return { value }
}

/** An id: a string that is not empty, or a number. Undefined where the sample has none. */
export const readId = (cell: unknown): Reading<string | undefined> => {
  if (cell === undefined || cell === null || cell === '') return { value: undefined }
  if (typeof cell === 'string') return { value: cell }
  if (typeof cell !== 'number') return { wrong: `expected a string or a number, got ${describeValue(cell)}; quote it` }
  if (!Number.isSafeInteger(cell) && Number.isInteger(cell)) {
    return { wrong: `expected a string, got ${describeValue(cell)}, too large to be read exactly; quote it` }
  }
  return { value: String(cell) }
}
