import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WiringError } from '../../../src/errors.js'
import { ARTIFACTS, type Artifact } from '../../../src/samples/artifact.js'
import { project } from '../../../src/samples/projection.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { anySample, sampleOf } from '../fakes.js'

const sample = sampleOf(1, { relevance: [true, false] })
const view = () => project(sample, ['answer', 'contexts'], 'faithfulness')
/** As plain JavaScript reads it. */
const read = (from: object, key: string): unknown => (from as Record<string, unknown>)[key]

describe('a projection', () => {
  it('holds the declared artifacts', () => {
    expect(view().answer).toBe(sample.answer)
    expect(view().contexts).toEqual(sample.contexts)
    expect(Object.keys(view())).toEqual(['answer', 'contexts'])
  })

  it.each([
    ['an undeclared artifact', 'ground_truth'],
    ['another undeclared artifact', 'question'],
    ['a misspelt artifact', 'context'],
    ['a misspelt artifact in camel case', 'groundTruth'],
    ['the id', 'id'],
    ['an undeclared label', 'relevance'],
    ['a key of every object', 'toString'],
    ['the constructor', 'constructor'],
  ])('throws a WiringError that names metric and key on a read of %s', (_, key) => {
    expect(() => read(view(), key)).toThrow(WiringError)
    expect(() => read(view(), key)).toThrow(`faithfulness reads \`${key}\``)
    expect(() => read(view(), key)).toThrow('`answer`, `contexts`')
  })

  it('throws on undeclared reads and gives declared ones, for any sample and declaration', () => {
    fc.assert(
      fc.property(anySample(), fc.subarray([...ARTIFACTS], { minLength: 1 }), (given, declared) => {
        const projected = project(given, declared, 'm')
        for (const artifact of ARTIFACTS)
          if (declared.includes(artifact)) expect(read(projected, artifact)).toEqual(given[artifact])
          else expect(() => read(projected, artifact)).toThrow(WiringError)
      }),
    )
  })

  it('throws on destructuring of what is not declared', () => {
    expect(() => {
      const { question } = view() as unknown as EvalSample
      return question
    }).toThrow(WiringError)
  })

  it('throws rather than letting itself into a prompt as a whole', () => {
    expect(() => `${view()}`).toThrow(WiringError)
  })

  it('survives `await`, JSON and spread, which show declared artifacts only', async () => {
    const declared = { answer: sample.answer, contexts: sample.contexts }
    expect({ ...(await view()) }).toEqual(declared)
    expect(JSON.parse(JSON.stringify(view()))).toEqual(declared)
    expect({ ...view() }).toEqual(declared)
  })

  it('is frozen, down to its passages, and never the sample itself', () => {
    const projected = view() as { answer: string; contexts: string[] }
    expect(() => {
      projected.answer = 'x'
    }).toThrow(TypeError)
    expect(() => Object.assign(projected, { question: 'x' })).toThrow(TypeError)
    expect(() => projected.contexts.push('x')).toThrow(TypeError)
    expect(() => projected.contexts.sort()).toThrow(TypeError)
    expect(Object.isFrozen(sample.contexts)).toBe(false)
    expect(sample.contexts).toHaveLength(2)
  })

  it('throws on a declared artifact that the sample does not carry, and names the sample', () => {
    const { contexts: _, ...without } = sample
    const projected = project(without as EvalSample, ['answer', 'contexts'] as Artifact[], 'faithfulness')
    expect(() => read(projected, 'contexts')).toThrow(WiringError)
    expect(() => read(projected, 'contexts')).toThrow('faithfulness reads `contexts`, which sample s1 does not carry')
    expect(read(projected, 'answer')).toBe(sample.answer)
  })

  it('holds an empty artifact as it is: empty is not absent', () => {
    const empty = project(sampleOf(1, { answer: '', contexts: [] }), ['answer', 'contexts'], 'm')
    expect(empty.answer).toBe('')
    expect(empty.contexts).toEqual([])
  })

  it('holds a declared label frozen, and null where the sample has none', () => {
    const labelled = project(sample, ['contexts'], 'm', ['relevance'])
    expect(labelled.relevance).toEqual([true, false])
    expect(Object.isFrozen(labelled.relevance)).toBe(true)
    expect(project(sampleOf(1), ['contexts'], 'm', ['relevance']).relevance).toBeNull()
  })
})
