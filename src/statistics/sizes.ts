import { normalQuantile } from './distributions.js'
import { ALPHA, STEP } from './equivalence.js'

/** No fewer samples than this can prove invariance. */
export const FEWEST_SAMPLES = 5

/** How many checks a family has where nothing else is known. */
export const USUAL_CHECKS = 10

const BETA = 0.1
const LEAK_POWER = 0.8

export interface SizeOptions {
  readonly alpha?: number
  /** 1 − power for proving invariance; default 0.10. */
  readonly beta?: number
  readonly step?: number
  /** m, the checks of the Holm family; default 10. */
  readonly checks?: number
}

/** Samples needed; "about", since the spread itself is estimated. */
export interface SizesNeeded {
  /** To prove invariance with 90 % power if nothing moves. */
  readonly invariant: number
  /** To find a leak as large as the margin with 80 % power after Holm. */
  readonly leak80: number
  /** What the floor of the half-width alone asks for, at any spread. */
  readonly floor: number
}

/** The smallest shift worth catching, by the number of samples: 0.02 from 300, 0.05 from 100, else 0.10. */
export const defaultMargin = (n: number): number => (n >= 300 ? 0.02 : n >= 100 ? 0.05 : 0.1)

/** The fewest samples whose half-width can be inside the margin, even without noise: 74, 29, 14 for 0.02, 0.05, 0.10. */
export const floorSize = (margin: number, alpha = ALPHA, step = STEP): number =>
  margin >= step ? 1 : Math.ceil(Math.log(alpha) / Math.log(1 - margin / step))

/** True where n samples can pass by score at all; said before any judge is asked. */
export const canPassByScore = (n: number, margin: number): boolean => n >= Math.max(FEWEST_SAMPLES, floorSize(margin))

/** How many samples would decide, given the sd of the per-sample differences (in score units) and the margin δ. */
export const samplesNeeded = (
  sdD: number,
  margin: number,
  { alpha = ALPHA, beta = BETA, step = STEP, checks = USUAL_CHECKS }: SizeOptions = {},
): SizesNeeded => {
  const size = (z: number): number => Math.ceil(((z * sdD) / margin) ** 2)
  const floor = floorSize(margin, alpha, step)
  return {
    invariant: Math.max(size(normalQuantile(1 - alpha) + normalQuantile(1 - beta / 2)), floor, FEWEST_SAMPLES),
    leak80: Math.max(size(normalQuantile(1 - alpha / (2 * checks)) + normalQuantile(LEAK_POWER)), FEWEST_SAMPLES),
    floor,
  }
}

/** How many repeats (R = Q) would prove invariance with n samples, given σ_w², the variance within a sample. */
export const repeatsNeeded = (
  sigmaW2: number,
  n: number,
  margin: number,
  { alpha = ALPHA, beta = BETA }: Pick<SizeOptions, 'alpha' | 'beta'> = {},
): number => {
  const z = normalQuantile(1 - alpha) + normalQuantile(1 - beta / 2)
  return Math.max(1, Math.ceil((2 * sigmaW2 * (z / margin) ** 2) / n))
}
