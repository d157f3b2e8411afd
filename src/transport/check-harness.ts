import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkWiring, type Progress, type ScoreOptions } from '../check/check-wiring.js'
import { completeReport } from '../check/complete-report.js'
import type { WiringReport } from '../check/report.js'
import { ABLATED_REPEATS, type Journal, USUAL_REPEATS } from '../check/score-collection.js'
import type { GroundwireConfig } from '../config.js'
import { InputError } from '../errors.js'
import type { Judge } from '../judge/judge.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import { type LoadedHarness, metricsOf } from '../metrics/harness.js'
import { type JointScorer, jointMetrics } from '../metrics/joint.js'
import { scorerSample } from '../metrics/wrap-scorer.js'
import { ARTIFACTS, inTableOrder } from '../samples/artifact.js'
import { datasetOf, firstSamples } from '../samples/dataset.js'
import type { EvalSample } from '../samples/sample.js'
import { PROBE } from '../wire/probe.js'
import { EMBEDDED_MODEL, EMBEDDED_URL, embeddedAnswer } from './embedded-answer.js'
import type { Interception } from './interception.js'
import { openAIJudge } from './openai-judge.js'
import { loadSamples } from './sample-files.js'
import { version } from './version.js'

const BUNDLED = fileURLToPath(new URL('../../samples/bundled.jsonl', import.meta.url))

/** A live judge, and how many requests it has made; they bypass the interception. */
export interface LiveJudge {
  readonly judge: Judge
  readonly calls: () => number
}

export interface CheckHarnessOptions extends Omit<GroundwireConfig, 'samples' | 'metrics' | 'judge'> {
  /** A file, relative to `folder`, or the samples themselves; default: the bundled ones. */
  readonly samples?: string | readonly EvalSample[]
  readonly folder?: string
  /** Use the first so many samples. */
  readonly limit?: number
  /** Who answers score checks; null: none; default: the embedded judge for the reference metrics, none for a harness. */
  readonly judge?: 'embedded' | 'live' | null
  readonly live?: LiveJudge | null
  readonly concurrency?: number
  /** Plants the reference, to show that a leak would be found by score. */
  readonly planted?: boolean
  /** Keeps what is scored, by the hash of the samples. */
  readonly journal?: (dataset: string) => Journal
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** The scores a joint harness returns, by one evaluation on the probe. */
const namesOf = async (score: JointScorer, watched: Interception): Promise<string[]> => {
  const evaluation = { metric: 'harness', sample: PROBE.id, arm: 'names', repeat: 0 }
  const replies = { judge: 'stand-in', disposition: 'affirming' } as const
  const { result } = await watched.trace(evaluation, replies, async () => score(scorerSample(PROBE)))
  if ('error' in result) throw new InputError(`harness: it throws on a synthetic sample: ${result.error.message}`)
  return Object.keys(result.value ?? {})
}

/**
 * Loads a harness; the reference metrics where none is given. Call it after requests are being watched.
 * @param source for messages, such as the path of the config
 * @throws {InputError} naming the source
 */
export const loadHarness = async (
  { metrics, harness, over }: Pick<GroundwireConfig, 'metrics' | 'harness' | 'over'>,
  watched: Interception,
  source: string,
): Promise<LoadedHarness> => {
  if (metrics === undefined && harness === undefined)
    return { metrics: REFERENCE_METRICS, notes: [], leftOut: 0, source: null }
  try {
    if (harness !== undefined)
      return { metrics: jointMetrics(await namesOf(harness, watched), harness, over), notes: [], leftOut: 0, source }
    return metricsOf(typeof metrics === 'function' ? await metrics() : metrics, source)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw message.startsWith(source) ? cause : new InputError(`${source}: ${message}`, { cause })
  }
}

const load = async ({ samples, folder = '.', limit, format, extras }: CheckHarnessOptions) => {
  if (samples !== undefined && typeof samples !== 'string')
    return { source: 'samples in code', ...firstSamples({ ...datasetOf(samples), notes: [], extras: [] }, limit) }
  // As typed on the command line; beside the config where it names them.
  const path = samples === undefined ? BUNDLED : folder === '.' ? samples : resolve(folder, samples)
  const local = folder === '.' ? path : relative('.', path)
  const shown = resolve(path) === BUNDLED ? 'bundled samples' : path === '-' ? 'standard input' : local
  const loaded = await loadSamples(path, { ...(format ? { format } : {}), ...(extras ? { extras } : {}) })
  return { source: shown, ...firstSamples(loaded, limit) }
}

/** What every command needs to score a harness: its samples, and who answers. */
export const prepare = async (harness: LoadedHarness, options: CheckHarnessOptions, watched: Interception) => {
  const { seed = 1, live = null, respond, timeLimit, concurrency = 4, repeats = USUAL_REPEATS, margin } = options
  watched.answerWith(embeddedAnswer(seed))
  watched.forHarness({ respond, timeLimit })
  const loaded = await load(options)
  // One more attempt: a malformed first reply shows what the retry asks.
  const simulated = openAIJudge({
    model: EMBEDDED_MODEL,
    baseURL: EMBEDDED_URL,
    apiKey: 'none',
    retries: 1,
    backoff: 0,
  })
  const { judge: kind = harness.metrics === REFERENCE_METRICS ? 'embedded' : null } = options
  const scores: ScoreOptions | null = kind && {
    kind,
    judge: live?.judge ?? simulated,
    repeats,
    ablatedRepeats: ABLATED_REPEATS,
    margin,
    concurrency,
    ...(options.planted ? { planted: true } : {}),
  }
  return { seed, loaded, simulated, scores }
}

/** Loads the samples, checks the harness on them and returns the report of the invocation. */
export const checkHarness = async (
  harness: LoadedHarness,
  options: CheckHarnessOptions,
  watched: Interception,
): Promise<WiringReport> => {
  const started = performance.now()
  const { live = null, accept, policy, onProgress, signal } = options
  const { seed, loaded, simulated, scores } = await prepare(harness, options, watched)
  const { source, samples, lacking, hash, notes } = loaded
  const checked = await checkWiring({
    metrics: harness.metrics,
    samples,
    lacking,
    ablated: inTableOrder(options.ablate ?? ARTIFACTS),
    seed,
    tracer: watched,
    judge: simulated,
    scores: scores && (options.journal ? { ...scores, journal: options.journal(hash) } : scores),
    leftOut: harness.leftOut,
    ...(accept ? { accept } : {}),
    ...(policy ? { policy } : {}),
    ...(onProgress ? { onProgress } : {}),
    ...(signal ? { signal } : {}),
  })
  return completeReport(checked, {
    version,
    harness: harness.source,
    samples: { source, count: samples.length, hash, lacking: { ...lacking }, notes: [...notes, ...harness.notes] },
    stray: watched.stray,
    untracedRequests: live?.calls() ?? 0,
    seconds: (performance.now() - started) / 1000,
  })
}
