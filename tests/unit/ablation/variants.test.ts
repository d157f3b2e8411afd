import { describe, expect, it } from 'vitest'
import { donorsAmong } from '../../../src/ablation/donors.js'
import { UNMODIFIED, type VariantOptions, variantsOf } from '../../../src/ablation/variants.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { sampleOf } from '../fakes.js'

const own = sampleOf(1, { extras: { reference: 'own reference', topic: 'rivers' } })
const other = sampleOf(2, { extras: { reference: 'other reference' } })
const donors = donorsAmong([own, other], 1)

const variants = (more: Partial<VariantOptions> = {}) =>
  variantsOf(own, { artifacts: ARTIFACTS, pairs: [['ground_truth', 'contexts']], donors, full: true, ...more })
const named = (name: string, more: Partial<VariantOptions> = {}) => variants(more).find((each) => each.name === name)!

describe('the variants of a sample', () => {
  it('are each artifact by swap, blank and absent, those together, the ids, and the other columns', () => {
    expect(variants().map(({ name }) => name)).toEqual([
      ...ARTIFACTS.flatMap((artifact) => [`swap ${artifact}`, `blank ${artifact}`, `absent ${artifact}`]),
      'swap ground_truth under blank contexts',
      'opaque id',
      "another sample's id",
      'swap column reference',
      'absent column reference',
      'absent column topic',
    ])
  })

  it('are swap of each artifact and an opaque id where not every kind is asked for', () => {
    expect(variants({ full: false }).map(({ name }) => name)).toEqual([
      ...ARTIFACTS.map((artifact) => `swap ${artifact}`),
      'opaque id',
    ])
  })

  it('change the artifacts asked for only, in table order, and pair no other', () => {
    const names = variants({ artifacts: ['ground_truth', 'question'], full: true }).map(({ name }) => name)
    expect(names.filter((name) => !/id$|column/u.test(name))).toEqual([
      'swap question',
      'blank question',
      'absent question',
      'swap ground_truth',
      'blank ground_truth',
      'absent ground_truth',
    ])
  })

  it('change one artifact and hold everything else still', () => {
    const { sample, changed, base, kind } = named('swap answer')
    expect(sample).toEqual({ ...own, answer: other.answer })
    expect({ changed, base, kind }).toEqual({ changed: { artifact: 'answer' }, base: UNMODIFIED, kind: 'swap' })
    expect(named('blank contexts').sample).toEqual({ ...own, contexts: [] })
    expect(named('absent question').sample).not.toHaveProperty('question')
  })

  it('swap a forbidden artifact under a blanked received one, compared with the blanked one alone', () => {
    const { sample, changed, base, kind } = named('swap ground_truth under blank contexts')
    expect(sample).toEqual({ ...own, contexts: [], ground_truth: other.ground_truth })
    expect({ changed, base, kind }).toEqual({
      changed: { artifact: 'ground_truth' },
      base: 'blank contexts',
      kind: 'swap',
    })
  })

  it('come after what they are compared with', () => {
    const names = [UNMODIFIED, ...variants().map(({ name }) => name)]
    for (const { name, base } of variants()) {
      expect(names).toContain(base)
      expect(names.indexOf(base)).toBeLessThan(names.indexOf(name))
    }
  })

  it('ablate the id like an artifact: an opaque one, then another sample’s', () => {
    const [opaque, another] = variants().filter(({ changed }) => 'id' in changed)
    expect(opaque!.sample).toEqual({ ...own, id: expect.not.stringMatching(/^s\d/u) })
    expect(another!.sample).toEqual({ ...own, id: 's2' })
  })

  it('ablate each other column', () => {
    expect(named('swap column reference').sample.extras).toEqual({ reference: 'other reference', topic: 'rivers' })
    expect(named('absent column reference').sample.extras).toEqual({ topic: 'rivers' })
    expect(named('absent column topic')).toMatchObject({ changed: { column: 'topic' }, kind: 'absent' })
  })

  it('leave the sample itself alone', () => {
    const before = structuredClone(own)
    for (const { sample } of variants()) {
      expect(sample).not.toBe(own)
      sample.contexts?.push('added')
    }
    expect(own).toEqual(before)
  })
})
