import { fails, OUTCOMES, passes } from './outcome.js'
import type { CheckReport } from './report.js'
import type { CollectedScores } from './score-collection.js'

/**
 * One line on the whole run: `all 21 checks hold: 10 invariant, 10 reads, 1 collapses`. It says "all" only when nothing
 * was left out.
 * @param leftOut functions of the harness that were not taken for scorers
 */
export const summaryOf = (checks: readonly CheckReport[], collected: CollectedScores | null, leftOut = 0): string => {
  const counts = OUTCOMES.map((outcome) => ({
    outcome,
    count: checks.filter((check) => check.outcome === outcome).length,
  })).filter(({ count }) => count > 0)
  const tally = counts.map(({ outcome, count }) => `${count} ${outcome}`).join(', ')
  const failing = checks.filter(({ outcome }) => fails(outcome)).length
  const holding = checks.filter(({ outcome }) => passes(outcome)).length
  const lost = collected?.lost.length ?? 0
  const losses = [
    lost > 0 ? `; ${lost} of ${collected?.planned} evaluations gave no score` : '',
    lost > 0 && collected?.completed === 0 && lost < collected.planned ? ', none did, and the rest was not tried' : '',
    leftOut > 0 ? `; ${leftOut} exported ${leftOut === 1 ? 'function' : 'functions'} left out` : '',
  ].join('')
  if (failing > 0) return `${failing} of ${checks.length} checks fail: ${tally}${losses}`
  const whole = leftOut === 0 && (collected === null || collected.completed === collected.planned)
  if (whole && holding > 0 && holding === checks.length) return `all ${holding} checks hold: ${tally}${losses}`
  return `${holding} of ${checks.length} checks hold, none fails: ${tally}${losses}`
}
