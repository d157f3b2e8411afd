import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ABLATION_KINDS, ablate, ablationName, ablationsOf } from '../../../src/ablation/ablation.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { anySample, sampleOf } from '../fakes.js'

const artifact = fc.constantFrom(...ARTIFACTS)
const kind = fc.constantFrom(...ABLATION_KINDS)

describe('an ablation', () => {
  it('leaves the sample and the donor alone', () => {
    fc.assert(
      fc.property(anySample(), anySample(), artifact, kind, (sample, donor, artifact, kind) => {
        const before = structuredClone([sample, donor])
        const changed = ablate(sample, { artifact, kind }, donor) as { contexts?: string[]; relevance?: boolean[] }
        changed.contexts?.push('x')
        changed.relevance?.push(true)
        expect([sample, donor]).toEqual(before)
      }),
    )
  })

  it('changes one artifact only; labels of passages go with the passages', () => {
    fc.assert(
      fc.property(anySample(), anySample(), artifact, kind, (sample, donor, artifact, kind) => {
        const changed = ablate(sample, { artifact, kind }, donor)
        const held = (['id', 'relevance', ...ARTIFACTS] as const).filter(
          (key) => key !== artifact && !(artifact === 'contexts' && key === 'relevance'),
        )
        for (const key of held) expect(changed[key]).toEqual(sample[key])
      }),
    )
  })

  it('by swap takes the value of the donor', () => {
    fc.assert(
      fc.property(anySample(), anySample(), artifact, (sample, donor, artifact) => {
        expect(ablate(sample, { artifact, kind: 'swap' }, donor)[artifact]).toEqual(donor[artifact])
      }),
    )
  })

  it('by blank leaves an empty text, or no passage', () => {
    const blank = (artifact: 'answer' | 'contexts') => ablate(sampleOf(1), { artifact, kind: 'blank' }, sampleOf(2))
    expect(blank('answer').answer).toBe('')
    expect(blank('contexts').contexts).toEqual([])
  })

  it('by absent takes the key itself away', () => {
    fc.assert(
      fc.property(anySample(), artifact, (sample, artifact) => {
        const changed = ablate(sample, { artifact, kind: 'absent' }, sampleOf(2))
        expect(Object.keys(changed)).not.toContain(artifact)
      }),
    )
  })

  it('of contexts keeps labels and passages in step', () => {
    const labelled = sampleOf(1, { relevance: [true, false] })
    const donor = sampleOf(2, { contexts: ['p'], relevance: [false] })
    const by = (kind: (typeof ABLATION_KINDS)[number], from: EvalSample = donor) =>
      ablate(labelled, { artifact: 'contexts', kind }, from)
    expect(by('swap')).toMatchObject({ contexts: ['p'], relevance: [false] })
    expect(by('swap', sampleOf(3))).not.toHaveProperty('relevance')
    expect(by('blank')).toMatchObject({ contexts: [], relevance: [] })
    expect(by('absent')).not.toHaveProperty('relevance')
    expect(ablate(labelled, { artifact: 'answer', kind: 'swap' }, donor).relevance).toEqual([true, false])
  })

  it('is named by kind and artifact', () => {
    expect(ablationName({ artifact: 'ground_truth', kind: 'swap' })).toBe('swap ground_truth')
  })
})

describe('the ablations of a run', () => {
  it('are every kind of every artifact asked for, in table order, swap first', () => {
    expect(ablationsOf(['ground_truth', 'question']).map(ablationName)).toEqual([
      'swap question',
      'blank question',
      'absent question',
      'swap ground_truth',
      'blank ground_truth',
      'absent ground_truth',
    ])
    expect(ablationsOf(ARTIFACTS)).toHaveLength(12)
    expect(ablationsOf([])).toEqual([])
  })
})
