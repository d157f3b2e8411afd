import type { Scored } from '../metrics/metric.js'
import type { Disposition } from '../wire/disposition.js'
import type { RecordedRequest } from '../wire/request.js'

/** One walk of one metric over one sample. `arm` is `unmodified` or the ablation's name. */
export interface Evaluation {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  /** 0-based ordinal among the evaluations of the same metric, sample and arm. */
  readonly repeat: number
}

/** Who answers the judge requests of an evaluation. */
export type Replies =
  | { readonly judge: 'stand-in'; readonly disposition: Disposition }
  | { readonly judge: 'embedded' }
  | { readonly judge: 'live' }

/** What one evaluation gave: a score or an error, and every judge request it made. */
export interface Trace {
  readonly result: { readonly scored: Scored } | { readonly error: Error }
  readonly requests: readonly RecordedRequest[]
  /** Requests that were refused because they go to no judge, as `POST https://host/path`. */
  readonly refused: readonly string[]
  /** Judge requests that nobody could answer, each with the reason. */
  readonly unanswered: readonly string[]
}

/**
 * The port through which checks watch a metric at work. `trace` never rejects: what the evaluation threw is in the
 * trace.
 */
export interface Tracer {
  readonly trace: (evaluation: Evaluation, replies: Replies, run: () => Promise<Scored>) => Promise<Trace>
}
