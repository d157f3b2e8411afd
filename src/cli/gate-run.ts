import { InputError } from '../errors.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import type { Artifact } from '../samples/artifact.js'
import type { FormatName } from '../samples/formats.js'
import { type CheckHarnessOptions, checkHarness, type LiveJudge, loadHarness } from '../transport/check-harness.js'
import { importFile } from '../transport/config-file.js'
import { intercept } from '../transport/interception.js'
import { openAIJudge } from '../transport/openai-judge.js'
import { stopOnInterrupt } from './interrupt.js'
import { progressLine } from './progress.js'
import { type Config, readConfig } from './read-config.js'
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

/** The judge of the reference metrics behind `--judge live`; its requests bypass the interception. */
const liveJudge = (flags: GateFlags, networkFetch: typeof fetch, signal: AbortSignal): LiveJudge => {
  const model = process.env.OPENAI_MODEL
  if (!model) throw new InputError('--judge live: which model? Give --model or set OPENAI_MODEL')
  let calls = 0
  const judge = openAIJudge({
    model,
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
 * Puts the flags of a live judge where every OpenAI client looks for them, so that they reach the clients of a user's own
 * scorers as well; without a live judge, a key that no one checks.
 */
const prepareEnvironment = ({ judge, model, baseUrl }: GateFlags): void => {
  if (judge !== 'live') {
    process.env.OPENAI_API_KEY ??= 'no-key-needed'
    return
  }
  if (model) process.env.OPENAI_MODEL = model
  if (baseUrl) process.env.OPENAI_BASE_URL = baseUrl
  if (process.env.OPENAI_BASE_URL) process.env.OPENAI_API_KEY ??= 'none'
  else if (!process.env.OPENAI_API_KEY)
    throw new InputError('--judge live: set OPENAI_API_KEY, or give --base-url for a server that needs no key')
}

/** Flags win over the config; paths in flags are relative to where the command runs, in the config to the config. */
const settingsOf = (flags: GateFlags, config: Config): CheckHarnessOptions => {
  const { format, ablate, limit, repeats, margin, seed, concurrency } = flags
  const given = Object.fromEntries(
    Object.entries({ format, ablate, limit, repeats, margin, seed, concurrency }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const { judge, metrics: _, path: __, samples, ...rest } = config
  const asked = flags.judge ?? judge
  return {
    ...rest,
    ...given,
    ...(flags.samples === undefined ? {} : { folder: '.' }),
    ...((flags.samples ?? samples) === undefined ? {} : { samples: (flags.samples ?? samples) as string }),
    ...(flags.scores ? (asked === undefined ? {} : { judge: asked }) : { judge: null }),
  }
}

/**
 * Runs the gate and returns its exit code. The report goes to standard output, progress to standard error. Requests are
 * watched before any code of the user's is loaded, because a client keeps the `fetch` it was built with.
 */
export const runGate = async (flags: GateFlags): Promise<number> => {
  const progress = progressLine(process.stderr, flags.quiet === true)
  const interrupt = stopOnInterrupt(progress.clear)
  prepareEnvironment(flags)
  // Captured before requests are watched: the way to a live judge.
  const networkFetch = globalThis.fetch
  const watched = await intercept()
  try {
    const config = await readConfig(flags.config)
    const { metrics: file } = flags
    const harness = await loadHarness(
      file === undefined ? config : { metrics: async () => (await importFile(file)) as object },
      watched,
      file ?? config.path ?? 'config',
    )
    const isLive = flags.judge === 'live' && harness.metrics === REFERENCE_METRICS
    const live = isLive ? liveJudge(flags, networkFetch, interrupt.signal) : null
    const report = await checkHarness(
      harness,
      { ...settingsOf(flags, config), live, onProgress: progress.show, signal: interrupt.signal },
      watched,
    )
    progress.clear()
    await writeReport(report, flags.json)
    return report.exitCode
  } finally {
    interrupt.release()
    watched.close()
  }
}
