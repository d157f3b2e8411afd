import type { Evaluation, Replies } from '../check/tracer.js'
import type { RecordedRequest } from '../wire/request.js'

/** An evaluation under way, and what has been seen of it. */
export interface Running {
  readonly evaluation: Evaluation
  readonly replies: Replies
  readonly requests: RecordedRequest[]
  readonly refused: string[]
  readonly unanswered: string[]
  readonly escaped: string[]
  readonly unseen: string[]
  /** How often each kind of call was made: with it a slot does not depend on the order in which parallel calls arrive. */
  readonly calls: Map<string, number>
  /** Texts of the sample, in lower case. */
  readonly texts: readonly string[]
  open: boolean
  /** Requests that are being answered. */
  pending: number
  /** Requests are recorded in the order in which they were sent, however long their bodies take to read. */
  recorded: Promise<void>
}

export const begun = (evaluation: Evaluation, replies: Replies): Running => ({
  evaluation,
  replies,
  requests: [],
  refused: [],
  unanswered: [],
  escaped: [],
  unseen: [],
  calls: new Map(),
  texts: (evaluation.texts ?? []).map((text) => text.toLowerCase()),
  open: true,
  pending: 0,
  recorded: Promise.resolve(),
})
