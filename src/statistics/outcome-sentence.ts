import { type CheckResult, REASONS } from './check.js'
import type { Dependence } from './dependence.js'
import type { Figures } from './figures.js'

const MINUS = '−'

/** `+0.16`, `−0.003`; a value that rounds to nothing has no sign. */
const signed = (value: number, digits: number): string => {
  const size = Math.abs(value).toFixed(digits)
  return Number(size) === 0 ? size : `${value < 0 ? MINUS : '+'}${size}`
}

const probability = (p: number): string =>
  p < 0.0001 ? 'p < 0.0001' : `p = ${p < 0.01 ? Number(p.toPrecision(2)) : p.toFixed(2)}`

const marginText = (margin: number): string => (Number.isInteger(margin * 100) ? margin.toFixed(2) : String(margin))

const ruledOut = ({ rulesOut }: Figures): string =>
  Number.isFinite(rulesOut) ? `shifts beyond ±${rulesOut.toFixed(3)} ruled out` : 'no shift ruled out'

/** `, 13 times the noise band`: the shift over the half-range of the unmodified repeats; nothing where that is 0. */
const timesNoise = ({ deltaHat, noise }: Figures): string => {
  const times = Math.abs(deltaHat) / (noise?.halfRange ?? 0)
  if (!Number.isFinite(times) || times > 1e6) return ''
  return `, ${times < 9.95 ? Number(times.toFixed(1)) : Math.round(times)} times the noise band`
}

/**
 * `+0.16 (0.78 ablated → 0.94 as wired), p < 0.0001, 13 times the noise band`: the inflation, with as many digits as it
 * needs to be seen.
 */
const inflation = (figures: Figures, p: number): string => {
  const { unmodifiedMean, ablatedMean, deltaHat } = figures
  const digits = Math.abs(deltaHat) < 0.02 ? 3 : 2
  const means = `${ablatedMean.toFixed(digits)} ablated → ${unmodifiedMean.toFixed(digits)} as wired`
  return `${signed(-deltaHat, digits)} (${means}), ${probability(p)}${timesNoise(figures)}`
}

const samples = (n: number): string => `${n} ${n === 1 ? 'sample' : 'samples'}`

const moved = ({ deltaHat, noise }: Figures): string => {
  const halfRange = noise?.halfRange ?? null
  const band = halfRange === null ? 'judge noise not measured' : `judge noise ±${halfRange.toFixed(3)}`
  return `moved ${signed(deltaHat, 3)}, ${band}`
}

const undecided = (figures: Figures): string => {
  const { nUsed, margin, nNeeded } = figures
  const cannot = `${samples(nUsed)} cannot rule out a shift of ${marginText(margin)}`
  const needed = nNeeded?.invariant ?? 0
  // Where there are already as many as a motionless metric needs, the shift itself stands in the way.
  return needed > nUsed ? `${cannot}; about ${needed} would` : `${cannot}: ${moved(figures)}`
}

/**
 * The outcome of a score check in one sentence, for readers who know no statistics. A leak shows its inflation
 * (unmodified − ablated), everything else the shift Δ̂ (ablated − unmodified); what is ruled out always ends it.
 */
export const outcomeSentence = ({
  outcome,
  reason,
  figures,
  pHolm,
  nUsed,
  nDropped,
  missingP,
}: CheckResult): string => {
  if (figures === null || pHolm === null) return REASONS['no-scores']
  const end = ruledOut(figures)
  if (outcome === 'invariant') return `${moved(figures)}; ${end}`
  if (outcome === 'leak') {
    const small = reason === null ? '' : `, ${REASONS[reason]} of ${marginText(figures.margin)}`
    return `${inflation(figures, pHolm)}${small}; ${end}`
  }
  switch (reason) {
    case 'missing-scores-move':
      return `${REASONS[reason]} (${probability(missingP)}); ${end}`
    case 'too-many-dropped':
      return `${nDropped} of ${samples(nUsed + nDropped)} have no score on one side (at most 10 % may); ${end}`
    case 'leak-or-judge-drift':
      return `${REASONS[reason]}: ${inflation(figures, pHolm)}; ${end}`
    default:
      return `${undecided(figures)}; ${end}`
  }
}

/** The outcome of a positive control in one sentence: `keeps 9 % of its score (0.06 ablated, 0.71 as wired)`. */
export const dependenceSentence = ({ outcome, baseline, ablated, kept }: Dependence): string => {
  if (baseline === null || ablated === null) return REASONS['no-scores']
  const means = `${ablated.toFixed(2)} ablated, ${baseline.toFixed(2)} as wired`
  if (kept === null) return `scores 0 as wired, so nothing can collapse (${means})`
  const doubt = outcome === 'inconclusive' ? '; too close or too noisy to call a collapse' : ''
  return `keeps ${Math.round(kept * 100)} % of its score (${means})${doubt}`
}
