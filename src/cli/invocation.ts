import type { GroundwireConfig } from '../config.js'
import { InputError } from '../errors.js'
import type { Judge } from '../judge/judge.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import type { LoadedHarness } from '../metrics/harness.js'
import type { Artifact } from '../samples/artifact.js'
import type { FormatName } from '../samples/formats.js'
import { type CheckHarnessOptions, type LiveJudge, loadHarness } from '../transport/check-harness.js'
import { importFile } from '../transport/config-file.js'
import { type Interception, intercept } from '../transport/interception.js'
import { type FileJournal, openJournal } from '../transport/journal.js'
import { openAIJudge } from '../transport/openai-judge.js'
import { stopOnInterrupt } from './interrupt.js'
import { progressLine } from './progress.js'
import { type Config, readConfig } from './read-config.js'

/** Flags that every command which scores a harness has; what is not given is undefined and may come from the config. */
export interface HarnessFlags {
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
  readonly scores?: boolean
  readonly model?: string
  readonly baseUrl?: string
  readonly concurrency: number
  readonly quiet?: boolean
  /** No judge is asked, so that none need be named. */
  readonly dryRun?: boolean
}

/** A harness that is loaded and watched, with everything a command needs to check or score it. */
export interface Invocation {
  readonly harness: LoadedHarness
  readonly watched: Interception
  readonly settings: CheckHarnessOptions
  readonly signal: AbortSignal
  /** Says something on standard error that is no result. */
  readonly say: (text: string) => void
}

const JOURNALS = '.groundwire/journal'

const modelNamed = (): string => {
  const model = process.env.OPENAI_MODEL
  if (!model) throw new InputError('which model judges? Give --model or set OPENAI_MODEL')
  return model
}

/** The judge of groundwire's own metrics behind a live judge's flags; its requests bypass the interception. */
const liveJudge = (flags: HarnessFlags, networkFetch: typeof fetch, signal: AbortSignal): LiveJudge => {
  let calls = 0
  let made: Judge | undefined
  // Scorers with clients of their own never ask it, and need no model here.
  const judge = () => {
    made ??= openAIJudge({
      model: modelNamed(),
      apiKey: process.env.OPENAI_API_KEY ?? 'none',
      concurrency: flags.concurrency,
      signal,
      fetch: (...request) => {
        calls += 1
        return networkFetch(...request)
      },
    })
    return made
  }
  return { judge: { ask: async (question) => judge().ask(question) }, calls: () => calls }
}

/**
 * Puts the flags of a live judge where every OpenAI client looks for them, so that they reach the clients of a user's own
 * scorers as well; without a live judge, a key that no one checks.
 */
const prepareEnvironment = ({ judge, model, baseUrl, dryRun }: HarnessFlags): void => {
  if (judge !== 'live') {
    process.env.OPENAI_API_KEY ??= 'no-key-needed'
    return
  }
  if (model) process.env.OPENAI_MODEL = model
  if (baseUrl) process.env.OPENAI_BASE_URL = baseUrl
  if (process.env.OPENAI_BASE_URL) process.env.OPENAI_API_KEY ??= 'none'
  else if (!process.env.OPENAI_API_KEY && !dryRun)
    throw new InputError('a live judge needs OPENAI_API_KEY, or --base-url for a server that needs no key')
}

/** Flags win over the config; paths in flags are relative to where the command runs, in the config to the config. */
const settingsOf = (flags: HarnessFlags, config: Config): CheckHarnessOptions => {
  const { format, ablate, limit, repeats, margin, seed, concurrency } = flags
  const given = Object.fromEntries(
    Object.entries({ format, ablate, limit, repeats, margin, seed, concurrency }).filter(
      ([, value]) => value !== undefined,
    ),
  )
  const { judge, metrics: _, path: __, samples, ...rest }: Partial<GroundwireConfig> & Config = config
  const asked = flags.judge ?? judge
  return {
    ...rest,
    ...given,
    ...(flags.samples === undefined ? {} : { folder: '.' }),
    ...((flags.samples ?? samples) === undefined ? {} : { samples: (flags.samples ?? samples) as string }),
    ...(flags.scores === false ? { judge: null } : asked === undefined ? {} : { judge: asked }),
  }
}

/**
 * Loads the harness that the flags name and does `work` with it. Requests are watched before any code of the user's is
 * loaded, because a client keeps the `fetch` it was built with. Ctrl-C aborts `signal`.
 */
export const invoke = async <T>(flags: HarnessFlags, work: (invocation: Invocation) => Promise<T>): Promise<T> => {
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
    if (flags.judge === 'live' && !flags.dryRun && harness.metrics === REFERENCE_METRICS) modelNamed()
    const live = flags.judge === 'live' ? liveJudge(flags, networkFetch, interrupt.signal) : null
    const result = await work({
      harness,
      watched,
      signal: interrupt.signal,
      say: (text) => {
        progress.clear()
        process.stderr.write(`${text}\n`)
      },
      settings: { ...settingsOf(flags, config), live, onProgress: progress.show, signal: interrupt.signal },
    })
    progress.clear()
    return result
  } finally {
    interrupt.release()
    watched.close()
  }
}

/** A way to open the journal of an invocation once its samples are known, and to close it at the end. */
export const journalFor = (
  command: string,
  flags: HarnessFlags & { readonly resume?: boolean },
  { harness, say }: Invocation,
) => {
  let opened: FileJournal | null = null
  return {
    open: (dataset: string, more: unknown = null): FileJournal => {
      const { judge = 'embedded' } = flags
      const metrics = harness.metrics.map(({ name }) => name)
      const { OPENAI_MODEL: model, OPENAI_BASE_URL: server } = judge === 'live' ? process.env : {}
      const of = [dataset, harness.source, metrics, judge, model ?? null, server ?? null, more]
      opened = openJournal(
        { folder: JOURNALS, of, command },
        {
          resume: flags.resume === true,
          onAside: (path) =>
            say(
              `An invocation like this one was interrupted; --resume goes on with it. Its journal is kept as ${path}`,
            ),
        },
      )
      if (flags.resume)
        say(
          opened.found > 0
            ? `Going on with ${opened.path}: ${opened.found} evaluations have ended`
            : 'Nothing to resume: no such invocation was interrupted',
        )
      return opened
    },
    close: (complete: boolean) => {
      opened?.close(complete)
      if (opened !== null && !complete)
        say(`What was scored is in ${opened.path}; the same command with --resume goes on from there`)
    },
  }
}
