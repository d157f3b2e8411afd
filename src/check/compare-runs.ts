import { type Ablation, ablationName } from '../ablation/ablation.js'
import { InputError } from '../errors.js'
import { withReferenceMetrics } from '../metrics/known-names.js'
import { ARTIFACTS, type Artifact, inTableOrder } from '../samples/artifact.js'
import type { CheckedWiring } from './check-wiring.js'
import { armsOfCollection } from './collection.js'
import { foldCell } from './fold.js'
import { type ClaimedMetrics, joinFiles, type ScoreFile } from './join-files.js'
import { exitCodeOf } from './outcome.js'
import { plantedControls } from './planted.js'
import type { RequestOutcome } from './request-outcome.js'
import {
  expectationOf,
  proveByScores,
  type ScoredArm,
  type ScoredMetric,
  type ScoreProof,
  scoreKey,
  type UnmodifiedScores,
} from './score-proof.js'
import { summaryOf } from './summary.js'

export interface CompareOptions {
  readonly margin?: number | undefined
  readonly seed: number
  /** Compares although data sets, judges or templates differ. */
  readonly mixed: boolean
  readonly receives?: ClaimedMetrics
}

/** A comparison: a report without what only the rim knows, and what it says of the samples. */
export interface Compared {
  readonly checked: CheckedWiring
  readonly samples: { readonly count: number; readonly hash: string }
}

/** What requests say of a cell where none was seen: nothing, and why scores do not either where there are none. */
const unseen = (
  { name, mustNeverReceive }: ScoredMetric,
  artifact: Artifact,
  asked: boolean,
  { checks }: ScoreProof,
): RequestOutcome => {
  const forbidden = mustNeverReceive.includes(artifact)
  const nothing = (outcome: 'not-asked' | 'not-covered', reason: string): RequestOutcome => ({
    outcome,
    reason,
    open: true,
    leakKind: null,
    reach: { observations: [], channels: [] },
  })
  if (checks.has(scoreKey(name, artifact, forbidden ? 'ignores' : 'reads'))) return nothing('not-covered', '')
  if (!asked) return nothing('not-asked', `no file ablates ${artifact}`)
  return forbidden
    ? nothing('not-covered', `no file holds its scores under swap ${artifact}`)
    : nothing('not-asked', 'scores alone do not show what is read; `groundwire gate` does, by the requests')
}

/** One arm a check: of several the one that decides, and never two collections for the same. */
const decidingArms = (arms: readonly ScoredArm[]): ScoredArm[] => {
  const chosen = new Map<string, ScoredArm>()
  for (const arm of arms) {
    const expectation = expectationOf(arm.metric, arm.ablation)
    const key = JSON.stringify([arm.metric.name, arm.ablation.artifact, expectation])
    const other = chosen.get(key)
    if (other !== undefined && ablationName(other.ablation) === ablationName(arm.ablation))
      throw new InputError(
        `${other.collection} and ${arm.collection} both hold ${arm.metric.name} under ${ablationName(arm.ablation)}; compare them one after the other`,
      )
    const decides = ({ kind }: Ablation) => kind === (expectation === 'collapses' ? 'blank' : 'swap')
    if (other === undefined || (decides(arm.ablation) && !decides(other.ablation))) chosen.set(key, arm)
  }
  return [...chosen.values()]
}

/** Of each metric the unmodified scores that cover most. */
const mostScored = (all: readonly UnmodifiedScores[]): UnmodifiedScores[] => {
  const size = ({ rows }: UnmodifiedScores) => rows.reduce((sum, row) => sum + row.length, 0)
  const best = new Map<string, UnmodifiedScores>()
  for (const scores of all) {
    const other = best.get(scores.metric)
    if (other === undefined || size(scores) > size(other)) best.set(scores.metric, scores)
  }
  return [...best.values()]
}

/**
 * Judges scores that were collected elsewhere: every check that some file has scores for, all in one family, as one
 * invocation would have. Arms are paired with the unmodified scores of their own collection.
 * @throws {InputError} where files hold other samples, judges or templates, or the same scores twice
 */
