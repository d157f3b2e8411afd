import { describe, expect, it } from 'vitest'
import { plantReference } from '../../../src/ablation/ablation.js'
import { collectionOf } from '../../../src/check/collection.js'
import { plantedControls } from '../../../src/check/planted.js'
import { PLANTED, UNMODIFIED } from '../../../src/check/score-collection.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { sampleOf, samplesOf } from '../fakes.js'

const SAMPLES = samplesOf(12)
const controls = (planted: number | null, arms = [UNMODIFIED, PLANTED]) =>
  plantedControls(
    collectionOf(
      [faithfulness],
      SAMPLES,
      SAMPLES.flatMap(({ id }, index) =>
        arms.map((arm) => ({
          metric: 'faithfulness',
          sample: id,
          arm,
          scores: Array(arm === UNMODIFIED ? 5 : 3).fill(
            planted === null ? null : 0.5 + (arm === PLANTED ? planted * (1 + (index % 2)) : 0),
          ),
        })),
      ),
    ),
    1,
  )

describe('the planted reference', () => {
  it('is one more passage; the sample itself stays as it is', () => {
    const sample = sampleOf(1)
    expect(plantReference(sample).contexts).toEqual([...sample.contexts, sample.ground_truth])
    expect(sample.contexts).toHaveLength(2)
    const without = sampleOf(1, { ground_truth: '' })
    expect(plantReference(without)).toBe(without)
  })

  it('is found where it raises the score, with its size and the power to find it again', () => {
    const [control] = controls(0.16)
    expect(control).toMatchObject({ metric: 'faithfulness', found: true, samples: 12 })
    expect(control!.shift).toBeCloseTo(0.24, 10)
    expect(control!.power).toBeGreaterThan(0.99)
    expect(control!.sentence).toMatch(/^moved the score by \+0\.24; .*about 100 %/u)
  })

  it('is not found where it moves nothing, lowers the score, or nothing was scored', () => {
    expect(controls(0)[0]).toMatchObject({ found: false, shift: 0, p: 1 })
    expect(controls(-0.2)[0]).toMatchObject({ found: false })
    expect(controls(null)[0]).toMatchObject({ found: false, shift: null, sentence: 'gave no score' })
  })

  it('is no control where it was not planted', () => {
    expect(controls(0.1, [UNMODIFIED])).toEqual([])
  })
})
