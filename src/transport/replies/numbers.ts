import type { Asking } from './schema.js'

/** The smallest step away from a bound that is excluded: it must not vanish beside a large bound. */
const STEP = 1e-6
const besides = (bound: number) => Math.max(STEP, Math.abs(bound) * 1e-9)

/** Schema libraries write the range of whole doubles for integers without bounds: that is no scale. */
const meant = (bound: number | boolean | undefined): number | undefined =>
  typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined

/** The bounds of a schema for numbers, those that are excluded apart; undefined where there is none. */
const boundsOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Asking) => ({
  low: meant(minimum),
  high: meant(maximum),
  above: meant(exclusiveMinimum === true ? minimum : exclusiveMinimum),
  below: meant(exclusiveMaximum === true ? maximum : exclusiveMaximum),
})

export const hasBounds = (node: Asking): boolean => Object.values(boundsOf(node)).some((bound) => bound !== undefined)

const rounded = (value: number) => Number(value.toPrecision(12))

/**
 * A number at a level between the bounds of a schema; 0 to 1 or as near as its bounds allow where it names none.
 * @param level 0 to 1
 */
export const numberAt = (node: Asking, whole: boolean, level: number): number => {
  const { low, high, above, below } = boundsOf(node)
  const grid = node.multipleOf ?? (whole ? 1 : undefined)
  const lowest = Math.max(low ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const highest = Math.min(high ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const span = Math.max(1, grid ?? 0)
  const from = Number.isFinite(lowest) ? lowest : highest > 0 ? 0 : highest - span
  const to = Number.isFinite(highest) ? highest : Math.max(span, from + span)
  if (grid === undefined) {
    const value = from + level * (to - from)
    const step = (bound: number) => Math.min(besides(bound), (to - from) / 4)
    if (above !== undefined && value <= above) return above + step(above)
    if (below !== undefined && value >= below) return below - step(below)
    return value
  }
  // Counted in steps of the grid, the ends of which may be excluded.
  const first = Math.ceil(rounded(from / grid)) + excluded(above, grid, from)
  const last = Math.floor(rounded(to / grid)) - excluded(below, grid, to)
  const wanted = Math.round((from + level * (to - from)) / grid)
  return rounded(Math.min(Math.max(wanted, first), Math.max(first, last)) * grid)
}

/** 1 where a bound is the end itself and lies on the grid, so that the end falls away. */
const excluded = (bound: number | undefined, grid: number, end: number): number =>
  bound === end && bound !== undefined && Number.isInteger(rounded(bound / grid)) ? 1 : 0
