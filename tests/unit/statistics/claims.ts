import fc from 'fast-check'
import { seededRandom } from '../../../src/random.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'

/** Samples whose scores are shares of 1 … 6 claims, with R unmodified and Q ablated runs. */
export const claimSamples = (options: { most?: number; repeats?: number } = {}): fc.Arbitrary<ScorePair[]> => {
  const { most = 12, repeats = 5 } = options
  const sample = fc
    .record({
      claims: fc.integer({ min: 1, max: 6 }),
      r: fc.integer({ min: 1, max: repeats }),
      q: fc.integer({ min: 1, max: 3 }),
    })
    .chain(({ claims, r, q }) => {
      const score = fc.integer({ min: 0, max: claims }).map((supported) => supported / claims)
      return fc.record({
        baseline: fc.array(score, { minLength: r, maxLength: r }),
        ablated: fc.array(score, { minLength: q, maxLength: q }),
      })
    })
  return fc.array(sample, { minLength: 1, maxLength: most })
}

/** A seeded judge: every verdict flips with a probability, and an unsupported claim is credited with `leak` when as wired. */
export const simulate = (seed: number, options: { n: number; flip?: number; leak?: number }): ScorePair[] => {
  const { n, flip = 0.0528, leak = 0 } = options
  const random = seededRandom(seed)
  return Array.from({ length: n }, () => {
    const truth = Array.from({ length: 3 + Math.floor(random() * 4) }, () => random() < 0.75)
    const score = (credit: number): number => {
      const verdicts = truth.map((supported) => (random() < flip ? !supported : supported) || random() < credit)
      return verdicts.filter(Boolean).length / truth.length
    }
    return {
      baseline: Array.from({ length: 5 }, () => score(leak)),
      ablated: Array.from({ length: 3 }, () => score(0)),
    }
  })
}

/** n samples that always score 0.75, of which the first `changed` score 0.5 when ablated. */
export const silent = (n: number, changed = 0, r = 5, q = 3): ScorePair[] =>
  Array.from({ length: n }, (_, index) => ({
    baseline: Array<number>(r).fill(0.75),
    ablated: Array<number>(q).fill(index < changed ? 0.5 : 0.75),
  }))
