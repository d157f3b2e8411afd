import { type CompareOptions, compareRuns } from '../check/compare-runs.js'
import { completeReport } from '../check/complete-report.js'
import type { ScoreFile } from '../check/join-files.js'
import type { WiringReport } from '../check/report.js'
import { runRecordSchema } from '../check/run-record.js'
import { readScoreTable } from '../check/score-table.js'
import { InputError } from '../errors.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import { readText } from './sample-files.js'
import { version } from './version.js'

const SHOWN = 5

const recordIn = (text: string): { readonly kind?: unknown; readonly version?: unknown } | null => {
  if (!text.trimStart().startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'kind' in value ? value : null
  } catch {
    return null
  }
}

/** A run record where the file says that it is one, else a table of scores. @throws {InputError} naming the file */
const readScores = async (path: string): Promise<ScoreFile> => {
  const { text, source, type } = await readText(path)
  const record = recordIn(text)
  if (record?.kind !== 'groundwire-run') return { file: source, table: readScoreTable(text, source, type) }
  if (record.version !== 1)
    throw new InputError(`${source}: version: found ${record.version}, expected 1; a newer groundwire wrote this file`)
  const checked = runRecordSchema.safeParse(record)
  if (checked.success) return { file: source, record: checked.data }
  const places = checked.error.issues.slice(0, SHOWN)
  throw new InputError(
    places.map(({ path: at, message }) => `${source}: ${at.join('.') || 'file'}: ${message}`).join('\n'),
  )
}

/**
 * Reads files of scores, joins them and returns the report.
 * @throws {InputError} where a file cannot be read, or the files do not belong together
 */
export const compareFiles = async (paths: readonly string[], options: CompareOptions): Promise<WiringReport> => {
  const started = performance.now()
  const files: ScoreFile[] = []
  for (const path of paths) files.push(await readScores(path))
  const { checked, samples } = compareRuns(files, options)
  return completeReport(checked, {
    version,
    harness: null,
    samples: {
      ...samples,
      source: paths.join(', '),
      lacking: Object.fromEntries(ARTIFACTS.map((artifact) => [artifact, 0])) as Record<Artifact, number>,
      notes: [],
    },
    stray: [],
    seconds: (performance.now() - started) / 1000,
  })
}
