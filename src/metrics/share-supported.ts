import type { Verdict } from '../judge/verdict.js'

/** Supported verdicts / all verdicts, 0 … 1. Called with at least one. */
export const shareSupported = (verdicts: readonly Verdict[]): number =>
  verdicts.filter(({ verdict }) => verdict === 'supported').length / verdicts.length
