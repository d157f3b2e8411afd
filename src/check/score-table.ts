import { ARTIFACTS } from '../samples/artifact.js'
import { type FileType, rowsOfText } from '../samples/parse-samples.js'
import { badPlaces, describeValue, type Problem } from '../samples/problem.js'
import type { Row } from '../samples/row.js'
import { ablationOf } from './collection.js'

/** One score of somebody's script. */
export interface TableScore {
  readonly id: string
  readonly metric: string
  /** `unmodified`, an ablation such as `swap question`, or an artifact alone: the ablation that decides for the metric. */
  readonly arm: string
  /** 0-based. */
  readonly repeat: number
  readonly score: number | null
}

/** Scores from anybody's script, with what it says of how they came about. */
export interface ScoreTable {
  readonly scores: readonly TableScore[]
  /** True only where every row says so. */
  readonly interleaved: boolean
  /** What its rows say of the data set, the judge and the template, each value once. */
  readonly said: Readonly<Record<'dataset' | 'judge' | 'template', readonly string[]>>
}

const ID = ['id', 'sample', 'sample_id', 'sampleId']
const ARM = ['ablation', 'arm']
const UNMODIFIED = new Set(['', 'none', 'unmodified', 'baseline', 'original'])
const MISSING = new Set(['', 'null', 'nan', 'none', 'na', 'n/a'])

const cell = ({ cells }: Row, names: readonly string[]): unknown =>
  names.map((name) => cells.get(name)).find((value) => value !== undefined)

const readArm = (value: unknown): string | null => {
  const text = String(value ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s:_-]+/gu, ' ')
    .replace('ground truth', 'ground_truth')
  if (UNMODIFIED.has(text)) return 'unmodified'
  if ((ARTIFACTS as readonly string[]).includes(text)) return text
  return ablationOf(text) === null ? null : text
}

const readScore = (value: unknown): number | null | undefined => {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'string' && MISSING.has(value.trim().toLowerCase())) return null
  const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

const isTrue = (value: unknown): boolean => value === true || /^(?:true|yes|1)$/iu.test(String(value ?? '').trim())

const EXPECTED_ARM = `expected none, or an ablation such as \`swap question\` or \`blank contexts\`, or an artifact (${ARTIFACTS.join(', ')})`

/**
 * Reads scores from a table (JSON Lines, JSON or CSV): `id`, `metric`, `ablation`, `repeat` (optional: by order), `score`
 * (empty or null where missing), and optionally `interleaved`, `dataset`, `judge` and `template`.
 * @throws InputError that lists every bad place as `source:line: field: what is wrong; what to do`
 */
export const readScoreTable = (text: string, source: string, type?: FileType): ScoreTable => {
  const { rows, problems: unread, hints } = rowsOfText(text, type)
  const problems: Problem[] = [...unread]
  const seen = new Map<string, number>()
  const inOrder = new Map<string, number>()
  const scores = rows.flatMap((row): TableScore[] => {
    const { line } = row
    const bad = (field: string, words: string) => {
      problems.push({ line, field, text: words })
      return []
    }
    const id = String(cell(row, ID) ?? '').trim()
    if (id === '') return bad('id', 'missing, expected the id of the sample that was scored')
    const metric = String(row.cells.get('metric') ?? '').trim()
    if (metric === '') return bad('metric', 'missing, expected the name of the metric, such as faithfulness')
    const given = cell(row, ARM)
    if (given === undefined) return bad('ablation', `missing, ${EXPECTED_ARM}`)
    const arm = readArm(given)
    if (arm === null) return bad('ablation', `found ${describeValue(given)}, ${EXPECTED_ARM}`)
    if (!row.cells.has('score')) return bad('score', 'missing, expected a number, or null where there is no score')
    const score = readScore(row.cells.get('score'))
    if (score === undefined)
      return bad('score', `found ${describeValue(row.cells.get('score'))}, expected a number or null`)
    const place = JSON.stringify([id, metric, arm])
    const next = inOrder.get(place) ?? 0
    inOrder.set(place, next + 1)
    const repeatCell = row.cells.get('repeat')
    const isNumbered = repeatCell !== undefined && repeatCell !== ''
    const repeat = isNumbered ? Number(repeatCell) : next
    if (!Number.isInteger(repeat) || repeat < 0)
      return bad('repeat', `found ${describeValue(repeatCell)}, expected a whole number from 0 or 1 on`)
    const key = `${place} ${repeat}`
    const first = seen.get(key)
    if (first !== undefined)
      return bad('repeat', `line ${first} holds the score of this sample, metric, ablation and repeat too; keep one`)
    seen.set(key, line)
    return [{ id, metric, arm, repeat, score }]
  })
  if (problems.length === 0 && scores.length === 0)
    problems.push({ line: 1, text: 'holds no score; expected rows with id, metric, ablation, repeat and score' })
  if (problems.length > 0) throw badPlaces(source, problems, hints)
  const said = (name: string) =>
    [...new Set(rows.map(({ cells }) => String(cells.get(name) ?? '').trim()))].filter((value) => value !== '')
  return {
    scores,
    interleaved: rows.every(({ cells }) => isTrue(cells.get('interleaved'))),
    said: { dataset: said('dataset'), judge: said('judge'), template: said('template') },
  }
}
