/**
 * How the stand-in judge answers. Its replies depend on the requested format and the disposition alone, so a request
 * that differs between two passes saw the changed artifact directly; several dispositions cover several branches.
 */
export const DISPOSITIONS = ['affirming', 'denying', 'mixed', 'empty'] as const
export type Disposition = (typeof DISPOSITIONS)[number]
