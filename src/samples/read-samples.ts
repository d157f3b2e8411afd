import { ARTIFACTS, type Artifact } from './artifact.js'
import { type Reading, readId, readPassages, readReference, readRelevance, readText } from './cell-values.js'
import type { Columns } from './columns.js'
import type { Problem } from './problem.js'
import type { Row } from './row.js'
import type { EvalSample } from './sample.js'

type Read = { samples: EvalSample[]; notes: string[]; problems: Problem[] }

const MISSING: Readonly<Record<Artifact, string>> = {
  question: 'missing, expected a string; write an empty string if there is none',
  answer: 'missing, expected a string; write an empty string if there is none',
  contexts: 'missing, expected an array of strings; write [] if there is none',
  ground_truth: 'missing here but given in other rows; write null if this sample has none',
}

/** Collects what goes wrong and what is to be said, row by row. */
class Findings {
  readonly problems: Problem[] = []
  readonly #said = new Map<string, number>()

  /** The value of a reading, or undefined once what is wrong with it is noted. */
  take<T>(line: number, column: string, reading: Reading<T>): T | undefined {
    if ('wrong' in reading) {
      this.problems.push({ line, field: `${column}${reading.inside ?? ''}`, text: reading.wrong })
      return undefined
    }
    if (reading.said !== undefined) {
      const note = `\`${column}\` ${reading.said}`
      this.#said.set(note, (this.#said.get(note) ?? 0) + 1)
    }
    return reading.value
  }

  notes(rows: number): string[] {
    return [...this.#said].map(([note, count]) => `${note} (${count} of ${rows} samples)`)
  }
}

/** The column of a row that holds the artifact: where several do, they must be equal. */
const columnIn = (row: Row, artifact: Artifact, columns: Columns, findings: Findings): string | undefined => {
  const present = columns.read[artifact].filter((column) => row.cells.has(column))
  const [first, ...others] = present
  const differs = others.find(
    (column) => JSON.stringify(row.cells.get(column)) !== JSON.stringify(row.cells.get(first ?? column)),
  )
  if (differs === undefined) return first
  const text = `\`${first}\` and \`${differs}\` differ, expected one column for it; remove or rename one`
  findings.problems.push({ line: row.line, field: artifact, text })
  return undefined
}

const readIds = (rows: readonly Row[], findings: Findings): { ids: string[]; given: boolean } => {
  const ids = rows.map(({ line, cells }) => findings.take(line, 'id', readId(cells.get('id'))))
  const isAbsent = ({ cells }: Row): boolean => [undefined, null, ''].some((nothing) => cells.get('id') === nothing)
  if (rows.every(isAbsent)) return { ids: rows.map((_, index) => `row-${index + 1}`), given: true }
  const lines = new Map<string, number>()
  rows.forEach((row, index) => {
    const id = ids[index]
    const first = id === undefined ? undefined : lines.get(id)
    if (isAbsent(row)) {
      const text = 'missing here but given in other rows; give every sample an id of its own, or none'
      findings.problems.push({ line: row.line, field: 'id', text })
    } else if (id !== undefined && first !== undefined) {
      const text = `${JSON.stringify(id)} is the id of line ${first} too; give every sample an id of its own`
      findings.problems.push({ line: row.line, field: 'id', text })
    } else if (id !== undefined) lines.set(id, row.line)
  })
  return { ids: ids.map((id) => id ?? ''), given: false }
}

/** Rows → samples, with every cell that cannot be read as a problem. The samples hold only where there is none. */
export const readSamples = (rows: readonly Row[], columns: Columns, extras: readonly string[] = []): Read => {
  const findings = new Findings()
  const { ids, given } = readIds(rows, findings)
  const samples = rows.map((row, index): EvalSample => {
    const read = <T>(artifact: Artifact, reader: (cell: unknown, column: string) => Reading<T>): T | undefined => {
      const isUnsettled = columns.read[artifact].length === 0 && columns.problems.length > 0
      const isNowhere = columns.read[artifact].length === 0 && artifact === 'ground_truth'
      if (isUnsettled || isNowhere) return undefined
      if (!columns.read[artifact].some((column) => row.cells.has(column))) {
        findings.problems.push({
          line: row.line,
          field: columns.read[artifact][0] ?? artifact,
          text: MISSING[artifact],
        })
        return undefined
      }
      const column = columnIn(row, artifact, columns, findings)
      if (column === undefined) return undefined
      return findings.take(row.line, column, reader(row.cells.get(column), column))
    }
    const question = read('question', readText) ?? ''
    const answer = read('answer', readText) ?? ''
    const contexts = read('contexts', readPassages)
    const ground_truth = read('ground_truth', readReference) ?? ''
    const labels = readRelevance(row.cells.get('relevance'), contexts?.length)
    const relevance = findings.take(row.line, 'relevance', labels)
    const kept = extras.filter((column) => row.cells.has(column)).map((column) => [column, row.cells.get(column)])
    return {
      id: ids[index] ?? '',
      question,
      answer,
      contexts: contexts ?? [],
      ground_truth,
      ...(relevance === undefined ? {} : { relevance }),
      ...(kept.length === 0 ? {} : { extras: Object.fromEntries(kept) }),
    }
  })
  const merged = ARTIFACTS.filter((artifact) => columns.read[artifact].length > 1).map(
    (artifact) => `${columns.read[artifact].map((column) => `\`${column}\``).join(' and ')} agree on ${artifact}`,
  )
  return {
    samples,
    problems: findings.problems,
    notes: [
      ...merged,
      ...findings.notes(rows.length),
      ...(given ? [`no ids: samples are called row-1 to row-${rows.length} by position`] : []),
      ...(columns.read.ground_truth.length === 0 ? ['no reference: ground_truth is empty in every sample'] : []),
    ],
  }
}
