import { ScorerError } from '../errors.js'
import type { Scored } from './metric.js'

const shown = (value: unknown) =>
  typeof value === 'string' ? `the string ${JSON.stringify(value.slice(0, 40))}` : String(value)

const asNumber = (value: unknown, [low, high]: readonly [number, number], owner: string): number | null => {
  if (typeof value === 'boolean') return value ? high : low
  if (value === null || Number.isNaN(value)) return null
  if (typeof value !== 'number')
    throw new ScorerError(
      `${owner} returned ${Array.isArray(value) ? 'an array' : typeof value === 'object' ? 'an object without `score`' : shown(value)}; ` +
        'a scorer returns a number, a boolean, null, or { score }',
    )
  if (value < low || value > high)
    throw new ScorerError(
      `${owner} returned ${value}, outside its scale ${low} to ${high}; declare the scale, as in { over: ratio(…), score, scale: [1, 5] }`,
    )
  return value
}

/**
 * Whatever a scorer returned, as a score: a number within the scale, a boolean (top or bottom of the scale), null (not
 * defined; NaN is read so), or an object with such a `score`.
 * @throws {ScorerError} for undefined, a string, a number outside the scale, or anything else.
 */
export const checkScore = (returned: unknown, scale: readonly [number, number], owner: string): Scored => {
  if (typeof returned === 'object' && returned !== null && 'score' in returned) {
    const { score, verdicts } = returned as Scored
    return { score: asNumber(score, scale, owner), ...(verdicts === undefined ? {} : { verdicts }) }
  }
  return { score: asNumber(returned, scale, owner) }
}
