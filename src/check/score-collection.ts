import { type Ablation, ablate, ablationName } from '../ablation/ablation.js'
import type { Donors } from '../ablation/donors.js'
import type { Judge, Provenance } from '../judge/judge.js'
import type { Metric } from '../metrics/metric.js'
import { hash32, shuffled } from '../random.js'
import type { EvalSample } from '../samples/sample.js'
import type { Replies, Tracer } from './tracer.js'

/** So many evaluations failed, on so many samples, and none worked: the judge is down, and the rest is not tried. */
const HOPELESS = { evaluations: 8, samples: 3 }

export const UNMODIFIED = 'unmodified'

/** What is collected of one metric: unmodified repeats, and each ablation's. */
export interface MetricArms {
  readonly metric: Metric
  readonly ablations: readonly Ablation[]
}

/** An evaluation that gave no score: what threw, kept apart from scores that are null. */
export interface Lost {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  readonly repeat: number
  readonly message: string
}

/** The scores of one sample under one arm, one a repeat, null where missing. */
export interface ScoreRow {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  readonly scores: readonly (number | null)[]
}

/** Scores by metric, arm and sample id: `scores.of(metric, arm, sample)` has one entry a repeat, null where missing. */
export interface CollectedScores {
  readonly of: (metric: string, arm: string, sample: string) => readonly (number | null)[]
  /** All of them, in the order of metrics, samples and arms. */
  readonly rows: readonly ScoreRow[]
  /** Evaluations that ended with a score or null. */
  readonly completed: number
  readonly planned: number
  readonly lost: readonly Lost[]
  readonly requests: number
  readonly provenance: readonly Provenance[]
}

export interface CollectionOptions {
  readonly arms: readonly MetricArms[]
  readonly samples: readonly EvalSample[]
  readonly donors: Donors
  readonly repeats: number
  readonly ablatedRepeats: number
  readonly seed: number
  readonly concurrency: number
  readonly replies: Replies
  readonly tracer: Tracer
  readonly judge: Judge
  readonly onEvaluation?: () => void
  readonly signal?: AbortSignal
}

interface Unit {
  readonly metric: Metric
  readonly sample: EvalSample
  readonly ablation: Ablation | null
  readonly repeat: number
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/**
 * All evaluations of one sample: unmodified and ablated ones of every metric in one seeded permutation. Repeats are
 * numbered in send order.
 */
const block = (sample: EvalSample, { arms, repeats, ablatedRepeats, seed }: CollectionOptions): Unit[] => {
  const units = arms.flatMap(({ metric, ablations }) => [
    ...times(repeats, () => ({ metric, sample, ablation: null })),
    ...ablations.flatMap((ablation) => times(ablatedRepeats, () => ({ metric, sample, ablation }))),
  ])
  const sent = new Map<string, number>()
  return shuffled(units, hash32(seed, sample.id)).map((unit) => {
    const arm = `${unit.metric.name} ${unit.ablation === null ? UNMODIFIED : ablationName(unit.ablation)}`
    const repeat = sent.get(arm) ?? 0
    sent.set(arm, repeat + 1)
    return { ...unit, repeat }
  })
}

/**
 * Evaluates every sample's block: samples in seeded order, each block's unmodified and ablated evaluations interleaved
 * in one permutation, so that drift of the judge falls on both alike. At most `concurrency` evaluations are under way.
 */
export const collectScores = async (options: CollectionOptions): Promise<CollectedScores> => {
  const { arms, samples, donors, repeats, ablatedRepeats, seed, concurrency, replies, tracer, judge, signal } = options
  const scores = new Map<string, (number | null)[]>()
  const key = (metric: string, arm: string, sample: string) => JSON.stringify([metric, arm, sample])
  const provenance = new Map<string, Provenance>()
  const lost: Lost[] = []
  let completed = 0
  let requests = 0

  const evaluate = async ({ metric, sample, ablation, repeat }: Unit) => {
    const arm = ablation === null ? UNMODIFIED : ablationName(ablation)
    const shown = ablation === null ? sample : ablate(sample, ablation, donors(sample, ablation.artifact))
    const evaluation = { metric: metric.name, sample: sample.id, arm, repeat }
    const trace = await tracer.trace(evaluation, replies, () => metric.evaluate(shown, { judge }))
    requests += trace.requests.length
    options.onEvaluation?.()
    const place = key(metric.name, arm, sample.id)
    const row = scores.get(place) ?? times(ablation === null ? repeats : ablatedRepeats, () => null)
    scores.set(place, row)
    if ('error' in trace.result) {
      if (!signal?.aborted) lost.push({ ...evaluation, message: trace.result.error.message })
      return
    }
    const { value: scored } = trace.result
    row[repeat] = scored.score
    for (const entry of scored.provenance ?? []) provenance.set(JSON.stringify(entry), entry)
    completed += 1
  }

  const hopeless = () =>
    completed === 0 &&
    lost.length >= HOPELESS.evaluations &&
    new Set(lost.map(({ sample }) => sample)).size >= HOPELESS.samples

  const queue = (function* () {
    for (const sample of shuffled(samples, seed)) yield* block(sample, options)
  })()
  const worker = async () => {
    for (const unit of queue) {
      if (signal?.aborted || hopeless()) return
      await evaluate(unit)
    }
  }
  await Promise.all(times(Math.max(1, concurrency), worker))

  const perSample = arms.reduce((sum, { ablations }) => sum + repeats + ablations.length * ablatedRepeats, 0)
  const of = (metric: string, arm: string, sample: string) => scores.get(key(metric, arm, sample)) ?? []
  return {
    of,
    rows: arms.flatMap(({ metric: { name: metric }, ablations }) =>
      samples.flatMap(({ id: sample }) =>
        [UNMODIFIED, ...ablations.map(ablationName)].map((arm) => ({
          metric,
          sample,
          arm,
          scores: of(metric, arm, sample),
        })),
      ),
    ),
    completed,
    planned: perSample * samples.length,
    lost: lost.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
    requests,
    provenance: [...provenance.values()].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
  }
}
