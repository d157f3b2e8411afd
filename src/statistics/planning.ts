import { InputError } from '../errors.js'
import { normalCdf, normalQuantile } from './distributions.js'
import { ALPHA, halfWidth, zeroVarianceFloor } from './equivalence.js'
import { mean, variance } from './moments.js'
import { isPresent, type Score } from './score-pair.js'
import { canPassByScore, FEWEST_SAMPLES, floorSize, repeatsNeeded, samplesNeeded, USUAL_CHECKS } from './sizes.js'

/** E[1/claims] where a sample has 3 to 6 claims, each as often: by how much a score moves with one claim, on average. */
const CLAIM_STEP = (1 / 3 + 1 / 4 + 1 / 5 + 1 / 6) / 4

const POWER = 0.8
/** A plan will do where a check in which nothing moves is called invariant so often. */
const SURE = 0.9
/** More unmodified repeats than this are no advice. */
const MOST_REPEATS = 30
/** Beyond it the t quantile is the normal one, and a search is not worth its time. */
const LARGE = 1_000_000

/**
 * The chance f that one verdict flips, from the rate at which two judgements of one claim disagree: 2f(1 − f) = rate.
 * @param rate 0 … below 0.5, which is a coin
 */
export const flipProbability = (rate: number): number => (1 - Math.sqrt(1 - 2 * rate)) / 2

/**
 * σ_w², the variance of one score within a sample, where verdicts flip independently: f(1 − f)·E[1/claims], that is
 * rate/2·E[1/claims], at 3 to 6 claims a sample. 0.0119 at a rate of 0.10.
 */
export const varianceOfFlips = (rate: number): number => {
  const flip = flipProbability(rate)
  return flip * (1 - flip) * CLAIM_STEP
}

/** σ_w² as it was measured: the mean variance of samples with at least two scores; null where there is none. */
export const varianceWithin = (rows: readonly (readonly Score[])[]): number | null => {
  const variances = rows.map((row) => variance(row.filter(isPresent))).filter(isPresent)
  return variances.length === 0 ? null : mean(variances)
}

/** What is known of a score check before a judge is asked. */
export interface CheckDesign {
  /** Samples. */
  readonly n: number
  /** R, unmodified repeats. */
  readonly repeats: number
  /** Q, repeats of each ablation. */
  readonly ablatedRepeats: number
  /** m, the checks of the Holm family; default 10. */
  readonly checks?: number
  /** δ, the smallest shift worth catching, in score units. */
  readonly margin: number
  /** σ_w², the variance of one score within a sample, in score units squared. */
  readonly sigmaW2: number
  /** sd of the samples' true differences under a leak; default: that of a leak which credits single claims. */
  readonly spread?: number | undefined
}

/**
 * What to expect of a score check. All of it rests on an assumed or measured noise: word it as "about". Shifts are in
 * score units, chances in 0 … 1.
 */
export interface CheckForecast {
  readonly sigmaW2: number
  /** Standard error of Δ̂ where nothing moves: √(σ_w²(1/R + 1/Q)/n). */
  readonly se: number
  /** h = max(t·se, floor): the smallest shift that can be ruled out, where Δ̂ happens to be 0. */
  readonly halfWidth: number
  readonly floor: number
  /** Where nothing moves, nine checks in ten rule out every shift beyond ±rulesOut = h + z₀.₉₅·se. */
  readonly rulesOut: number
  /**
   * `impossible`: too few samples at any noise. `not-at-this-noise`: h is no smaller than the margin, so even Δ̂ = 0 would
   * not do. `possible`: neither.
   */
  readonly pass: 'possible' | 'not-at-this-noise' | 'impossible'
  /** How often a check in which nothing moves would be called invariant. */
  readonly passChance: number
  /** The smallest leak that is found with 80 % power after Holm; null where not even a shift of 1 is. */
  readonly leak80: number | null
  readonly powerAtMargin: number
  /** Power for a leak of 0.16, the published case. */
  readonly powerAt016: number
  readonly needed: {
    /** Samples of which nine clean checks in ten are called invariant: the size of `samplesNeeded`, raised to clear the floor. */
    readonly invariant: number
    /** Samples that find a leak as large as the margin with 80 % power. */
    readonly leak80: number
    /** Samples below which no noise is low enough. */
    readonly floor: number
  }
  /** R = Q that would do with n samples; null where n is below the floor. */
  readonly repeatsNeeded: number | null
}

const sharesOf = ({ repeats, ablatedRepeats }: CheckDesign): number => 1 / repeats + 1 / ablatedRepeats

const standardError = (design: CheckDesign): number => Math.sqrt((design.sigmaW2 * sharesOf(design)) / design.n)

const expectedHalfWidth = (design: CheckDesign): number => {
  const { n } = design
  return halfWidth({ n, sdD: n === 1 ? null : standardError(design) * Math.sqrt(n) })
}

/** P(|Δ̂| + h < δ) for Δ̂ ~ N(0, se²): two one-sided tests (Schuirmann 1987), with h at its expected size. */
const chanceOfPass = (design: CheckDesign): number => {
  const { n, margin } = design
  const room = margin - expectedHalfWidth(design)
  if (!canPassByScore(n, margin) || room <= 0) return 0
  const se = standardError(design)
  return se === 0 ? 1 : 2 * normalCdf(room / se) - 1
}

const ruledOut = (design: CheckDesign): number =>
  expectedHalfWidth(design) + normalQuantile((1 + SURE) / 2) * standardError(design)

