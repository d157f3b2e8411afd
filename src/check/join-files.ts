import { InputError } from '../errors.js'
import { metricByName } from '../metrics/known-names.js'
import { mustNeverReceive, ratio, ratioInWords, receivesOf } from '../metrics/ratio.js'
import { type Artifact, inTableOrder } from '../samples/artifact.js'
import type { Collection } from './collection.js'
import type { RunRecord } from './run-record.js'
import { type ScoreRow, UNMODIFIED } from './score-collection.js'
import type { ScoredMetric } from './score-proof.js'
import type { ScoreTable, TableScore } from './score-table.js'

/** A file with scores: a record of `groundwire run`, or somebody's table. */
export type ScoreFile = { readonly file: string } & ({ readonly record: RunRecord } | { readonly table: ScoreTable })

/** What a metric that no known name claims is said to receive. */
export type ClaimedMetrics = Readonly<Record<string, readonly Artifact[]>>

export type NamedMetric = ScoredMetric & { readonly ratio: string }

/** Scores that belong together, and whether their arms were collected in one permutation. */
export interface Gathered {
  readonly collection: Collection
  readonly interleaved: boolean
}

const list = (names: readonly string[]) => [...new Set(names)].join(', ')

/** Refuses values that should be one and are several, unless told. */
const mustAgree = (what: string, values: readonly (readonly [file: string, value: string])[], mixed: boolean) => {
  const distinct = [...new Set(values.map(([, value]) => value))]
  if (mixed || distinct.length < 2) return
  const sides = distinct.map(
    (value) => `${list(values.filter((each) => each[1] === value).map(([file]) => file))}: ${value.slice(0, 60)}`,
  )
  throw new InputError(
    `these files do not belong together: their ${what} differ.\n${sides.map((side) => `  ${side}`).join('\n')}\nCompare files of one data set, judge and template; --mixed compares them all the same`,
  )
}

/** The claim of a metric that a table names. */
const claimOf = (name: string, receives: ClaimedMetrics, file: string): NamedMetric => {
  const given = receives[name]
  const known = metricByName(name)
  if (given !== undefined) {
    const received = inTableOrder(given) as [Artifact, ...Artifact[]]
    const claimed = ratio(received, received)
    return {
      name,
      ratio: claimed.numerator.counts,
      receives: receivesOf(claimed),
      mustNeverReceive: mustNeverReceive(claimed),
      collapsesWithout: [],
    }
  }
  if (known === undefined)
    throw new InputError(
      `${file}: metric: \`${name}\` claims no ratio; say what it receives, as in --receives ${name}=answer,contexts`,
    )
  return { ...known, name, ratio: ratioInWords(known.ratio) }
}

/** An artifact alone stands for the ablation that decides: a swap where it is forbidden, else what the metric must fall without. */
const decidingArm = (arm: string, { mustNeverReceive, collapsesWithout }: ScoredMetric): string => {
  if (arm === UNMODIFIED || arm.includes(' ')) return arm
  const falls = !mustNeverReceive.includes(arm as Artifact) && (collapsesWithout as readonly string[]).includes(arm)
  return `${falls ? 'blank' : 'swap'} ${arm}`
}

const rowsOf = (scores: readonly TableScore[], metrics: readonly ScoredMetric[]): ScoreRow[] => {
  const byName = new Map(metrics.map((metric) => [metric.name, metric]))
  const rows = new Map<string, { metric: string; sample: string; arm: string; scores: Map<number, number | null> }>()
  for (const { id, metric, arm: given, repeat, score } of scores) {
    const arm = decidingArm(given, byName.get(metric)!)
    const key = JSON.stringify([metric, id, arm])
    const row = rows.get(key) ?? { metric, sample: id, arm, scores: new Map() }
    rows.set(key, row)
    row.scores.set(repeat, score)
  }
  // Repeats that somebody numbers from 1, or with gaps, count in their order.
  return [...rows.values()].map(({ scores: byRepeat, ...row }) => ({
    ...row,
    scores: [...byRepeat].sort(([left], [right]) => left - right).map(([, score]) => score),
  }))
}

