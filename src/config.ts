import type { Metric } from './metrics/metric.js'
import type { DeclaredScorer, Scorer } from './metrics/wrap-scorer.js'
import type { Artifact } from './samples/artifact.js'
import type { FormatName } from './samples/formats.js'

/** A harness: scorers (or metrics defined with groundwire) by name. */
export type Harness = Readonly<Record<string, Scorer | DeclaredScorer | Metric>>

/** What `groundwire.config.ts` exports. Flags of the command line win over it. */
export interface GroundwireConfig {
  /** A JSONL, JSON or CSV file, relative to the config. */
  readonly samples?: string
  /** Names of the columns, where they mean different things in different tools. */
  readonly format?: FormatName
  /** The harness, or a function that imports it: it runs after requests are being watched. */
  readonly metrics: Harness | (() => Harness | Promise<object>)
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
}

/** Types a config; returns it unchanged. */
export const defineConfig = (config: GroundwireConfig): GroundwireConfig => config
