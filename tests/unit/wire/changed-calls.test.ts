import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedCalls } from '../../../src/wire/changed-calls.js'
import { requestsFingerprint } from '../../../src/wire/request.js'
import { recorded } from '../fakes.js'

const call = (slot: string, prompt: string) => recorded(prompt, { slot })
const told = (...sides: Parameters<typeof changedCalls>) =>
  changedCalls(...sides).map(({ slot, before, after, call, of }) => [slot, before?.text, after?.text, call, of])

describe('calls that differ between two passes', () => {
  it('are compared as multisets of method, path and body: order is no difference', () => {
    expect(told([call('a', '1'), call('b', '2')], [call('b', '2'), call('a', '1')])).toEqual([])
  })

  it('are counted: of a request made twice and then once, one is gone', () => {
    expect(told([call('a#0', '1'), call('a#1', '1')], [call('a#0', '1')])).toEqual([['a#1', '1', undefined, 2, 2]])
  })

  it('are paired by slot, not by position', () => {
    const unmodified = [call('split', 'old'), call('judge', 'was')]
    const ablated = [call('judge', 'is'), call('split', 'new')]
    expect(told(unmodified, ablated)).toEqual([
      ['split', 'old', 'new', 1, 2],
      ['judge', 'was', 'is', 2, 2],
    ])
  })

  it('of two equal requests are the one that changed', () => {
    const unmodified = [call('a#0', 'same'), call('a#1', 'same')]
    expect(told(unmodified, [call('a#0', 'same'), call('a#1', 'other')])).toEqual([['a#1', 'same', 'other', 2, 2]])
    expect(told(unmodified, [call('a#0', 'other'), call('a#1', 'same')])).toEqual([['a#0', 'same', 'other', 1, 2]])
  })

  it('have one side where a call came or went', () => {
    expect(told([], [call('a', 'come')])).toEqual([['a', undefined, 'come', 1, 1]])
    expect(told([call('a', 'gone')], [])).toEqual([['a', 'gone', undefined, 1, 1]])
  })

  it('differ by path and method as well as by body', () => {
    const request = call('a', '1')
    expect(changedCalls([request], [{ ...request, path: '/v1/embeddings' }])).toHaveLength(1)
    expect(changedCalls([request], [{ ...request, method: 'PUT' }])).toHaveLength(1)
  })

  it('are none exactly where what was asked is the same', () => {
    const requests = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom('1', '2', '3')), { maxLength: 6 })
    fc.assert(
      fc.property(requests, requests, (left, right) => {
        const [before, after] = [left, right].map((each) => each.map(([slot, prompt]) => call(slot, prompt)))
        const same = requestsFingerprint(before!) === requestsFingerprint(after!)
        const changed = changedCalls(before!, after!)
        expect(changed.length === 0).toBe(same)
        const sides = (side: 'before' | 'after') => changed.filter((each) => each[side] !== null).length
        expect(sides('before') - sides('after')).toBe(before!.length - after!.length)
      }),
    )
  })
})
