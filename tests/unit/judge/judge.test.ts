import { describe, expect, it } from 'vitest'
import { GroundwireError } from '../../../src/errors.js'
import { JudgeError } from '../../../src/judge/judge.js'

describe('a judge error', () => {
  it('has a class, a stable code and the way it failed', () => {
    const error = new JudgeError('refusal', 'the judge refused', { cause: 'x' })
    expect(error).toBeInstanceOf(GroundwireError)
    expect(error).toMatchObject({ name: 'JudgeError', code: 'GW_JUDGE', failure: 'refusal', cause: 'x' })
  })

  it.each([
    ['transport', true],
    ['truncated', true],
    ['empty', true],
    ['not-json', true],
    ['wrong-shape', true],
    ['refusal', false],
    ['content-filter', false],
    ['configuration', false],
  ] as const)('of kind %s is worth another attempt: %s', (failure, retryable) => {
    expect(new JudgeError(failure, 'x').retryable).toBe(retryable)
  })
})
