/** The outcomes of a check, those that pass first. */
export const OUTCOMES = [
  'invariant',
  'reads',
  'collapses',
  'accepted',
  'noted',
  'leak',
  'dead-wire',
  'no-collapse',
  'inconclusive',
  'not-covered',
  'error',
  'not-asked',
] as const
export type Outcome = (typeof OUTCOMES)[number]

const PASSES: ReadonlySet<Outcome> = new Set(['invariant', 'reads', 'collapses', 'accepted', 'noted'])
const FAILS: ReadonlySet<Outcome> = new Set(['leak', 'dead-wire', 'no-collapse'])

export const passes = (outcome: Outcome): boolean => PASSES.has(outcome)
export const fails = (outcome: Outcome): boolean => FAILS.has(outcome)

/** The exit codes, by what they stand for. */
export const EXIT = { pass: 0, fail: 1, usage: 2, incomplete: 3, undecided: 4, stale: 5 } as const

/**
 * The exit code of a run from its checks' outcomes, in order of precedence: 1 where one fails, 3 where one is an error
 * or the run did not complete, 4 where one is inconclusive or not covered, else 0. `not-asked` changes nothing; but
 * where every check is `not-asked` nothing was proved, which is 4.
 */
export const exitCodeOf = (outcomes: readonly Outcome[], complete: boolean): number => {
  if (outcomes.some(fails)) return EXIT.fail
  if (!complete || outcomes.includes('error')) return EXIT.incomplete
  if (outcomes.some((outcome) => outcome === 'inconclusive' || outcome === 'not-covered')) return EXIT.undecided
  return outcomes.some(passes) ? EXIT.pass : EXIT.undecided
}