/**
 * How a leak of size Δ looks to one sample: sd of Δ̂·√n, and the standard deviation se_perm·√n that relabelling takes it
 * for. A leak credits whole claims, so the samples' true differences vary by τ² = Δ(1 − Δ)·E[1/claims]; the variance of all
 * R + Q values of a sample is σ_w² + RQ/((R + Q)(R + Q − 1))·(Δ² + τ²). Both reproduce the power table of the simulations
 * within a few points; without τ² power is overrated (0.94 for 0.7 at n = 12, a leak of 0.10 and 10 % flips).
 */
const deviations = (leak: number, design: CheckDesign): { readonly shown: number; readonly relabelled: number } => {
  const { repeats, ablatedRepeats, sigmaW2, spread } = design
  const all = repeats + ablatedRepeats
  const tau2 = spread === undefined ? leak * (1 - leak) * CLAIM_STEP : spread ** 2
  const between = (repeats * ablatedRepeats) / (all * (all - 1))
  return {
    shown: Math.sqrt(sigmaW2 * sharesOf(design) + tau2),
    relabelled: Math.sqrt((sigmaW2 + between * (leak ** 2 + tau2)) * sharesOf(design)),
  }
}

const criticalZ = ({ checks = USUAL_CHECKS }: CheckDesign): number => normalQuantile(1 - ALPHA / (2 * checks))

/** The chance that a leak of a given size is found after Holm: P(|Δ̂| > z_{1−α/2m}·se_perm), both tails. */
export const powerFor = (leak: number, design: CheckDesign): number => {
  const { shown, relabelled } = deviations(leak, design)
  const threshold = criticalZ(design) * relabelled
  const scaled = leak * Math.sqrt(design.n)
  if (shown === 0) return scaled > threshold ? 1 : 0
  return normalCdf((scaled - threshold) / shown) + normalCdf((-scaled - threshold) / shown)
}

/** The smallest whole number from `low` on for which `does` holds; it holds from there on. */
const smallest = (low: number, does: (value: number) => boolean): number => {
  let below = low - 1
  let above = low
  while (!does(above)) {
    below = above
    above *= 2
  }
  while (above - below > 1) {
    const middle = Math.floor((below + above) / 2)
    if (does(middle)) above = middle
    else below = middle
  }
  return above
}

const smallestLeak = (design: CheckDesign): number | null => {
  if (powerFor(1, design) < POWER) return null
  let low = 0
  let high = 1
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (powerFor(middle, design) >= POWER) high = middle
    else low = middle
  }
  return high
}

const samplesForLeak = (design: CheckDesign): number => {
  const { shown, relabelled } = deviations(Math.min(1, design.margin), design)
  const size = Math.ceil(((criticalZ(design) * relabelled + normalQuantile(POWER) * shown) / design.margin) ** 2)
  return Math.max(FEWEST_SAMPLES, size)
}

const samplesForPass = (design: CheckDesign): number => {
  const { invariant } = samplesNeeded(Math.sqrt(design.sigmaW2 * sharesOf(design)), design.margin)
  return smallest(invariant, (n) => n > LARGE || chanceOfPass({ ...design, n }) >= SURE)
}

/**
 * Forecasts a score check: what it can rule out and find, and how many samples or repeats it takes. The formulas are those
 * of one check (`halfWidth`, `measure`) and of the sizes (`samplesNeeded`, `repeatsNeeded`), with σ_w² in place of scores.
 * @throws {InputError} where σ_w² is no finite number of at least 0
 */
export const forecast = (design: CheckDesign): CheckForecast => {
  const { n, margin, sigmaW2 } = design
  if (!(sigmaW2 >= 0 && sigmaW2 < Number.POSITIVE_INFINITY))
    throw new InputError(`a variance within a sample is a finite number of at least 0, got ${sigmaW2}`)
  const h = expectedHalfWidth(design)
  const isLarge = canPassByScore(n, margin)
  return {
    sigmaW2,
    se: standardError(design),
    halfWidth: h,
    floor: zeroVarianceFloor(n),
    rulesOut: ruledOut(design),
    pass: !isLarge ? 'impossible' : h < margin ? 'possible' : 'not-at-this-noise',
    passChance: chanceOfPass(design),
    leak80: smallestLeak(design),
    powerAtMargin: powerFor(margin, design),
    powerAt016: powerFor(0.16, design),
    needed: { invariant: samplesForPass(design), leak80: samplesForLeak(design), floor: floorSize(margin) },
    repeatsNeeded: isLarge ? repeatsNeeded(sigmaW2, n, margin) : null,
  }
}

/** One change each that makes nine clean checks in ten pass, all else as it is; null where none of its kind would. */
export interface Remedies {
  readonly samples: number
  /** Rounded up to two digits. */
  readonly margin: number | null
  /** Unmodified repeats, at most 30; those of each ablation stay as they are. */
  readonly repeats: number | null
}

/** What would do for a design of which a pass cannot be expected. */
export const remediesFor = (design: CheckDesign): Remedies => {
  const margin = Math.ceil(ruledOut(design) * 100 + 1e-9) / 100
  const more = { ...design, repeats: MOST_REPEATS }
  const does = (repeats: number) => chanceOfPass({ ...design, repeats }) >= SURE
  return {
    samples: samplesForPass(design),
    margin: design.n >= FEWEST_SAMPLES && margin <= 1 ? margin : null,
    repeats: design.repeats <= MOST_REPEATS && chanceOfPass(more) >= SURE ? smallest(design.repeats, does) : null,
  }
}
