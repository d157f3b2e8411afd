import { ARTIFACTS, type Artifact } from './artifact.js'
import { AMBIGUOUS, FORMATS, type FormatName, namesFor, toolsThatSay } from './formats.js'
import type { Problem } from './problem.js'
import type { Row } from './row.js'

/** Which columns are read as which artifact (in the order of the file), and which are not read at all. */
export type Columns = {
  read: Record<Artifact, string[]>
  extras: string[]
  notes: string[]
  problems: Problem[]
  hints: string[]
}

/** Columns that are no artifact and are read under this name only. */
const OWN_COLUMNS = ['id', 'relevance']

const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

/** Every column of the rows with the line on which it is met first. */
const columnsOf = (rows: readonly Row[]): Map<string, number> => {
  const columns = new Map<string, number>()
  for (const { line, cells } of rows) {
    for (const column of cells.keys()) if (!columns.has(column)) columns.set(column, line)
  }
  return columns
}

const ambiguity = (column: string, line: number): Problem => {
  const meanings = AMBIGUOUS.get(column) ?? []
  const inTools = meanings.map(
    ({ meaning, formats }) => `${meaning} in ${formats.map((name) => FORMATS[name].title).join(', ')}`,
  )
  const flags = meanings.flatMap(({ formats }) => formats)
  const text = `means ${inTools.join(', but ')}; say which with --format ${flags.join('|')}, or rename or remove the column (--format groundwire leaves it unread)`
  return { line, field: column, text }
}

/**
 * Decides which column is read as which artifact. A name that means different things in different tools is a problem
 * unless the format is named; columns that are not read are listed, never silently merged.
 */
export const chooseColumns = (rows: readonly Row[], format?: FormatName): Columns => {
  const columns = columnsOf(rows)
  const unclear = format === undefined ? [...columns].filter(([column]) => AMBIGUOUS.has(column)) : []
  const read = Object.fromEntries(
    ARTIFACTS.map((artifact) => {
      const names = namesFor(artifact, format)
      return [artifact, [...columns.keys()].filter((column) => names.includes(column))]
    }),
  ) as Record<Artifact, string[]>
  const used = new Set([...OWN_COLUMNS, ...ARTIFACTS.flatMap((artifact) => read[artifact])])
  const aliases = ARTIFACTS.flatMap((artifact) =>
    read[artifact].filter((column) => column !== artifact).map((column) => ({ artifact, column })),
  )
  const lacking = ARTIFACTS.filter((artifact) => artifact !== 'ground_truth' && read[artifact].length === 0)
  return {
    read,
    extras: [...columns.keys()].filter((column) => !used.has(column)),
    notes: aliases.map(({ artifact, column }) => {
      const tools = format === undefined ? toolsThatSay(column, artifact) : [FORMATS[format].title]
      return `read \`${column}\` as ${artifact} (${tools.join(', ')})`
    }),
    problems: unclear.map(([column, line]) => ambiguity(column, line)),
    hints:
      rows.length === 0 || unclear.length > 0
        ? []
        : lacking.map((artifact) => {
            const names = quoted(namesFor(artifact, format))
            return `no column is read as ${artifact}: expected one of ${names}; found ${quoted([...columns.keys()])}`
          }),
  }
}
