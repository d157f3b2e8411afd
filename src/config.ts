import type { Acceptance, Policy } from './check/leak.js'
import type { JointDeclarations, JointScorer } from './metrics/joint.js'
import type { Metric } from './metrics/metric.js'
import type { DeclaredScorer, Scorer } from './metrics/wrap-scorer.js'
import type { Artifact } from './samples/artifact.js'
import type { FormatName } from './samples/formats.js'
import type { Disposition } from './wire/disposition.js'

/** A harness: scorers (or metrics defined with groundwire) by name. */
export type Harness = Readonly<Record<string, Scorer | DeclaredScorer | Metric>>

/** A request in a reply format that only its harness knows. */
export interface AskedOfUser {
  /** The API, such as `openai.chat`. */
  readonly api: string
  readonly model: string
  readonly prompt: string
  /** 0-based, among the requests of the same call site in one evaluation. */
  readonly ordinal: number
}

/**
 * A user's own replies to a format of theirs: text, or a value that is sent as JSON; undefined leaves the request to the
 * stand-in. A `Response` is sent as it is, such as a 429 at `ordinal` 0 to see what follows it (an error's body is left
 * out). It must depend on the format, the ordinal and the disposition alone, never on the samples.
 */
export type Respond = (asked: AskedOfUser, disposition: Disposition) => unknown

/** What `groundwire.config.ts` exports. Flags of the command line win over it. */
export interface GroundwireConfig {
  /** A JSONL, JSON or CSV file, relative to the config. */
  readonly samples?: string
  /** Names of the columns, where they mean different things in different tools. */
  readonly format?: FormatName
  /** The harness, or a function that imports it: it runs after requests are being watched. */
  readonly metrics?: Harness | (() => Harness | Promise<object>)
  /** Instead of `metrics`: one function that returns all scores of a sample by name. */
  readonly harness?: JointScorer
  /** The ratios of scores in `harness` whose names claim none. */
  readonly over?: JointDeclarations
  /** Other columns of the samples that scorers read; each is ablated too. */
  readonly extras?: readonly string[]
  /** Leaks that are accepted as they are, pinned to leak kind and call, each with a reason. */
  readonly accept?: readonly Acceptance[]
  /** What a leak does, by artifact and leak kind; default: `explanation` is noted, everything else fails. */
  readonly policy?: Policy
  /** Replies to a reply format of your own, for the request proof. */
  readonly respond?: Respond
  /** Artifacts to ablate; default: all four. */
  readonly ablate?: readonly Artifact[]
  /**
   * `embedded`: also compare scores, with the simulated judge answering. It understands prompts that mark artifacts with
   * fixed headings (QUESTION, ANSWER, CONTEXT n, REFERENCE ANSWER) and name their task. Default: requests only.
   */
  readonly judge?: 'embedded'
  /** Unmodified repeats of the score checks; default 5. */
  readonly repeats?: number
  /** Smallest shift worth catching, in score units; default by the number of samples. */
  readonly margin?: number
  readonly seed?: number
  /** Seconds that one evaluation of a scorer may take; default: 60, with a live judge 900. */
  readonly timeLimit?: number
}

/** Types a config; returns it unchanged. */
export const defineConfig = (config: GroundwireConfig): GroundwireConfig => config
