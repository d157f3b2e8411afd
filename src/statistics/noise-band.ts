import { InputError } from '../errors.js'
import { mean, standardDeviation } from './moments.js'

/** How much the judge's noise moves a run's mean: a description for people, never a test. */
export interface NoiseBand {
  readonly mean: number
  readonly min: number
  readonly max: number
  /** (max − min)/2; null for one run, which measures no noise. */
  readonly halfRange: number | null
  readonly sd: number | null
  readonly repeats: number
  /** `0.780 ±0.015 over five repeats` */
  readonly text: string
  /** `(0.765–0.795)`; null for one run. */
  readonly range: string | null
  readonly warning: string | null
}

const WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * Describes the spread of the run means of one metric, each taken over the samples scored in every repeat.
 *
 * @throws InputError without a run mean, or with one that is not a finite number.
 */
export const noiseBand = (runMeans: readonly number[]): NoiseBand => {
  if (runMeans.length === 0 || !runMeans.every(Number.isFinite)) {
    throw new InputError(`A noise band needs one finite mean a run, got [${runMeans.join(', ')}].`)
  }
  const repeats = runMeans.length
  const centre = mean(runMeans)
  const min = Math.min(...runMeans)
  const max = Math.max(...runMeans)
  const common = { mean: centre, min, max, sd: standardDeviation(runMeans), repeats }
  if (repeats === 1) {
    return {
      ...common,
      halfRange: null,
      text: `${centre.toFixed(3)} (one run: noise not measured)`,
      range: null,
      warning: null,
    }
  }
  const halfRange = (max - min) / 2
  return {
    ...common,
    halfRange,
    text: `${centre.toFixed(3)} ±${halfRange.toFixed(3)} over ${WORDS[repeats] ?? repeats} repeats`,
    range: `(${min.toFixed(3)}–${max.toFixed(3)})`,
    // Means of the same scores in another order may differ in the last bit.
    warning: max - min < 1e-12 ? 'repeats identical (deterministic judge or cached answers)' : null,
  }
}
