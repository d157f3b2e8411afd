import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalBody, type RecordedRequest, requestsFingerprint } from '../../../src/wire/request.js'
import { recorded } from './recorded.js'

const request = (body: string, more: Partial<RecordedRequest> = {}): RecordedRequest => recorded({ body, ...more })

/** The same JSON value with the keys of every object in reverse order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversed(entry)]),
  )
}

describe('a canonical body', () => {
  it('does not depend on the order of keys or on white space', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const canonical = canonicalBody(JSON.stringify(value))
        expect(canonicalBody(JSON.stringify(reversed(value), null, 2))).toBe(canonical)
        expect(canonicalBody(canonical)).toBe(canonical)
      }),
    )
    expect(canonicalBody('{"b":[{"d":1,"c":2}],"a":null}')).toBe('{"a":null,"b":[{"c":2,"d":1}]}')
  })

  it('keeps the order of lists, and every value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(JSON.parse(canonicalBody(text))).toEqual(JSON.parse(text))
      }),
    )
    expect(canonicalBody('{"b":1,"__proto__":{"a":2}}')).toBe('{"__proto__":{"a":2},"b":1}')
    expect(canonicalBody('[2,1]')).not.toBe(canonicalBody('[1,2]'))
  })

  it('is the text itself where it is no JSON', () => {
    expect(canonicalBody('b=1&a=2')).toBe('b=1&a=2')
    expect(canonicalBody('')).toBe('')
  })
})

describe('a fingerprint', () => {
  const requests = fc.array(
    fc.string().map((body) => request(body)),
    { maxLength: 5 },
  )

  it('does not depend on the order of the requests', () => {
    fc.assert(
      fc.property(requests, fc.func(fc.integer()), (all, rank) => {
        const other = all.toSorted((a, b) => rank(a.body) - rank(b.body))
        expect(requestsFingerprint(other)).toBe(requestsFingerprint(all))
      }),
    )
    expect(requestsFingerprint([request('a'), request('b')])).toBe(requestsFingerprint([request('b'), request('a')]))
  })

  it('differs where a request is missing, doubled or another', () => {
    const one = requestsFingerprint([request('a')])
    for (const other of [
      [],
      [request('a'), request('a')],
      [request('b')],
      [request('a', { path: '/v1/embeddings' })],
      [request('a', { method: 'PUT' })],
    ])
      expect(requestsFingerprint(other)).not.toBe(one)
  })
})
