/** Where a leak goes: into the score itself, only into an earlier call, or only into prose that no score depends on. */
export const LEAK_KINDS = ['score', 'upstream', 'explanation'] as const
export type LeakKind = (typeof LEAK_KINDS)[number]

/** What happened to one metric's score when the reply of one call was changed and all others were pinned. */
export interface Variation {
  readonly moved: boolean
  /** Every other request stayed the same: the reply reaches the score directly. */
  readonly direct: boolean
}

export interface VariedCall {
  readonly variations: readonly Variation[]
  /** Some variation changed the request of a later call that moves the score. */
  readonly feedsScore: boolean
  readonly freeText: boolean
  readonly embedding: boolean
  /** Another call of the evaluation moves the score. */
  readonly anotherMoves: boolean
}

/**
 * The kind of a leak into a call. `score` where its reply moves the score while every other request stays; `upstream`
 * where it moves it only through later requests, or shapes one that does; `explanation` only for prose that never moved anything while another
 * call does. Whatever stays unresolved counts as `score`, and so does an embedding.
 */
export const leakKindOf = ({ variations, feedsScore, freeText, embedding, anotherMoves }: VariedCall): LeakKind => {
  if (embedding || variations.some(({ moved, direct }) => moved && direct)) return 'score'
  if (feedsScore || variations.some(({ moved }) => moved)) return 'upstream'
  return freeText && anotherMoves ? 'explanation' : 'score'
}

/** The gravest of several kinds. */
export const gravest = (kinds: readonly LeakKind[]): LeakKind =>
  LEAK_KINDS.find((kind) => kinds.includes(kind)) ?? 'score'
