import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { provenanceSchema } from '../check/collected-schema.js'
import type { Evaluated, Journal } from '../check/score-collection.js'
import { InputError } from '../errors.js'
import { sha256 } from '../random.js'

const headSchema = z.object({ journal: z.literal(1), of: z.string() })

const lineSchema = z.object({
  permutation: z.string(),
  sent: z.string(),
  metric: z.string(),
  sample: z.string(),
  arm: z.string(),
  repeat: z.int(),
  score: z.number().nullable(),
  error: z.string().nullable(),
  requests: z.int(),
  provenance: z.array(provenanceSchema),
})

export interface FileJournal extends Journal {
  readonly path: string
  /** Evaluations that a former invocation left. */
  readonly found: number
  /** Closes it; `complete`: nothing is left to go on with, and the file goes. */
  readonly close: (complete: boolean) => void
}

export interface JournalPlace {
  readonly folder: string
  /** What must be equal for one invocation to go on with another: samples, harness, judge. */
  readonly of: readonly unknown[]
  readonly command: string
}

const pathOf = ({ folder, of, command }: JournalPlace): string =>
  join(folder, `${command}-${sha256(JSON.stringify(of)).slice(0, 12)}.jsonl`)

/** The lines that were written whole; an invocation may have been killed in the middle of the last. */
const wholeLines = (path: string): string[] => {
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf(0x0a) + 1
  if (end < bytes.length) truncateSync(path, end)
  return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
}

const read = (path: string): Map<string, Evaluated[]> => {
  const known = new Map<string, Evaluated[]>()
  for (const [index, text] of wholeLines(path).entries()) {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      value = undefined
    }
    if (index === 0 && headSchema.safeParse(value).success) continue
    const checked = lineSchema.safeParse(value)
    if (index === 0 || !checked.success)
      throw new InputError(
        `${path}:${index + 1}: is no line of a journal; remove the file, or run without --resume to begin anew`,
      )
    const { permutation, sent: _, ...evaluated } = checked.data
    const key = JSON.stringify([evaluated.sample, permutation])
    known.set(key, [...(known.get(key) ?? []), evaluated])
  }
  return known
}

const setAside = (path: string): string => {
  for (let number = 1; ; number++) {
    const aside = path.replace(/jsonl$/u, `${number}.jsonl`)
    if (existsSync(aside)) continue
    renameSync(path, aside)
    return aside
  }
}

/**
 * A journal in a file of its own, one line an evaluation, written as soon as it has ended: what a killed process had
 * scored is still there.
 * @param resume goes on with the journal of a former invocation with the same samples, harness and judge; otherwise one
 * that is there is set aside, and `onAside` is told
 * @throws {InputError} where it cannot be read or written
 */
export const openJournal = (
  place: JournalPlace,
  { resume, onAside }: { readonly resume: boolean; readonly onAside: (path: string) => void },
): FileJournal => {
  const path = pathOf(place)
  const isThere = existsSync(path)
  if (isThere && !resume) onAside(setAside(path))
  const known = isThere && resume ? read(path) : new Map<string, Evaluated[]>()
  let file: number
  try {
    mkdirSync(place.folder, { recursive: true })
    const isNew = !existsSync(path)
    file = openSync(path, 'a')
    if (isNew) writeSync(file, `${JSON.stringify({ journal: 1, of: JSON.stringify(place.of) })}\n`)
  } catch (cause) {
    throw new InputError(`${path}: the journal could not be written: ${(cause as Error).message}`, { cause })
  }
  return {
    path,
    found: [...known.values()].reduce((sum, { length }) => sum + length, 0),
    known: (sample, permutation) => known.get(JSON.stringify([sample, permutation])) ?? [],
    begin: (permutation) => {
      const sent = new Date().toISOString()
      return (evaluated) => {
        writeSync(file, `${JSON.stringify({ permutation, sent, ...evaluated })}\n`)
      }
    },
    close: (complete) => {
      closeSync(file)
      if (complete) rmSync(path)
    },
  }
}
