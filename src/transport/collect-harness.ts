import { donorsAmong } from '../ablation/donors.js'
import { type RunRecord, runRecordOf } from '../check/run-record.js'
import { collectScores, evaluationsPerSample } from '../check/score-collection.js'
import { decidingAblations } from '../check/score-proof.js'
import { isInShard, type Shard } from '../check/shard.js'
import { InputError } from '../errors.js'
import type { LoadedHarness } from '../metrics/harness.js'
import { ARTIFACTS, inTableOrder } from '../samples/artifact.js'
import { type CheckHarnessOptions, prepare } from './check-harness.js'
import type { Interception } from './interception.js'
import { version } from './version.js'

export interface CollectOptions extends CheckHarnessOptions {
  /** Which part of the samples to score. */
  readonly shard?: Shard
}

/** Scores a harness on its samples, unmodified and ablated in one permutation a sample, and returns the record. */
export const collectHarness = async (
  harness: LoadedHarness,
  options: CollectOptions,
  watched: Interception,
): Promise<RunRecord> => {
  const started = performance.now()
  const { live = null, shard = null, onProgress, signal } = options
  const { seed, loaded, scores } = await prepare(harness, options, watched)
  if (scores === null)
    throw new InputError(
      'who scores? Your scorers need a real judge: give --judge live (or --judge embedded where their prompts are such that the simulator reads them)',
    )
  const ablated = inTableOrder(options.ablate ?? ARTIFACTS)
  const metrics = harness.metrics.filter(({ deterministic }) => !deterministic)
  const arms = metrics.map((metric) => ({ metric, ablations: decidingAblations(metric, ablated) }))
  const { repeats, ablatedRepeats, concurrency, kind, judge } = scores
  const samples = shard === null ? loaded.samples : loaded.samples.filter(({ id }) => isInShard(id, shard))
  const perSample = evaluationsPerSample(arms, scores)
  let done = 0
  const collected = await collectScores({
    arms,
    samples,
    // Of the whole data set: a sample is swapped for the same one whatever the shard.
    donors: donorsAmong(loaded.samples, seed),
    repeats,
    ablatedRepeats,
    seed,
    concurrency,
    replies: { judge: kind },
    tracer: watched,
    judge,
    onEvaluation: () => onProgress?.({ phase: 'scores', done: ++done, total: perSample * samples.length }),
    ...(options.journal ? { journal: options.journal(loaded.hash) } : {}),
    ...(signal ? { signal } : {}),
  })
  return runRecordOf({
    groundwire: version,
    dataset: { source: loaded.source, count: loaded.samples.length, hash: loaded.hash },
    shard,
    seed,
    repeats,
    ablatedRepeats,
    judge: kind,
    ablated,
    metrics,
    samples,
    collected,
    interrupted: signal?.aborted === true,
    seconds: (performance.now() - started) / 1000,
    untracedRequests: live?.calls() ?? 0,
  })
}
