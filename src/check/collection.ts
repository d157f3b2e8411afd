import { ABLATION_KINDS, type Ablation, type AblationKind } from '../ablation/ablation.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type ScoreRow, UNMODIFIED } from './score-collection.js'
import type { ScoredArm, ScoredMetric, UnmodifiedScores } from './score-proof.js'

/** The scores of one collection, wherever they came from: this process, a run file, somebody's table. */
export interface Collection {
  /** For messages, such as the names of the files. */
  readonly source: string
  readonly metrics: readonly ScoredMetric[]
  /** Ids in the order of the data set. */
  readonly samples: readonly string[]
  readonly rows: readonly ScoreRow[]
  /** Samples of equal name hand the metric the same, and count as one. */
  readonly cluster: (metric: ScoredMetric, sample: string) => string
}

/** `swap question` → its parts; null where the arm is no single ablation. */
export const ablationOf = (arm: string): Ablation | null => {
  const [kind, artifact, ...rest] = arm.split(' ')
  return rest.length === 0 &&
    (ABLATION_KINDS as readonly string[]).includes(kind ?? '') &&
    (ARTIFACTS as readonly string[]).includes(artifact ?? '')
    ? { kind: kind as AblationKind, artifact: artifact as Artifact }
    : null
}

/** What was collected over samples at hand. */
export const collectionOf = (
  metrics: readonly ScoredMetric[],
  samples: readonly EvalSample[],
  rows: readonly ScoreRow[],
): Collection => {
  const byId = new Map(samples.map((sample) => [sample.id, sample]))
  return {
    source: 'this invocation',
    metrics,
    samples: samples.map(({ id }) => id),
    rows,
    cluster: ({ receives }, id) => JSON.stringify(receives.map((artifact) => byId.get(id)?.[artifact])),
  }
}

const indexed = (rows: readonly ScoreRow[]) => {
  const byPlace = new Map(
    rows.map(({ metric, arm, sample, scores }) => [JSON.stringify([metric, arm, sample]), scores]),
  )
  return (metric: string, arm: string, sample: string) => byPlace.get(JSON.stringify([metric, arm, sample])) ?? []
}

/** Every ablated arm of a collection beside its unmodified scores, and those by themselves. */
export const armsOfCollection = ({ source, metrics, samples, rows, cluster }: Collection) => {
  const of = indexed(rows)
  const arms = metrics.flatMap((metric): ScoredArm[] => {
    const names = new Set(rows.filter((row) => row.metric === metric.name).map(({ arm }) => arm))
    return [...names].flatMap((arm) => {
      const ablation = ablationOf(arm)
      if (ablation === null) return []
      const pairs = samples.map((sample) => ({
        cluster: cluster(metric, sample),
        baseline: of(metric.name, UNMODIFIED, sample),
        ablated: of(metric.name, arm, sample),
      }))
      return [{ metric, ablation, samples: pairs, collection: source }]
    })
  })
  const unmodified = metrics.map(
    ({ name }): UnmodifiedScores => ({ metric: name, rows: samples.map((sample) => of(name, UNMODIFIED, sample)) }),
  )
  return { arms, unmodified }
}
