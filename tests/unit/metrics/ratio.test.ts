import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { WiringError } from '../../../src/errors.js'
import { checkRatio, mustNeverReceive, ratio, ratioInWords, receivesOf } from '../../../src/metrics/ratio.js'
import { ARTIFACTS, type Artifact } from '../../../src/samples/artifact.js'

const term = fc.shuffledSubarray([...ARTIFACTS], { minLength: 1 }) as unknown as fc.Arbitrary<[Artifact, ...Artifact[]]>

describe('a ratio', () => {
  it('gives the union of its terms as what is received, in table order, and all else as what never is', () => {
    fc.assert(
      fc.property(term, term, (numerator, denominator) => {
        const over = ratio(numerator, denominator)
        const received = receivesOf(over) as Artifact[]
        const union = new Set([...numerator, ...denominator])
        expect(received).toEqual(ARTIFACTS.filter((artifact) => union.has(artifact)))
        expect(mustNeverReceive(over)).toEqual(ARTIFACTS.filter((artifact) => !union.has(artifact)))
      }),
    )
  })

  it('reads numerator / denominator, in words of its own where given', () => {
    expect(ratioInWords(ratio(['answer'], ['answer'], { numerator: 'claims kept', denominator: 'claims' }))).toBe(
      'claims kept / claims',
    )
    const plain = ratioInWords(ratio(['answer', 'contexts'], ['question']))
    expect(plain).toMatch(/answer and contexts.* \/ .*question/u)
  })

  it.each([
    ['an empty numerator', [], ['answer'], 'numerator names no artifact'],
    ['an empty denominator', ['answer'], [], 'denominator names no artifact'],
    ['a misspelt artifact', ['context'], ['answer'], 'numerator names `context`'],
    ['an artifact in camel case', ['answer'], ['groundTruth'], 'denominator names `groundTruth`'],
    ['an inherited key', ['answer'], ['constructor'], 'denominator names `constructor`'],
  ])('is refused with a WiringError for %s', (_, numerator, denominator, words) => {
    const make = () => ratio(numerator as never, denominator as never)
    expect(make).toThrow(WiringError)
    expect(make).toThrow(words)
  })

  it('is refused where it is none at all', () => {
    expect(() => checkRatio(undefined as never)).toThrow(WiringError)
    expect(() => checkRatio({ numerator: { counts: 'x', artifacts: ['answer'] } } as never)).toThrow('denominator')
  })
})