const grouped = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

export interface NamedTable {
  readonly file: string
  readonly table: ScoreTable
}

/** True where a table has unmodified scores for every metric it ablates: then it stands by itself. */
const standsAlone = ({ table: { scores } }: NamedTable): boolean => {
  const unmodified = new Set(scores.filter(({ arm }) => arm === UNMODIFIED).map(({ metric }) => metric))
  return scores.some(({ arm }) => arm !== UNMODIFIED) && scores.every(({ metric }) => unmodified.has(metric))
}

const collectionOfTables = (
  tables: readonly NamedTable[],
  receives: ClaimedMetrics,
): Gathered & { metrics: NamedMetric[] } => {
  const source = list(tables.map(({ file }) => file))
  const scores = tables.flatMap(({ table }) => table.scores)
  const claims = new Map<string, NamedMetric>()
  for (const { file, table } of tables)
    for (const { metric } of table.scores) if (!claims.has(metric)) claims.set(metric, claimOf(metric, receives, file))
  const seen = new Map<string, string>()
  for (const { file, table } of tables)
    for (const { id, metric, arm, repeat } of table.scores) {
      const key = JSON.stringify([id, metric, arm, repeat])
      const other = seen.get(key)
      if (other !== undefined)
        throw new InputError(
          `${other} and ${file} both hold a score for ${metric} on ${id} (${arm}, repeat ${repeat}); keep one of them`,
        )
      seen.set(key, file)
    }
  const metrics = [...claims.values()]
  return {
    metrics,
    interleaved: tables.length === 1 && tables.every(({ table }) => table.interleaved),
    collection: {
      source,
      metrics,
      samples: [...new Set(scores.map(({ id }) => id))],
      rows: rowsOf(scores, metrics),
      cluster: (_, sample) => sample,
    },
  }
}

export interface NamedRecord {
  readonly file: string
  readonly record: RunRecord
}

/** Records of one job: the same arms, repeats and seed over parts of one data set. */
const jobOf = ({ dataset, seed, repeats, ablatedRepeats, judge, ablated, metrics, shard }: RunRecord): string =>
  JSON.stringify([
    dataset.hash,
    seed,
    repeats,
    ablatedRepeats,
    judge.kind,
    ablated,
    metrics.map(({ name }) => name),
    shard?.of,
  ])

const collectionOfJob = (records: readonly NamedRecord[], missing: string[]): Gathered => {
  const source = list(records.map(({ file }) => file))
  const [first] = records as [NamedRecord, ...NamedRecord[]]
  const holder = new Map<string, string>()
  for (const { file, record } of records)
    for (const { id } of record.samples) {
      const other = holder.get(id)
      if (other !== undefined)
        throw new InputError(
          `${other} and ${file} both hold scores of sample ${id} for the same ablations; keep one of them`,
        )
      holder.set(id, file)
    }
  const { shard, dataset } = first.record
  if (shard !== null) {
    const there = new Set(records.map(({ record }) => record.shard?.index))
    const gone = Array.from({ length: shard.of }, (_, index) => index + 1).filter((index) => !there.has(index))
    if (gone.length > 0)
      missing.push(
        `shard ${gone.join(', ')} of ${shard.of} is missing beside ${source}: ${holder.size} of ${dataset.count} samples are compared`,
      )
  }
  for (const { file, record } of records)
    if (record.status !== 'complete')
      missing.push(
        `${file} is ${record.status}: ${record.totals.evaluations} of ${record.totals.planned} evaluations were scored`,
      )
  const artifacts = new Map(records.flatMap(({ record }) => record.samples.map(({ id, artifacts }) => [id, artifacts])))
  return {
    interleaved: records.every(({ record }) => record.interleaved),
    collection: {
      source,
      metrics: first.record.metrics,
      samples: [...artifacts.keys()],
      rows: records.flatMap(({ record }) => record.scores),
      cluster: ({ receives }, id) => JSON.stringify(receives.map((artifact) => artifacts.get(id)?.[artifact])),
    },
  }
}

