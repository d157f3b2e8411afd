/**
 * How the stand-in judge answers. Its replies depend on the requested format and the disposition alone, so a request
 * that differs between two passes saw the changed artifact directly; several dispositions cover several branches.
 */
export const DISPOSITIONS = [
  /** Yes, supported, the highest number. */
  'affirming',
  /** No, unsupported, the lowest number. */
  'denying',
  /** Yes and no by turns. */
  'mixed',
  /** Affirming, with lists as short as the format allows. */
  'empty',
  /** The highest number, and no. */
  'high',
  /** The lowest number, and yes. */
  'low',
  /** Lists of different lengths at different places. */
  'uneven',
  /** Affirming, after one malformed reply at each call site: retry prompts are seen. */
  'broken',
  /** Values between the extremes, enum values in turn, lists and decisions by chance; the last two also null. */
  'mixture-1',
  'mixture-2',
  'mixture-3',
  'mixture-4',
] as const
export type Disposition = (typeof DISPOSITIONS)[number]

/** Those under which every kind of ablation is tried on all samples of varied shape. */
export const MAIN_DISPOSITIONS = ['affirming', 'denying', 'mixed', 'empty'] as const satisfies readonly Disposition[]
