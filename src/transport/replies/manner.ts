import { uniform } from '../../random.js'
import type { Disposition } from '../../wire/disposition.js'

/** How a disposition decides, from the ordinal of the decision within a reply alone. */
export interface Manner {
  /** Yes to the n-th choice (1-based)? */
  readonly affirms: (n: number) => boolean
  /** Where the n-th number lies between its bounds, 0 to 1. */
  readonly level: (n: number) => number
  /** Items of the n-th list, before its bounds. */
  readonly items: (n: number) => number
  /** Which of `count` alternatives the n-th choice takes; without it, one that affirms or denies. */
  readonly pick?: (n: number, count: number) => number
  /** Left out or null, the n-th value that may be? */
  readonly absent?: (n: number) => boolean
}

const yes = () => true
const no = () => false
const steady = (affirms: (n: number) => boolean, level: number, items = 3): Manner => ({
  affirms,
  level: () => level,
  items: () => items,
})

const UNEVEN = [1, 3, 2]
/** Between the extremes: 2, 3 and 4 of a scale from 1 to 5. */
const LEVELS = [0.25, 0.5, 0.75, 0.4]

/** Seeded lists and decisions; numbers between the extremes and enum values in turn, so that no branch is left out. */
const mixture = (disposition: Disposition): Manner => {
  const turn = Number(disposition.at(-1)) - 1
  return {
    affirms: (n) => uniform(disposition, 'choice', n) < 0.5,
    level: (n) => LEVELS[(turn + n - 1) % LEVELS.length]!,
    items: (n) => 1 + Math.floor(uniform(disposition, 'list', n) * 4),
    // By fours, so that at every choice the mixtures together take the first four.
    pick: (n, count) => (((turn + n - 1) % 4) + 4 * Math.floor((n - 1) / 4)) % count,
    absent: (n) => (turn === 3 && n % 2 === 1) || (turn === 2 && n % 2 === 0),
  }
}

/** The manner of a disposition. */
export const mannerOf = (disposition: Disposition): Manner => {
  switch (disposition) {
    case 'denying':
      return steady(no, 0)
    case 'mixed':
      return { affirms: (n) => n % 2 === 1, level: (n) => n % 2, items: () => 3 }
    case 'empty':
      return steady(yes, 1, 0)
    case 'high':
      return steady(no, 1)
    case 'low':
      return steady(yes, 0)
    case 'uneven':
      return { affirms: yes, level: () => 1, items: (n) => UNEVEN[(n - 1) % UNEVEN.length]! }
    case 'affirming':
    case 'broken':
      return steady(yes, 1)
    default:
      return mixture(disposition)
  }
}
