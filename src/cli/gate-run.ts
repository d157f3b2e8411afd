import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkWiring, type ScoreOptions } from '../check/check-wiring.js'
import type { WiringReport } from '../check/report.js'
import { InputError } from '../errors.js'
import type { Judge } from '../judge/judge.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import { type LoadedHarness, metricsOf } from '../metrics/harness.js'
import { ARTIFACTS, type Artifact, inTableOrder } from '../samples/artifact.js'
import { firstSamples } from '../samples/dataset.js'
import type { FormatName } from '../samples/formats.js'
import { importFile } from '../transport/config-file.js'
import { EMBEDDED_MODEL, EMBEDDED_URL, embeddedAnswer } from '../transport/embedded-answer.js'
import { intercept } from '../transport/interception.js'
import { openAIJudge } from '../transport/openai-judge.js'
import { loadSamples } from '../transport/sample-files.js'
import { stopOnInterrupt } from './interrupt.js'
import { progressLine } from './progress.js'
import { type Config, readConfig } from './read-config.js'
import { version } from './version.js'
import { writeReport } from './write-report.js'

/** The flags of `groundwire gate` as typed; what is not given is undefined and may come from the config. */
export interface GateFlags {
  readonly config?: string
  readonly samples?: string
  readonly format?: FormatName
  readonly metrics?: string
  readonly ablate?: Artifact[]
  readonly limit?: number
  readonly repeats?: number
  readonly margin?: number
  readonly seed?: number
  readonly judge?: 'embedded' | 'live'
  readonly scores: boolean
  readonly model?: string
  readonly baseUrl?: string
  readonly concurrency: number
  readonly json?: string
  readonly quiet?: boolean
}

const BUNDLED = fileURLToPath(new URL('../../samples/bundled.jsonl', import.meta.url))
const ABLATED_REPEATS = 3

/** The harness to check; null for the reference metrics. */
const readHarness = async (flags: GateFlags, { metrics, path }: Config): Promise<LoadedHarness | null> => {
  const source = flags.metrics ?? path
  if (source === undefined || (flags.metrics === undefined && metrics === undefined)) return null
  try {
    if (flags.metrics !== undefined) return metricsOf(await importFile(flags.metrics), source)
    return metricsOf(typeof metrics === 'function' ? await metrics() : metrics, source)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw message.startsWith(source) ? cause : new InputError(`${source}: ${message}`, { cause })
  }
}

const readSamples = async (flags: GateFlags, config: Config) => {
  const own = config.samples
  const path = flags.samples ?? (own === undefined ? BUNDLED : resolve(config.folder, own))
  const format = flags.format ?? config.format
  const loaded = await loadSamples(path, format ? { format } : {})
  const source = path === BUNDLED ? 'bundled samples' : flags.samples === undefined ? relative('.', path) : path
  return { source, ...firstSamples(loaded, flags.limit) }
}

interface LiveJudge {
  readonly judge: Judge
  readonly calls: () => number
}

/** The judge behind `--judge live`; its requests bypass the interception. */
const liveJudge = (flags: GateFlags, networkFetch: typeof fetch, signal: AbortSignal): LiveJudge => {
  const model = flags.model ?? process.env.OPENAI_MODEL
  if (!model) throw new InputError('--judge live: which model? Give --model or set OPENAI_MODEL')
  if (!process.env.OPENAI_API_KEY && !flags.baseUrl && !process.env.OPENAI_BASE_URL)
    throw new InputError('--judge live: set OPENAI_API_KEY, or give --base-url for a server that needs no key')
  let calls = 0
  const judge = openAIJudge({
    model,
    ...(flags.baseUrl ? { baseURL: flags.baseUrl } : {}),
    apiKey: process.env.OPENAI_API_KEY ?? 'none',
    concurrency: flags.concurrency,
    signal,
    fetch: (...request) => {
      calls += 1
      return networkFetch(...request)
    },
  })
  return { judge, calls: () => calls }
}

/**
 * Runs the gate and returns its exit code. The report goes to standard output, progress to standard error. Requests are
 * watched before any code of the user's is loaded, because a client keeps the `fetch` it was built with.
 */
export const runGate = async (flags: GateFlags): Promise<number> => {
  const started = performance.now()
  const progress = progressLine(process.stderr, flags.quiet === true)
  const interrupt = stopOnInterrupt(progress.clear)
  const live = flags.judge === 'live' ? liveJudge(flags, globalThis.fetch, interrupt.signal) : null
  if (live === null) process.env.OPENAI_API_KEY ??= 'no-key-needed'
  const watched = intercept()
  try {
    const config = await readConfig(flags.config)
    const seed = flags.seed ?? config.seed ?? 1
    watched.answerWith(embeddedAnswer(seed))
    const harness = await readHarness(flags, config)
    const { source, samples, ...dataset } = await readSamples(flags, config)

    const simulated = openAIJudge({ model: EMBEDDED_MODEL, baseURL: EMBEDDED_URL, apiKey: 'none', retries: 0 })
    const kind = flags.judge ?? (harness === null ? 'embedded' : config.judge)
    const scores: ScoreOptions | null =
      !flags.scores || kind === undefined
        ? null
        : {
            kind,
            judge: live?.judge ?? simulated,
            repeats: flags.repeats ?? config.repeats ?? 5,
            ablatedRepeats: ABLATED_REPEATS,
            margin: flags.margin ?? config.margin,
            concurrency: flags.concurrency,
          }
    const { spec, totals, ...checked } = await checkWiring({
      metrics: harness?.metrics ?? REFERENCE_METRICS,
      samples,
      lacking: dataset.lacking,
      ablated: inTableOrder(flags.ablate ?? config.ablate ?? ARTIFACTS),
      seed,
      tracer: watched,
      judge: simulated,
      scores,
      onProgress: progress.show,
      signal: interrupt.signal,
    })
    progress.clear()
    const report: WiringReport = {
      version: 1,
      ...checked,
      spec: {
        groundwire: version,
        samples: {
          source,
          count: samples.length,
          hash: dataset.hash,
          lacking: dataset.lacking,
          notes: [...dataset.notes, ...(harness?.notes ?? [])],
        },
        ...spec,
      },
      stray: [...new Set(watched.stray)],
      totals: { ...totals, scores: { ...totals.scores, requests: totals.scores.requests + (live?.calls() ?? 0) } },
      timing: { seconds: (performance.now() - started) / 1000 },
    }
    await writeReport(report, flags.json)
    return report.exitCode
  } finally {
    interrupt.release()
    watched.close()
  }
}
