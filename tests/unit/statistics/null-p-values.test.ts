import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactNull, planExact } from '../../../src/statistics/exact-relabelling.js'
import { DRAWS, monteCarloNull } from '../../../src/statistics/monte-carlo-relabelling.js'
import { pValue } from '../../../src/statistics/null-distribution.js'
import { type Pooled, pool } from '../../../src/statistics/pooled-sample.js'
import { relabelling } from '../../../src/statistics/relabelling.js'
import type { ScorePair } from '../../../src/statistics/score-pair.js'
import { claimSamples } from './claims.js'

/** Every way to call `count` of the values ablated. */
const labellings = (values: readonly number[], count: number): ScorePair[] => {
  const choose = (from: number, chosen: readonly number[]): ScorePair[] => {
    if (chosen.length === count) {
      const inside = new Set(chosen)
      return [
        { baseline: values.filter((_, at) => !inside.has(at)), ablated: values.filter((_, at) => inside.has(at)) },
      ]
    }
    return values.slice(from).flatMap((_, step) => choose(from + step + 1, [...chosen, from + step]))
  }
  return choose(0, [])
}

/** All experiments that are as likely as the given one if the labels mean nothing. */
const alike = (samples: readonly ScorePair[]): ScorePair[][] =>
  samples.reduce<ScorePair[][]>(
    (so, { baseline, ablated }) => {
      const labelled = labellings([...baseline, ...ablated] as number[], ablated.length)
      return so.flatMap((before) => labelled.map((sample) => [...before, sample]))
    },
    [[]],
  )

/** P(p ≤ level) over all of them must not exceed the level, at each level that a p attains. */
const excess = (pValues: readonly number[]): number =>
  Math.max(...pValues.map((level) => pValues.filter((p) => p <= level * (1 + 1e-9)).length / pValues.length - level))

const small = claimSamples({ most: 2, repeats: 4 })

describe('p-values when the labels mean nothing', () => {
  it.each(['two-sided', 'up', 'down'] as const)('are uniform or conservative at every level, %s', (alternative) => {
    fc.assert(
      fc.property(small, (samples) => {
        expect(excess(alike(samples).map((labelled) => relabelling(labelled, { alternative }).p))).toBeLessThan(1e-9)
      }),
      { seed: 21, numRuns: 15 },
    )
  })

  it('one-sided are uniform: each level that is attained is kept exactly', () => {
    fc.assert(
      fc.property(small, (samples) => {
        const pValues = alike(samples).map((labelled) => relabelling(labelled, { alternative: 'up' }).p)
        for (const level of pValues) {
          expect(pValues.filter((p) => p <= level * (1 + 1e-9)).length / pValues.length).toBeCloseTo(level, 9)
        }
      }),
      { seed: 22, numRuns: 15 },
    )
  })

  it('are so in the Monte Carlo branch too, up to what 9,999 draws can tell', () => {
    fc.assert(
      fc.property(small, fc.nat(), (samples, seed) => {
        const drawn = (pooled: Pooled): number => pValue(monteCarloNull(pooled, seed), pooled.observed, 'two-sided')
        const pValues = alike(samples).map((labelled) => drawn(pool(labelled)))
        expect(excess(pValues)).toBeLessThanOrEqual(4 * Math.sqrt(0.25 / DRAWS) + 1 / DRAWS)
      }),
      { seed: 23, numRuns: 4 },
    )
  })
})

describe('the two branches', () => {
  it('agree within p ± (4√(p(1−p)/B) + 1/B) at every shift, in every direction', () => {
    fc.assert(
      fc.property(
        claimSamples({ most: 8 }),
        fc.nat(),
        fc.constantFrom('up', 'down', 'two-sided'),
        (samples, seed, side) => {
          const pooled = pool(samples)
          const [exact, drawn] = [exactNull(planExact(pooled)!), monteCarloNull(pooled, seed)]
          for (const shift of [pooled.observed, 0.05, 0.2]) {
            const p = pValue(exact, shift, side)
            const bound = 4 * Math.sqrt((p * (1 - p)) / DRAWS) + 1 / DRAWS
            expect(Math.abs(p - pValue(drawn, shift, side))).toBeLessThanOrEqual(bound)
          }
        },
      ),
      { seed: 24, numRuns: 60 },
    )
  })
})
