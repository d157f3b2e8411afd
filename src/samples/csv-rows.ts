import { CsvError, parse } from 'csv-parse/sync'
import type { Problem } from './problem.js'
import { type Row, type Rows, rowOf } from './row.js'

const DELIMITERS = [',', ';', '\t'] as const

/** The delimiter that stands most often in the header line, outside quotes; a comma where there is none. */
const delimiterOf = (text: string): string => {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let quoted = false
  for (const mark of text) {
    if (mark === '"') quoted = !quoted
    if (quoted) continue
    if (mark === '\n' || mark === '\r') break
    const count = counts.get(mark)
    if (count !== undefined) counts.set(mark, count + 1)
  }
  return DELIMITERS.reduce<string>(
    (best, next) => ((counts.get(next) ?? 0) > (counts.get(best) ?? 0) ? next : best),
    ',',
  )
}

const REMEDIES: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quote opens in this row and never closes; close it, or double it ("") where it is text',
  INVALID_OPENING_QUOTE:
    'a quote stands inside a cell without quotes; put the cell in quotes and double the quote ("")',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote; double the quote ("") where it is text',
}

/** Turns byte offsets, asked for in rising order, into the line of the next record: blank lines before it are passed. */
const recordLines = (bytes: Buffer): ((offset: number) => number) => {
  let line = 1
  let at = 0
  const step = (): void => {
    const isBreak = bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)
    if (isBreak) line++
    at++
  }
  return (offset) => {
    while (at < offset) step()
    while (bytes[at] === 0x0a || bytes[at] === 0x0d) step()
    return line
  }
}

type Parsed = { end: number; cells: string[] }

/** The records with the byte offset at which each ends, and the first error: past it no cell border is certain. */
const parseRecords = (bytes: Buffer, delimiter: string): { records: Parsed[]; error?: CsvError } => {
  const records: Parsed[] = []
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
      relax_column_count: true,
      on_record: (cells: string[], { bytes: end }) => {
        records.push({ end, cells })
        return null
      },
    })
    return { records }
  } catch (error) {
    if (error instanceof CsvError) return { records, error }
    throw error
  }
}

/**
 * Reads a table with a header line: quoted cells with line breaks, LF, CRLF or CR, and `,`, `;` or a tab between cells
 * as the header line shows. A row's line is the one on which it begins.
 */
export const csvRows = (text: string): Rows => {
  const bytes = Buffer.from(text)
  const delimiter = delimiterOf(text)
  const { records, error } = parseRecords(bytes, delimiter)
  // Lines come from byte offsets: the library's own count takes a CRLF inside quotes for two lines.
  const lineAfter = recordLines(bytes)
  const placed = records.map(({ cells }, index) => ({ cells, line: lineAfter(records[index - 1]?.end ?? 0) }))
  const problems: Problem[] = []
  if (error !== undefined) {
    const remedy = REMEDIES[error.code] ?? error.message
    problems.push({ line: lineAfter(records.at(-1)?.end ?? 0), text: `no CSV: ${remedy}; later rows were not read` })
  }
  const [head, ...body] = placed
  if (head === undefined) return { rows: [], problems, notes: [], hints: [] }
  const header = head.cells.map((name) => name.trim())
  const doubled = [...new Set(header.filter((name, index) => header.indexOf(name) !== index))]
  for (const name of doubled) {
    const text = 'stands twice in the header, expected once; rename or remove one'
    problems.push({ line: head.line, field: name || '(empty name)', text })
  }
  if (body.length === 0 && error === undefined) {
    const text = `found a header line (${header.join(', ').slice(0, 80)}) and no row, expected at least one row`
    problems.push({ line: head.line, text })
  }
  const shown = delimiter === '\t' ? 'a tab' : `\`${delimiter}\``
  const rows: Row[] = []
  for (const { line, cells } of body) {
    if (cells.length === header.length) {
      rows.push(rowOf(line, Object.fromEntries(header.map((name, index) => [name, cells[index]]))))
    } else {
      const counts = `found ${cells.length} cells, expected ${header.length} as in the header`
      problems.push({ line, text: `${counts}; put a cell that holds ${shown} in quotes` })
    }
  }
  return { rows, problems, notes: delimiter === ',' ? [] : [`cells are divided by ${shown}`], hints: [] }
}
