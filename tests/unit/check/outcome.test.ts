import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXIT, exitCodeOf, fails, OUTCOMES, type Outcome, passes } from '../../../src/check/outcome.js'

describe('outcomes', () => {
  it('pass, fail, or do neither, as the method says', () => {
    expect(OUTCOMES.filter(passes)).toEqual(['invariant', 'reads', 'collapses', 'accepted', 'noted'])
    expect(OUTCOMES.filter(fails)).toEqual(['leak', 'dead-wire', 'no-collapse'])
    expect(OUTCOMES.filter((outcome) => !passes(outcome) && !fails(outcome))).toEqual([
      'inconclusive',
      'not-covered',
      'error',
      'not-asked',
    ])
  })
})

describe('the exit code', () => {
  it('has one number for each ending', () => {
    expect(EXIT).toEqual({ pass: 0, fail: 1, usage: 2, incomplete: 3, undecided: 4, stale: 5 })
  })

  it.each<[string, Outcome[], boolean, number]>([
    ['all pass', ['invariant', 'reads', 'collapses', 'accepted', 'noted'], true, 0],
    ['a leak', ['invariant', 'leak'], true, 1],
    ['a dead wire', ['invariant', 'dead-wire'], true, 1],
    ['a missing collapse', ['invariant', 'no-collapse'], true, 1],
    ['a leak beside errors, in an incomplete run', ['leak', 'error', 'inconclusive', 'not-covered'], false, 1],
    ['an error', ['invariant', 'error'], true, 3],
    ['an error beside an inconclusive', ['inconclusive', 'error', 'not-covered'], true, 3],
    ['a run that did not complete', ['invariant'], false, 3],
    ['an incomplete run beside an inconclusive', ['inconclusive'], false, 3],
    ['an inconclusive', ['invariant', 'inconclusive'], true, 4],
    ['a cell that is not covered', ['invariant', 'not-covered'], true, 4],
    ['a check that was not asked', ['invariant', 'not-asked'], true, 0],
    ['nothing asked at all', ['not-asked', 'not-asked'], true, 4],
    ['no check at all', [], true, 4],
  ])('after %s', (_, outcomes, complete, code) => {
    expect(exitCodeOf(outcomes, complete)).toBe(code)
    expect(exitCodeOf(outcomes.toReversed(), complete)).toBe(code)
  })

  it('is 0 only where something passed and everything else was not asked', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...OUTCOMES), { maxLength: 6 }), fc.boolean(), (outcomes, complete) => {
        const clean = complete && outcomes.some(passes) && outcomes.every((o) => passes(o) || o === 'not-asked')
        expect(exitCodeOf(outcomes, complete) === 0).toBe(clean)
        expect(exitCodeOf(outcomes, complete) === 1).toBe(outcomes.some(fails))
      }),
    )
  })
})
