import { type Ablation, ablate, ablationName, plantReference } from '../ablation/ablation.js'
import type { Donors } from '../ablation/donors.js'
import type { Judge, Provenance } from '../judge/judge.js'
import type { Metric } from '../metrics/metric.js'
import { hash32, sha256, shuffled } from '../random.js'
import type { EvalSample } from '../samples/sample.js'
import type { Replies, Tracer } from './tracer.js'

/** So many evaluations failed, on so many samples, and none worked: the judge is down, and the rest is not tried. */
const HOPELESS = { evaluations: 8, samples: 3 }

export const UNMODIFIED = 'unmodified'
/** Unmodified evaluations a sample and metric where nothing else is said, and those under each ablation. */
export const USUAL_REPEATS = 5
export const ABLATED_REPEATS = 3
/** The arm of the control: the reference as one more passage. */
export const PLANTED = 'planted ground_truth'

/** What is collected of one metric: unmodified repeats, and each ablation's. */
export interface MetricArms {
  readonly metric: Metric
  readonly ablations: readonly Ablation[]
  /** Also with the reference planted into the contexts: a leak that the score check must find. */
  readonly planted?: boolean
}

/** An evaluation that gave no score: what threw, kept apart from scores that are null. */
export interface Lost {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  readonly repeat: number
  readonly message: string
}

/** One evaluation that ended: with a score, or null where the metric is not defined, or with what it threw. */
export interface Evaluated {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  readonly repeat: number
  readonly score: number | null
  /** Why it gave no score; null where it did. */
  readonly error: string | null
  readonly requests: number
  readonly provenance: readonly Provenance[]
}

/**
 * What outlives an interrupted invocation: every evaluation that ended, by sample block. It is no cache of replies; an
 * evaluation is known only in the permutation of its block in which it was sent.
 */
export interface Journal {
  /** The evaluations of a block that ended in the same permutation, in any order. */
  readonly known: (sample: string, permutation: string) => readonly Evaluated[]
  /** Call it when an evaluation is sent, and what it returns when that has ended. */
  readonly begin: (permutation: string) => (evaluated: Evaluated) => void
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
  /** Those among them that the journal knew. */
  readonly resumed: number
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
  readonly journal?: Journal
  readonly onEvaluation?: () => void
  readonly signal?: AbortSignal
}

interface Unit {
  readonly metric: Metric
  readonly arm: string
  readonly shown: EvalSample
  readonly repeat: number
}

/** The names of the arms of a metric, unmodified first. */
const armNames = ({ ablations, planted = false }: MetricArms): string[] => [
  UNMODIFIED,
  ...ablations.map(ablationName),
  ...(planted ? [PLANTED] : []),
]

/** How many evaluations one sample takes. */
export const evaluationsPerSample = (
  arms: readonly MetricArms[],
  { repeats, ablatedRepeats }: { readonly repeats: number; readonly ablatedRepeats: number },
): number => arms.reduce((sum, each) => sum + repeats + (armNames(each).length - 1) * ablatedRepeats, 0)

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/**
 * All evaluations of one sample: unmodified and ablated ones of every metric in one seeded permutation. Repeats are
 * numbered in send order.
 */
const block = (sample: EvalSample, { arms, donors, repeats, ablatedRepeats, seed }: CollectionOptions): Unit[] => {
  const units = arms.flatMap(({ metric, ablations, planted }) => {
    const changed = (arm: string, shown: EvalSample) => times(ablatedRepeats, () => ({ metric, arm, shown }))
    return [
      ...times(repeats, () => ({ metric, arm: UNMODIFIED, shown: sample })),
      ...ablations.flatMap((ablation) =>
        changed(ablationName(ablation), ablate(sample, ablation, donors(sample, ablation.artifact))),
      ),
      ...(planted ? changed(PLANTED, plantReference(sample)) : []),
    ]
  })
  const sent = new Map<string, number>()
  return shuffled(units, hash32(seed, sample.id)).map((unit) => {
    const key = `${unit.metric.name} ${unit.arm}`
    const repeat = sent.get(key) ?? 0
    sent.set(key, repeat + 1)
    return { ...unit, repeat }
  })
}

