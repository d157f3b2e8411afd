import { findJsonFault } from './json-fault.js'
import { doubledKeys, elementsAt, lineCounter, membersAt, startOfValue } from './json-positions.js'
import { describeValue, type Problem } from './problem.js'
import { isObject, type Row, type Rows, rowOf } from './row.js'

/** The keys under which tools keep the array of samples. */
const ROW_KEYS = [
  'samples',
  'data',
  'examples',
  'rows',
  'results',
  'test_cases',
  'testCases',
  'tests',
  'cases',
  'goldens',
  'items',
  'records',
  'dataset',
]

type Found = { array: unknown[]; at: number; path: string[] }

const nothing = (problems: Problem[], hints: string[] = []): Rows => ({ rows: [], problems, notes: [], hints })

/** The array of samples: the value itself, or the one array under a known key, at most through known keys. */
const findArray = (value: unknown, text: string, at: number, path: string[] = []): Found | string => {
  if (Array.isArray(value)) return { array: value, at, path }
  const expected = 'expected an array of objects, or an object with one under `samples`, `data`, `results` or the like'
  if (!isObject(value)) return `found ${describeValue(value)}, ${expected}`
  const known = ROW_KEYS.filter((key) => Object.hasOwn(value, key))
  const arrays = known.filter((key) => Array.isArray(value[key]))
  const candidates = arrays.length > 0 ? arrays : known.filter((key) => isObject(value[key]))
  const [key, second] = candidates
  if (key === undefined) {
    const keys = Object.keys(value).slice(0, 8)
    const where = path.length === 0 ? 'an object' : `an object under \`${path.join('.')}\``
    return `found ${where} with the keys ${keys.join(', ') || '(none)'}; ${expected}; put a single sample into [ ]`
  }
  if (second !== undefined) {
    const names = candidates.map((name) => `\`${[...path, name].join('.')}\``).join(' and ')
    return `found ${names}, expected one place that holds the samples; keep one of them`
  }
  const member = membersAt(text, at).findLast((candidate) => candidate.key === key)
  return findArray(value[key], text, member?.at ?? at, [...path, key])
}

const parse = (text: string): { value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** The faults of one record, or the row it makes. `start` is where the record begins in `text`. */
const readRecord = (value: unknown, text: string, start: number, line: number): Row | Problem[] => {
  if (!isObject(value)) return [{ line, text: `expected an object with one sample, got ${describeValue(value)}` }]
  const doubled = doubledKeys(text, start)
  if (doubled.length === 0) return rowOf(line, value)
  return doubled.map((key) => ({ line, field: key, text: 'stands twice in one object, expected once; remove one' }))
}

const collect = (records: Iterable<Row | Problem[]>, notes: string[], hints: string[]): Rows => {
  const result: Rows = { rows: [], problems: [], notes, hints }
  for (const record of records) {
    if (Array.isArray(record)) result.problems.push(...record)
    else result.rows.push(record)
  }
  return result
}

/** Reads one JSON text. A row's line is the one on which its object begins. */
export const jsonRows = (text: string): Rows => {
  const parsed = parse(text)
  if (parsed === undefined) {
    const fault = findJsonFault(text)
    const before = text.slice(0, fault?.offset ?? 0)
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    const isJsonl = fault?.expected === 'nothing after the value' && text.trimStart().startsWith('{')
    return nothing(
      [{ line, field: `column ${column}`, text: `no JSON: found ${fault?.found}, expected ${fault?.expected}` }],
      isJsonl ? ['one object a line is JSONL: give the file the ending .jsonl'] : [],
    )
  }
  const found = findArray(parsed.value, text, startOfValue(text))
  if (typeof found === 'string') return nothing([{ line: 1, text: found }])
  const offsets = elementsAt(text, found.at)
  const lineAt = lineCounter(text)
  const records = found.array.map((value, index) => {
    const start = offsets[index] ?? 0
    return readRecord(value, text, start, lineAt(start))
  })
  return collect(records, found.path.length > 0 ? [`read the samples from \`${found.path.join('.')}\``] : [], [])
}

const readLine = (line: string, number: number): Row | Problem[] => {
  const parsed = parse(line)
  if (parsed !== undefined) return readRecord(parsed.value, line, startOfValue(line), number)
  const fault = findJsonFault(line)
  const isComma = fault?.expected === 'nothing after the value' && line[fault.offset] === ','
  const text = `no JSON: found ${fault?.found}, expected ${fault?.expected}`
  return [
    {
      line: number,
      field: `column ${(fault?.offset ?? 0) + 1}`,
      text: isComma ? `${text}; remove the comma, JSONL has none between lines` : text,
    },
  ]
}

/** Reads JSON Lines: one object a line; lines of white space are skipped. */
export const jsonlRows = (text: string): Rows => {
  const lines = text
    .split('\n')
    .map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
  const opening = lines[0]?.line.trim()
  const hints =
    opening?.startsWith('[') || opening === '{'
      ? ['this looks like one JSON text over several lines, not one object a line: give the file the ending .json']
      : []
  const result = collect(
    lines.map(({ line, number }) => readLine(line, number)),
    [],
    [],
  )
  return result.problems.length > 0 ? { ...result, hints } : result
}
