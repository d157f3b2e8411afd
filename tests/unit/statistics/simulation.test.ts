import { describe, expect, it } from 'vitest'
import { BOUNDED_CELLS, holdAgainst } from '../../../bench/statistics/bounds.js'
import { CHANGES, firstBroken } from '../../../bench/statistics/without.js'

const TIME = 300_000

describe('simulated gates', () => {
  const cells = BOUNDED_CELLS.map((bounded) => {
    const { judge, n, leak, order = 'interleaved' } = bounded.cell
    const words = leak === undefined ? 'no leak' : `a leak of ${leak.size} (${leak.form})`
    return { title: `${judge}, ${n} samples, ${words}, ${order}`, bounded }
  })
  it.each(cells)(
    '$title: within the bounds',
    ({ bounded }) => {
      for (const verdict of holdAgainst(bounded)) expect(verdict).toMatchObject({ holds: true })
    },
    TIME,
  )
})

describe('the same gates without one part of the method', () => {
  it.each([
    ['min-max', 'whole-gate false alarms'],
    ['holm', 'whole-gate false alarms'],
    ['floor', 'leaks of the margin 0.10 called invariant'],
    ['interleaving', 'whole-gate false alarms'],
  ] as const)(
    '%s: %s break their bound',
    (change, claim) => {
      expect(firstBroken(CHANGES[change])).toMatchObject({ claim, holds: false })
    },
    TIME,
  )
})
