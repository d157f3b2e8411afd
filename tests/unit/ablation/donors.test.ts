import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { donorsAmong } from '../../../src/ablation/donors.js'
import { ARTIFACTS, type Artifact } from '../../../src/samples/artifact.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { anySample, sampleOf, samplesOf } from '../fakes.js'

const normal = (value: string | readonly string[]) =>
  [value].flat().join('\n').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
const differs = (donor: EvalSample, sample: EvalSample, artifact: Artifact) =>
  normal(donor.question) !== normal(sample.question) && normal(donor[artifact]) !== normal(sample[artifact])

const twins = (changes: Partial<EvalSample>) => [sampleOf(1), { ...sampleOf(1), id: 's2', ...changes }]

describe('a donor', () => {
  it('differs in question and in the value, after normalisation, and has a value to give', () => {
    const few = fc.constantFrom('A', 'a ', ' Ａ', 'b', '')
    const samples = fc
      .array(fc.record({ question: few, answer: few, contexts: fc.array(few, { maxLength: 2 }), ground_truth: few }), {
        minLength: 1,
        maxLength: 6,
      })
      .map((all) => all.map((artifacts, index) => ({ id: `s${index}`, ...artifacts })))
    fc.assert(
      fc.property(samples, fc.integer(), fc.constantFrom(...ARTIFACTS), (all, seed, artifact) => {
        const donors = donorsAmong(all, seed)
        for (const sample of all) {
          const donor = donors(sample, artifact)
          expect(differs(donor, sample, artifact)).toBe(true)
          expect(normal(donor[artifact])).not.toBe('')
          const able = all.some((other) => differs(other, sample, artifact) && normal(other[artifact]) !== '')
          expect(all.includes(donor as never)).toBe(able)
        }
      }),
    )
  })

  it('is a spare one for a single sample', () => {
    for (const artifact of ARTIFACTS) {
      const donor = donorsAmong([sampleOf(1)], 1)(sampleOf(1), artifact)
      expect(donor.id).toBe('groundwire-spare')
      expect(donor[artifact]).not.toEqual(sampleOf(1)[artifact])
      expect(normal(donor[artifact])).not.toBe('')
    }
  })

  it.each([
    ['are identical', {}],
    ['share the question', { answer: 'Another.', contexts: ['x'], ground_truth: 'Another.' }],
    [
      'share the value but for case and space',
      { question: 'Other?', answer: `  ${sampleOf(1).answer.toUpperCase()}\n` },
    ],
    ['have nothing to give', { question: 'Other?', answer: ' ' }],
  ])('is a spare one where all other samples %s', (_, changes) => {
    const [sample, other] = twins(changes)
    expect(donorsAmong([sample!, other!], 1)(sample!, 'answer').id).toBe('groundwire-spare')
  })

  it('depends on the seed alone', () => {
    const all = samplesOf(12)
    const chosen = (seed: number) => all.map((sample) => donorsAmong(all, seed)(sample, 'answer').id)
    expect(chosen(3)).toEqual(chosen(3))
    expect(new Set([1, 2, 3, 4].map((seed) => chosen(seed).join())).size).toBe(4)
  })

  it('is the next one in a seeded order: every sample gives once', () => {
    const all = samplesOf(12)
    const donors = donorsAmong(all, 3)
    expect(new Set(all.map((sample) => donors(sample, 'contexts').id)).size).toBe(12)
  })

  it('comes from the data set for any samples with different questions and values', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anySample(), { selector: ({ id }) => id, minLength: 2, maxLength: 5 }), (all) => {
        const apart = all.map((sample, index) => ({ ...sample, question: `q${index}`, answer: `a${index}` }))
        for (const sample of apart) expect(apart).toContain(donorsAmong(apart, 1)(sample, 'answer'))
      }),
    )
  })
})