/** Which evaluations a block holds, in which order: an evaluation sent in another order is another one. */
const permutationHash = (units: readonly Unit[], { seed, replies }: CollectionOptions): string =>
  sha256(
    JSON.stringify([seed, replies.judge, units.map(({ metric, arm, repeat }) => [metric.name, arm, repeat])]),
  ).slice(0, 16)

/**
 * Evaluates every sample's block: samples in seeded order, each block's unmodified and ablated evaluations interleaved
 * in one permutation, so that drift of the judge falls on both alike. At most `concurrency` evaluations are under way.
 * What the journal knows is not asked again; the rest is sent in the same order. What threw is asked again.
 */
export const collectScores = async (options: CollectionOptions): Promise<CollectedScores> => {
  const { arms, samples, repeats, ablatedRepeats, seed, concurrency, replies, tracer, judge, signal } = options
  const scores = new Map<string, (number | null)[]>()
  const key = (metric: string, arm: string, sample: string) => JSON.stringify([metric, arm, sample])
  const provenance = new Map<string, Provenance>()
  const lost: Lost[] = []
  let completed = 0
  let resumed = 0
  let requests = 0

  const keep = ({ metric, sample, arm, repeat, score, error, requests: asked, provenance: entries }: Evaluated) => {
    options.onEvaluation?.()
    requests += asked
    const place = key(metric, arm, sample)
    const row = scores.get(place) ?? times(arm === UNMODIFIED ? repeats : ablatedRepeats, () => null)
    scores.set(place, row)
    if (error !== null) {
      lost.push({ metric, sample, arm, repeat, message: error })
      return
    }
    row[repeat] = score
    for (const entry of entries) provenance.set(JSON.stringify(entry), entry)
    completed += 1
  }

  const evaluate = async ({ metric, arm, shown, repeat }: Unit, permutation: string) => {
    const evaluation = { metric: metric.name, sample: shown.id, arm, repeat }
    const ended = options.journal?.begin(permutation)
    const { result, requests: asked } = await tracer.trace(evaluation, replies, () => metric.evaluate(shown, { judge }))
    // What broke off because it was told to stop is not lost: it has not been tried.
    if ('error' in result && signal?.aborted) return
    const evaluated: Evaluated = {
      ...evaluation,
      score: 'value' in result ? result.value.score : null,
      error: 'error' in result ? result.error.message : null,
      requests: asked.length,
      provenance: 'value' in result ? (result.value.provenance ?? []) : [],
    }
    ended?.(evaluated)
    keep(evaluated)
  }

  const hopeless = () =>
    completed === 0 &&
    lost.length >= HOPELESS.evaluations &&
    new Set(lost.map(({ sample }) => sample)).size >= HOPELESS.samples

  const blocks = shuffled(samples, seed).map((sample) => {
    const units = block(sample, options)
    const permutation = permutationHash(units, options)
    const done = new Map(
      (options.journal?.known(sample.id, permutation) ?? [])
        .filter(({ error }) => error === null)
        .map((each) => [key(each.metric, each.arm, String(each.repeat)), each]),
    )
    return { units, permutation, done }
  })
  for (const { done } of blocks)
    for (const evaluated of done.values()) {
      keep(evaluated)
      resumed += 1
    }

  const queue = (function* () {
    for (const { units, permutation, done } of blocks)
      for (const unit of units)
        if (!done.has(key(unit.metric.name, unit.arm, String(unit.repeat)))) yield { unit, permutation }
  })()
  const worker = async () => {
    for (const { unit, permutation } of queue) {
      if (signal?.aborted || hopeless()) return
      await evaluate(unit, permutation)
    }
  }
  await Promise.all(times(Math.max(1, concurrency), worker))

  const of = (metric: string, arm: string, sample: string) => scores.get(key(metric, arm, sample)) ?? []
  return {
    of,
    rows: arms.flatMap((each) => {
      const metric = each.metric.name
      const names = armNames(each)
      return samples.flatMap(({ id: sample }) =>
        names.map((arm) => ({ metric, sample, arm, scores: of(metric, arm, sample) })),
      )
    }),
    completed,
    resumed,
    planned: evaluationsPerSample(arms, options) * samples.length,
    lost: lost.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
    requests,
    provenance: [...provenance.values()].sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1)),
  }
}
