import type { z } from 'zod'
import { GroundwireError } from '../errors.js'

/** One message of a request. */
export interface Message {
  readonly role: 'system' | 'user'
  readonly content: string
}

/** What a metric asks: rendered messages, the shape of the reply, and the hash of the template they came from. */
export interface JudgeQuestion<T> {
  readonly messages: readonly Message[]
  readonly schema: z.ZodType<T>
  /** A short name for the reply's shape, letters, digits and `_` only. */
  readonly schemaName: string
  readonly templateHash: string
}

/** Who judged, with what: kept with every score, so that a later shift can be told apart as judge, prompt or data. */
export interface Provenance {
  readonly modelAsked: string
  readonly modelAnswered: string
  readonly parameters: Readonly<Record<string, string | number>>
  readonly templateHash: string
}

export interface JudgeReply<T> {
  readonly value: T
  readonly provenance: Provenance
}

/**
 * The port through which a metric asks a model. A reply has the asked shape, or the promise rejects with
 * {@link JudgeError}: a failure never becomes a score.
 */
export interface Judge {
  readonly ask: <T>(question: JudgeQuestion<T>) => Promise<JudgeReply<T>>
}

/** How a judge can fail. `transport`: no usable HTTP reply (status, reset, timeout, cut-off body). */
export type JudgeFailure =
  | 'transport'
  | 'refusal'
  | 'content-filter'
  | 'truncated'
  | 'empty'
  | 'not-json'
  | 'wrong-shape'
  | 'configuration'

/** The judge gave no usable reply. `failure` says how; `retryable` whether asking once more can help. */
export class JudgeError extends GroundwireError {
  readonly code = 'GW_JUDGE'
  readonly failure: JudgeFailure
  constructor(failure: JudgeFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
  /** Another attempt can help: the model draws anew, the network recovers. A refusal or a setting stays as it is. */
  get retryable(): boolean {
    return ['truncated', 'empty', 'not-json', 'wrong-shape', 'transport'].includes(this.failure)
  }
}
