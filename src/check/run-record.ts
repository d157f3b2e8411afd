import { z } from 'zod'
import type { Provenance } from '../judge/judge.js'
import type { Metric } from '../metrics/metric.js'
import { ratioInWords } from '../metrics/ratio.js'
import { sha256 } from '../random.js'
import { ARTIFACTS } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { lostSchema, provenanceSchema, scoreRowSchema } from './collected-schema.js'
import type { CollectedScores } from './score-collection.js'
import { shardSchema } from './shard.js'

const artifact = z.enum(ARTIFACTS)
const count = z.int().min(0)

/**
 * What `groundwire run` writes: the scores of one invocation, with all that is needed to compare them and nothing of the
 * samples' text.
 */
export const runRecordSchema = z
  .strictObject({
    kind: z.literal('groundwire-run'),
    version: z.literal(1),
    groundwire: z.string().describe('version of groundwire'),
    status: z.enum(['complete', 'incomplete', 'interrupted']),
    dataset: z.strictObject({ source: z.string(), count, hash: z.string().describe('SHA-256 of all its samples') }),
    shard: shardSchema.nullable().describe('which part of the data set was scored; null: all of it'),
    judge: z.strictObject({ kind: z.enum(['embedded', 'live']), models: z.array(z.string()) }),
    seed: z.int(),
    repeats: count.describe('unmodified evaluations a sample and metric'),
    ablatedRepeats: count,
    interleaved: z
      .boolean()
      .describe('every block kept its permutation, and one version of the judge answered throughout'),
    ablated: z.array(artifact),
    metrics: z.array(
      z.strictObject({
        name: z.string(),
        ratio: z.string(),
        receives: z.array(artifact),
        mustNeverReceive: z.array(artifact),
        collapsesWithout: z.array(artifact),
      }),
    ),
    samples: z.array(
      z.strictObject({ id: z.string(), artifacts: z.record(artifact, z.string()).describe('a digest of each value') }),
    ),
    scores: z.array(scoreRowSchema),
    lost: z.array(lostSchema),
    provenance: z.array(provenanceSchema),
    totals: z.strictObject({ evaluations: count, planned: count, requests: count }),
    timing: z.strictObject({ seconds: z.number() }),
  })
  .describe('Scores collected by `groundwire run`, for `groundwire compare`.')

export type RunRecord = z.infer<typeof runRecordSchema>

/** True where no model that was asked answered in two versions. */
export const oneJudge = (provenance: readonly Provenance[]): boolean => {
  const answered = new Map(provenance.map(({ modelAsked, modelAnswered }) => [modelAsked, modelAnswered]))
  return provenance.every(({ modelAsked, modelAnswered }) => answered.get(modelAsked) === modelAnswered)
}

const digest = (value: unknown): string => sha256(JSON.stringify(value ?? null)).slice(0, 16)

export interface RunRecordOptions
  extends Pick<RunRecord, 'groundwire' | 'dataset' | 'shard' | 'seed' | 'repeats' | 'ablatedRepeats'> {
  readonly judge: 'embedded' | 'live'
  readonly ablated: RunRecord['ablated']
  readonly metrics: readonly Metric[]
  /** Those that were scored. */
  readonly samples: readonly EvalSample[]
  readonly collected: CollectedScores
  readonly interrupted: boolean
  readonly seconds: number
  /** Judge requests that no tracer saw. */
  readonly untracedRequests: number
}

/** The record of a collection. */
export const runRecordOf = (options: RunRecordOptions): RunRecord => {
  const { collected, metrics, samples, interrupted } = options
  const { groundwire, dataset, shard, seed, repeats, ablatedRepeats } = options
  const whole = collected.completed === collected.planned
  return {
    kind: 'groundwire-run',
    version: 1,
    groundwire,
    status: interrupted ? 'interrupted' : whole ? 'complete' : 'incomplete',
    dataset,
    shard,
    judge: {
      kind: options.judge,
      models: [...new Set(collected.provenance.map(({ modelAnswered }) => modelAnswered))],
    },
    seed,
    repeats,
    ablatedRepeats,
    interleaved: oneJudge(collected.provenance),
    ablated: [...options.ablated],
    metrics: metrics.map(({ name, ratio, receives, mustNeverReceive, collapsesWithout }) => ({
      name,
      ratio: ratioInWords(ratio),
      receives: [...receives],
      mustNeverReceive: [...mustNeverReceive],
      collapsesWithout: [...collapsesWithout],
    })),
    samples: samples.map((sample) => ({
      id: sample.id,
      artifacts: Object.fromEntries(ARTIFACTS.map((name) => [name, digest(sample[name])])) as Record<
        (typeof ARTIFACTS)[number],
        string
      >,
    })),
    scores: collected.rows.map((row) => ({ ...row, scores: [...row.scores] })),
    lost: [...collected.lost],
    provenance: collected.provenance.map((entry) => ({ ...entry, parameters: { ...entry.parameters } })),
    totals: {
      evaluations: collected.completed,
      planned: collected.planned,
      requests: collected.requests + options.untracedRequests,
    },
    timing: { seconds: options.seconds },
  }
}
