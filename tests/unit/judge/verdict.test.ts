import { describe, expect, it } from 'vitest'
import { unitsSchema, verdictsSchema } from '../../../src/judge/verdict.js'

const good = { quote: '', verdict: 'supported' }

describe('the verdicts asked for', () => {
  it('are one a unit, numbered from 1', () => {
    expect(verdictsSchema(2).safeParse({ 1: good, 2: { quote: 'q', verdict: 'unsupported' } }).success).toBe(true)
  })

  it.each([
    ['one is missing', { 1: good }],
    ['there is one too many', { 1: good, 2: good, 3: good }],
    ['they count from 0', { 0: good, 1: good }],
    ['one is neither supported nor unsupported', { 1: good, 2: { quote: '', verdict: 'partial' } }],
    ['one has no quote', { 1: good, 2: { verdict: 'supported' } }],
    ['one carries more than was asked', { 1: good, 2: { ...good, score: 1 } }],
    ['they are a list', [good, good]],
  ])('are refused where %s', (_, reply) => {
    expect(verdictsSchema(2).safeParse(reply).success).toBe(false)
  })

  it('have one schema for each count', () => {
    expect(verdictsSchema(3)).toBe(verdictsSchema(3))
    expect(verdictsSchema(3)).not.toBe(verdictsSchema(4))
  })
})

describe('the units asked for', () => {
  it('are a list of texts', () => {
    expect(unitsSchema.safeParse({ units: [] }).success).toBe(true)
    expect(unitsSchema.safeParse({ units: ['a'] }).success).toBe(true)
    expect(unitsSchema.safeParse({ units: [1] }).success).toBe(false)
    expect(unitsSchema.safeParse({}).success).toBe(false)
  })
})
