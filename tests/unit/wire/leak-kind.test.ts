import { describe, expect, it } from 'vitest'
import { gravest, leakKindOf, type VariedCall } from '../../../src/wire/leak-kind.js'

const direct = { moved: true, direct: true }
const through = { moved: true, direct: false }
const still = { moved: false, direct: true }

const kind = (changes: Partial<VariedCall>) =>
  leakKindOf({
    variations: [still, still],
    feedsScore: false,
    freeText: false,
    embedding: false,
    anotherMoves: false,
    ...changes,
  })

describe('the kind of a leak', () => {
  it('is score where the reply moves the score and every other request stays', () => {
    expect(kind({ variations: [still, through, direct], feedsScore: true })).toBe('score')
  })

  it('is upstream where it moves the score only through a changed count or a later request', () => {
    expect(kind({ variations: [still, through] })).toBe('upstream')
  })

  it('is upstream where it shapes a request that moves the score', () => {
    expect(kind({ feedsScore: true, freeText: true, anotherMoves: true })).toBe('upstream')
  })

  it('is explanation for prose that never moved anything while another call moves the score', () => {
    expect(kind({ freeText: true, anotherMoves: true })).toBe('explanation')
  })

  it.each<[string, Partial<VariedCall>]>([
    ['prose, and no other call moves the score', { freeText: true }],
    ['a format that code reads', { anotherMoves: true }],
    ['a call whose reply was never varied', { variations: [] }],
  ])('is score where it stays unresolved: %s', (_, changes) => {
    expect(kind(changes)).toBe('score')
  })

  it('is never explanation for an embedding', () => {
    expect(kind({ embedding: true, freeText: true, anotherMoves: true })).toBe('score')
    expect(kind({ embedding: true, feedsScore: true })).toBe('score')
  })

  it('of several channels is the gravest', () => {
    expect(gravest(['explanation', 'score', 'upstream'])).toBe('score')
    expect(gravest(['explanation', 'upstream'])).toBe('upstream')
    expect(gravest(['explanation'])).toBe('explanation')
    expect(gravest([])).toBe('score')
  })
})
