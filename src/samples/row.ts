import { PARENTS } from './formats.js'
import type { Problem } from './problem.js'

/** One record of a data file: the line on which it begins and its cells by column name. */
export type Row = { line: number; cells: ReadonlyMap<string, unknown> }

/** What a file of any type comes to: its good rows, its bad places, and what should be said about both. */
export type Rows = { rows: Row[]; problems: Problem[]; notes: string[]; hints: string[] }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A map and not an object, so that a column called `__proto__` is a column like any other. */
export const rowOf = (line: number, record: Record<string, unknown>): Row => ({
  line,
  cells: new Map(
    Object.entries(record).flatMap(([column, value]): [string, unknown][] =>
      PARENTS.has(column) && isObject(value)
        ? Object.entries(value).map(([member, inner]) => [`${column}.${member}`, inner])
        : [[column, value]],
    ),
  ),
})
