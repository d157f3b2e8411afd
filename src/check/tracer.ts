import type { Disposition } from '../wire/disposition.js'
import type { RecordedRequest } from '../wire/request.js'

/** One walk of one metric (or joint harness) over one sample. `arm` is `unmodified` or the variant's name. */
export interface Evaluation {
  readonly metric: string
  readonly sample: string
  readonly arm: string
  /** 0-based ordinal among the evaluations of the same metric, sample and arm. */
  readonly repeat: number
  /** The texts of the sample as evaluated: which call a request is must not depend on them. */
  readonly texts?: readonly string[]
}

/** Constant replies, the same for every request of a slot. */
export interface StandInReplies {
  readonly judge: 'stand-in'
  readonly disposition: Disposition
  /** The reply of one slot varied, all others pinned. */
  readonly varied?: { readonly slot: string; readonly disposition: Disposition }
  /** Free text of the n-th reply (1-based) carries this mark: a probe sees which later call holds it. */
  readonly mark?: (call: number) => string
}

/** Who answers the judge requests of an evaluation. */
export type Replies = StandInReplies | { readonly judge: 'embedded' } | { readonly judge: 'live' }

/** What one evaluation gave: a value or an error, and every judge request it made. */
export interface Trace<T> {
  readonly result: { readonly value: T } | { readonly error: Error }
  readonly requests: readonly RecordedRequest[]
  /** Requests that were refused because they go to no judge, as `POST https://host/path`. */
  readonly refused: readonly string[]
  /** Judge requests that nobody could answer, each with the reason and the remedy. */
  readonly unanswered: readonly string[]
  /** Connections that went past the interception and were refused at the socket. */
  readonly escaped: readonly string[]
  /** Threads and child processes that were started, and whose requests cannot be seen. */
  readonly unseen: readonly string[]
}

/**
 * The port through which checks watch a harness at work. `trace` never rejects: what the evaluation threw is in the
 * trace.
 */
export interface Tracer {
  readonly trace: <T>(evaluation: Evaluation, replies: Replies, run: () => Promise<T>) => Promise<Trace<T>>
  /** Runs `work` with call sites followed through asynchronous steps: slower, but it finds those that a stack has lost. */
  readonly withSites: <T>(work: () => Promise<T>) => Promise<T>
}
