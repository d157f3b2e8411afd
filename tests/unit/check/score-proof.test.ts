import { describe, expect, it } from 'vitest'
import { armsOfCollection, collectionOf } from '../../../src/check/collection.js'
import { UNMODIFIED } from '../../../src/check/score-collection.js'
import { proveByScores, scoreKey } from '../../../src/check/score-proof.js'
import { uniform } from '../../../src/random.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { samplesOf, scorerOver } from '../fakes.js'

const metric = scorerOver(() => 1, { collapsesWithout: ['contexts'] })

type Score = (arm: string, sample: string, repeat: number) => number | null

const prove = (score: Score, samples: readonly EvalSample[] = samplesOf(20), margin?: number) => {
  const rows = samples.flatMap(({ id }) =>
    [UNMODIFIED, 'swap ground_truth', 'blank contexts'].map((arm) => ({
      metric: 'fake',
      sample: id,
      arm,
      scores: Array.from({ length: arm === UNMODIFIED ? 5 : 3 }, (_, repeat) => score(arm, id, repeat)),
    })),
  )
  const { arms, unmodified } = armsOfCollection(collectionOf([metric], samples, rows))
  const { checks, noise } = proveByScores(arms, unmodified, { margin, seed: 1, interleaved: true })
  return {
    ignores: checks.get(scoreKey('fake', 'ground_truth', 'ignores'))!,
    collapses: checks.get(scoreKey('fake', 'contexts', 'collapses'))!,
    checks,
    noise,
  }
}

const jitter = (arm: string, sample: string, repeat: number) => (uniform(arm, sample, repeat) - 0.5) * 0.04
const steady: Score = (arm, sample, repeat) => (arm === 'blank contexts' ? 0.02 : 0.7 + jitter(arm, sample, repeat))

describe('the score proof', () => {
  it('has one check an arm: ignores for swaps, collapses for what the metric must fall without', () => {
    expect([...prove(steady).checks.keys()].toSorted()).toEqual(
      [scoreKey('fake', 'contexts', 'collapses'), scoreKey('fake', 'ground_truth', 'ignores')].toSorted(),
    )
  })

  it('finds a metric that stands still invariant, with shift, margin and what is ruled out', () => {
    const { ignores } = prove(steady)
    expect(ignores).toMatchObject({
      outcome: 'invariant',
      ablation: 'swap ground_truth',
      samples: 20,
      dropped: 0,
      kept: null,
    })
    expect(ignores.inflation).toBeCloseTo(-ignores.deltaHat!, 12)
    expect(ignores.rulesOut!).toBeLessThan(ignores.margin!)
    expect(ignores.sentence).toContain('moved')
  })

  it('finds a shift and names it as inflation: unmodified − ablated', () => {
    const leaking: Score = (arm, ...rest) => steady(arm, ...rest)! - (arm === 'swap ground_truth' ? 0.16 : 0)
    const { ignores } = prove(leaking)
    expect(ignores.outcome).toBe('leak')
    expect(ignores.inflation).toBeCloseTo(0.16, 1)
    expect(ignores.unmodified! - ignores.ablated!).toBeCloseTo(ignores.inflation!, 12)
    expect(ignores.sentence).toMatch(/^\+0\.1[567]/u)
  })

  it('uses the margin it is given', () => {
    expect(prove(steady, samplesOf(20), 0.3).ignores.margin).toBe(0.3)
  })

  it('finds a collapse, and its absence', () => {
    expect(prove(steady).collapses).toMatchObject({
      outcome: 'collapses',
      ablation: 'blank contexts',
      samples: 20,
      p: null,
    })
    expect(prove(steady).collapses.kept).toBeLessThan(0.1)
    const standing: Score = (_, sample, repeat) => 0.7 + jitter('x', sample, repeat)
    expect(prove(standing).collapses.outcome).toBe('no-collapse')
  })

  it('drops samples without a score on one side, and counts them', () => {
    const { ignores } = prove((arm, sample, repeat) =>
      sample === 's3' && arm === UNMODIFIED ? null : steady(arm, sample, repeat),
    )
    expect(ignores).toMatchObject({ samples: 19, dropped: 1 })
  })

  it('is inconclusive where there is no score at all', () => {
    const { ignores, collapses, noise } = prove(() => null)
    expect(ignores).toMatchObject({ outcome: 'inconclusive', unmodified: null, inflation: null, samples: 0 })
    expect(collapses).toMatchObject({ outcome: 'inconclusive', kept: null })
    expect(noise).toEqual([expect.objectContaining({ samples: 0, mean: null, halfRange: null })])
  })

  it('counts samples that hand the metric the same as one', () => {
    const [first, ...rest] = samplesOf(20)
    const twin = { ...first!, id: 'twin', question: 'Another?', ground_truth: 'Another.' }
    expect(prove(steady, [first!, twin, ...rest]).ignores.samples).toBe(20)
    const other = { ...first!, id: 'other', answer: 'Another.' }
    expect(prove(steady, [first!, other, ...rest]).ignores.samples).toBe(21)
  })

  it('measures the noise band of the unmodified mean', () => {
    const [band] = prove(steady).noise
    expect(band).toMatchObject({ metric: 'fake', samples: 20, repeats: 5 })
    expect(band!.mean).toBeCloseTo(0.7, 2)
    expect(band!.halfRange!).toBeGreaterThan(0)
    const [still] = prove((arm) => (arm === 'blank contexts' ? 0 : 0.5)).noise
    expect(still).toMatchObject({ mean: 0.5, halfRange: 0, sd: 0 })
  })
})
