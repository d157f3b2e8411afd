import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/check/outcome.js'
import type { CheckReport } from '../../../src/check/report.js'
import type { CollectedScores } from '../../../src/check/score-collection.js'
import { summaryOf } from '../../../src/check/summary.js'

const checks = (...outcomes: Outcome[]) => outcomes.map((outcome) => ({ outcome })) as CheckReport[]
const collected = (planned: number, completed: number, lost: number) =>
  ({ planned, completed, lost: Array.from({ length: lost }, () => ({})) }) as unknown as CollectedScores

describe('the summary', () => {
  it('says "all" where every check holds', () => {
    expect(summaryOf(checks('reads', 'invariant', 'invariant', 'collapses'), null)).toBe(
      'all 4 checks hold: 2 invariant, 1 reads, 1 collapses',
    )
    expect(summaryOf(checks('reads'), collected(8, 8, 0))).toBe('all 1 checks hold: 1 reads')
  })

  it.each<[string, CheckReport[], CollectedScores | null]>([
    ['a check was not asked', checks('invariant', 'not-asked'), null],
    ['a check is inconclusive', checks('invariant', 'inconclusive'), null],
    ['a check fails', checks('invariant', 'leak'), null],
    ['evaluations were lost', checks('invariant'), collected(8, 7, 1)],
    ['evaluations were not reached', checks('invariant'), collected(8, 3, 0)],
    ['there is no check', [], null],
  ])('does not say "all" where %s', (_, given, scores) => {
    expect(summaryOf(given, scores)).not.toMatch(/\ball\b/u)
  })

  it('does not say "all" where functions of the harness were left out, and tells how many', () => {
    expect(summaryOf(checks('invariant'), null, 1)).toBe(
      '1 of 1 checks hold, none fails: 1 invariant; 1 exported function left out',
    )
    expect(summaryOf(checks('leak'), null, 2)).toBe('1 of 1 checks fail: 1 leak; 2 exported functions left out')
  })

  it('counts failing checks first, and tells what was lost', () => {
    expect(summaryOf(checks('invariant', 'leak', 'no-collapse', 'leak'), collected(90, 88, 2))).toBe(
      '3 of 4 checks fail: 1 invariant, 2 leak, 1 no-collapse; 2 of 90 evaluations gave no score',
    )
    expect(summaryOf(checks('invariant', 'not-covered'), null)).toBe(
      '1 of 2 checks hold, none fails: 1 invariant, 1 not-covered',
    )
  })
})