export const compareRuns = (files: readonly ScoreFile[], options: CompareOptions): Compared => {
  const { mixed, margin, seed, receives = {} } = options
  const records = files.flatMap((file) => ('record' in file ? [file] : []))
  const tables = files.flatMap((file) => ('table' in file ? [file] : []))
  const { gathered, metrics, missing } = joinFiles(records, tables, { mixed, receives })

  const collected = gathered.map(({ collection }) => armsOfCollection(collection))
  const arms = decidingArms(collected.flatMap(({ arms: each }) => each))
  const unmodified = mostScored(collected.flatMap(({ unmodified: each }) => each))
  const interleaved = gathered.every(({ interleaved: kept }, index) => kept || collected[index]!.arms.length === 0)
  const proof = proveByScores(arms, unmodified, { margin, seed, interleaved })

  const ablated = inTableOrder([
    ...arms.map(({ ablation }) => ablation.artifact),
    ...records.flatMap(({ record }) => record.ablated),
  ])
  const candidates = withReferenceMetrics([...metrics.values()])
  const checks = [...metrics.values()].flatMap((metric) =>
    ARTIFACTS.flatMap((artifact) => {
      const asked = ablated.includes(artifact)
      const requests = unseen(metric, artifact, asked, proof)
      return foldCell({ metric, artifact, metrics: candidates, requests, findings: null }, proof.checks, asked)
    }),
  )
  const exitCode = exitCodeOf(
    checks.map(({ outcome }) => outcome),
    missing.length === 0,
  )
  const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0)
  const kinds = [...new Set(records.map(({ record }) => record.judge.kind))]
  const repeats = Math.max(0, ...unmodified.flatMap(({ rows }) => rows.map((row) => row.length)))
  const ablatedRepeats = Math.max(0, ...arms.flatMap(({ samples }) => samples.map(({ ablated: row }) => row.length)))
  const lost = records.flatMap(({ record }) => record.lost)
  return {
    samples: {
      count: new Set(gathered.flatMap(({ collection }) => collection.samples)).size,
      hash: records[0]?.record.dataset.hash ?? tables.flatMap(({ table }) => table.said.dataset)[0] ?? '',
    },
    checked: {
      status: missing.length > 0 ? 'incomplete' : 'complete',
      exitCode,
      summary: `${summaryOf(checks, null)}${missing.length > 0 ? '; incomplete' : ''}`,
      spec: {
        seed,
        metrics: [...metrics.values()].map(({ name, ratio, receives: received, mustNeverReceive }) => ({
          name,
          ratio,
          receives: [...received],
          mustNeverReceive: [...mustNeverReceive],
          deterministic: false,
          wireMap: '',
        })),
        ablated,
        scores: {
          judge: tables.length > 0 || kinds.length !== 1 ? 'unknown' : kinds[0]!,
          repeats,
          ablatedRepeats,
          margin: margin ?? null,
        },
      },
      checks,
      noise: [...proof.noise],
      controls: gathered.flatMap(({ collection }) => plantedControls(collection, seed)),
      scores: gathered.flatMap(({ collection }) => collection.rows.map((row) => ({ ...row, scores: [...row.scores] }))),
      lost,
      notes: [
        ...missing,
        ...(interleaved || arms.length === 0
          ? []
          : [
              'not known to be interleaved: p-values and intervals are widened, and a leak cannot be told from judge drift',
            ]),
      ],
      refused: [],
      provenance: [
        ...new Map(
          records.flatMap(({ record }) => record.provenance.map((entry) => [JSON.stringify(entry), entry] as const)),
        ).values(),
      ],
      totals: {
        fullProductSamples: 0,
        requestProof: { evaluations: 0, requests: 0 },
        scores: {
          evaluations: sum(gathered.map(({ collection }) => sum(collection.rows.map(({ scores }) => scores.length)))),
          planned: sum(records.map(({ record }) => record.totals.planned)),
          requests: sum(records.map(({ record }) => record.totals.requests)),
        },
      },
    },
  }
}
