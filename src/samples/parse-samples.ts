import { InputError } from '../errors.js'
import { chooseColumns } from './columns.js'
import { csvRows } from './csv-rows.js'
import { datasetOf, type LoadedSamples } from './dataset.js'
import { FORMAT_NAMES, type FormatName } from './formats.js'
import { jsonlRows, jsonRows } from './json-rows.js'
import { badPlaces } from './problem.js'
import { readSamples } from './read-samples.js'
import type { Rows } from './row.js'

/** How the text of a data file is laid out. `csv` is any table with a header line and `,`, `;` or tabs. */
export type FileType = 'jsonl' | 'json' | 'csv'

export type ParseOptions = {
  source: string
  type?: FileType
  format?: FormatName
  /** Columns to keep in `sample.extras`. */
  extras?: readonly string[]
}

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Guesses the layout from the first lines: `[` opens JSON, `{` JSON or JSON Lines, anything else a table. */
export const sniffType = (text: string): FileType => {
  const start = text.trimStart()
  if (start.startsWith('[')) return 'json'
  if (!start.startsWith('{')) return 'csv'
  const [first = '', second] = start.split('\n', 2)
  const isAlone = second === undefined || start.slice(first.length).trim() === ''
  if (isAlone) return jsonRows(text).problems.length === 0 ? 'json' : 'jsonl'
  return first.trim() === '{' || (!parses(first) && parses(start)) ? 'json' : 'jsonl'
}

const ROWS: Readonly<Record<FileType, (text: string) => Rows>> = { jsonl: jsonlRows, json: jsonRows, csv: csvRows }

/** The rows of a data file of any type, with what is wrong with them; a byte-order mark is passed. */
export const rowsOfText = (text: string, type?: FileType): Rows => {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  return ROWS[type ?? sniffType(body)](body)
}

/**
 * Reads the text of a data file: all samples, or none.
 *
 * `question`, `answer` and `contexts` are required in every row; `ground_truth` in every row or in none (null where a
 * sample has no reference); `id` in every row or in none; `relevance` is optional. Other names that tools give them are
 * read through the table of formats and noted.
 *
 * @throws InputError that lists every bad place as `source:line: field: what is wrong; what to do`.
 */
export const parseSamples = (text: string, { source, type, format, extras = [] }: ParseOptions): LoadedSamples => {
  if (format !== undefined && !FORMAT_NAMES.includes(format)) {
    throw new InputError(`unknown format \`${format}\`; expected one of ${FORMAT_NAMES.join(', ')}`)
  }
  if (text.replace(/^\uFEFF/u, '').trim() === '')
    throw new InputError(`${source}:1: the file is empty; expected at least one sample`)
  const rows = rowsOfText(text, type)
  const columns = chooseColumns(rows.rows, format)
  const unknown = extras.find((column) => !columns.extras.includes(column))
  if (unknown !== undefined && rows.problems.length + columns.problems.length === 0)
    throw new InputError(
      `${source}: extras: there is no unused column \`${unknown}\`; unused are ${columns.extras.map((name) => `\`${name}\``).join(', ') || 'none'}`,
    )
  const read = readSamples(rows.rows, columns, extras)
  const problems = [...rows.problems, ...columns.problems, ...read.problems]
  if (problems.length > 0) throw badPlaces(source, problems, [...rows.hints, ...columns.hints])
  if (read.samples.length === 0) throw new InputError(`${source}:1: no sample in the file; expected at least one`)
  return {
    ...datasetOf(read.samples),
    notes: [...rows.notes, ...columns.notes, ...read.notes],
    extras: columns.extras,
  }
}