const checkMixture = (records: readonly NamedRecord[], tables: readonly NamedTable[], mixed: boolean) => {
  const recorded = (value: (record: RunRecord) => string | null) =>
    records.flatMap(({ file, record }): [string, string][] => {
      const found = value(record)
      return found === null ? [] : [[file, found]]
    })
  const said = (name: 'dataset' | 'judge' | 'template') =>
    tables.flatMap(({ file, table }) => table.said[name].map((value): [string, string] => [file, value]))
  mustAgree('data sets', [...recorded(({ dataset }) => dataset.hash), ...said('dataset')], mixed)
  mustAgree(
    'kinds of judge',
    recorded(({ judge }) => judge.kind),
    mixed,
  )
  // An empty shard, and scorers with clients of their own, name no model.
  const models = ({ judge }: RunRecord) => (judge.models.length === 0 ? null : judge.models.join(', '))
  mustAgree('judges', [...recorded(models), ...said('judge')], mixed)
  const templates = ({ provenance, metrics }: RunRecord) =>
    provenance.length === 0
      ? null
      : `${list(metrics.map(({ name }) => name))} by ${list(provenance.map(({ templateHash }) => templateHash).sort())}`
  mustAgree('templates', [...recorded(templates), ...said('template')], mixed)
}

/** Samples of one collection that another does not have, though they overlap: files of different data sets. */
const checkSamples = (gathered: readonly Gathered[], mixed: boolean) => {
  if (mixed) return
  for (const [index, { collection: left }] of gathered.entries())
    for (const { collection: right } of gathered.slice(index + 1)) {
      const [ours, theirs] = [new Set(left.samples), new Set(right.samples)]
      const onlyLeft = left.samples.filter((id) => !theirs.has(id))
      const onlyRight = right.samples.filter((id) => !ours.has(id))
      if (onlyLeft.length === 0 && onlyRight.length === 0) continue
      const example = (onlyLeft[0] ?? onlyRight[0])!
      throw new InputError(
        `these files do not belong together: ${left.source} holds ${left.samples.length} samples, ${right.source} ${right.samples.length}, and ${onlyLeft.length + onlyRight.length} of them stand in one alone, first ${example}.\nCompare files over the same samples; --mixed compares them all the same`,
      )
    }
}

/** What files of scores come to once they are joined. */
export interface JoinedFiles {
  readonly gathered: readonly Gathered[]
  /** By name, those of records before those of tables. */
  readonly metrics: ReadonlyMap<string, NamedMetric>
  /** What is not there: shards, and evaluations of invocations that did not end. */
  readonly missing: readonly string[]
}

/**
 * Joins files of scores: shards of one job into one collection, every other record and every table that has unmodified
 * scores of its own by itself, and the remaining tables together.
 * @throws {InputError} where files hold other samples, judges or templates, or the same scores twice
 */
export const joinFiles = (
  records: readonly NamedRecord[],
  tables: readonly NamedTable[],
  { mixed, receives }: { readonly mixed: boolean; readonly receives: ClaimedMetrics },
): JoinedFiles => {
  checkMixture(records, tables, mixed)
  const missing: string[] = []
  const jobs = grouped(records, ({ record }) => jobOf(record))
  const whole = [...jobs.values()].map((job) => collectionOfJob(job, missing))
  const alone = tables.filter(standsAlone).map((table) => collectionOfTables([table], receives))
  const rest = tables.filter((table) => !standsAlone(table))
  const ofTables = rest.length === 0 ? alone : [...alone, collectionOfTables(rest, receives)]
  const gathered: Gathered[] = [...whole, ...ofTables]
  checkSamples(gathered, mixed)
  const metrics = new Map<string, NamedMetric>()
  for (const { record } of records) for (const metric of record.metrics) metrics.set(metric.name, metric)
  for (const { metrics: claimed } of ofTables) for (const metric of claimed) metrics.set(metric.name, metric)
  return { gathered, metrics, missing }
}
