import { describe, expect, it } from 'vitest'
import { varietyOf } from '../../../src/ablation/variety.js'
import { sampleOf, samplesOf } from '../fakes.js'

const ODD = {
  'an empty answer': { answer: '' },
  'an empty reference': { ground_truth: ' ' },
  'no passage': { contexts: [] },
  'one passage': { contexts: ['One passage of a usual length.'] },
  'many passages': { contexts: Array.from({ length: 10 }, (_, index) => `Passage ${index} is short.`) },
  'a long answer': { answer: 'word '.repeat(400) },
  'a long passage': { contexts: ['word '.repeat(400), 'Another one.'] },
  'a table in the answer': { answer: '| river | length |\n| --- | --- |' },
  'another script': { question: '哪条河流经这座城市？', answer: '莱茵河流经这座城市，这条河非常长，也非常宽。' },
} as const

describe('samples chosen for variety', () => {
  it.each(Object.entries(ODD))('take in one with %s among many alike', (_, changes) => {
    const all = [...samplesOf(30), sampleOf(99, changes as object)]
    for (const seed of [1, 2, 3]) expect(varietyOf(all, 2, seed)).toContain('s99')
  })

  it('take in every odd shape before a second of the usual one', () => {
    const odd = Object.values(ODD).map((changes, index) => sampleOf(100 + index, changes as object))
    const chosen = varietyOf([...samplesOf(30), ...odd], odd.length + 1, 1)
    const usual = [...chosen].filter((id) => Number(id.slice(1)) < 100)
    expect(usual.length).toBeLessThanOrEqual(2)
  })

  it('are as many as asked, or all there are', () => {
    expect(varietyOf(samplesOf(30), 8, 1).size).toBe(8)
    expect(varietyOf(samplesOf(3), 8, 1)).toEqual(new Set(['s1', 's2', 's3']))
    expect(varietyOf([], 8, 1).size).toBe(0)
  })

  it('depend on the seed alone', () => {
    const all = samplesOf(30)
    expect([...varietyOf(all, 4, 5)]).toEqual([...varietyOf(all, 4, 5)])
    expect([...varietyOf(all, 4, 5)]).not.toEqual([...varietyOf(all, 4, 6)])
  })
})
