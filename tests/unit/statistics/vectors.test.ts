import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answer, differences, type Vector } from './vectors.js'

const read = (path: string): Vector[] => JSON.parse(readFileSync(path, 'utf8')).vectors

const data = process.env.GROUNDWIRE_DATA ?? '../shared/data'
const file = join(data, '../statistics/vectors.json')
const vectors: Vector[] = existsSync(file) ? read(file) : []
const own = read(join(import.meta.dirname, 'own-vectors.json'))

describe('the reference vectors', () => {
  if (vectors.length === 0) {
    it.skip(`skipped: no reference vectors at ${file} (set GROUNDWIRE_DATA to the folder of shared data)`, () => {})
    return
  }
  it('are 46', () => {
    expect(vectors).toHaveLength(46)
  })
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s is reproduced', (_, vector) => {
    expect(differences(answer(vector), vector.expected)).toEqual([])
  })
})

describe('the vectors of bounds, ties and missing scores', () => {
  it('are there', () => {
    expect(own.length).toBeGreaterThan(60)
  })
  it.each(own.map((vector) => [vector.id, vector] as const))('%s is reproduced', (_, vector) => {
    expect(differences(answer(vector), vector.expected)).toEqual([])
  })
})

describe('the comparison with a vector', () => {
  it('tells numbers apart beyond 1e-6, and integers, texts and nulls at any difference', () => {
    expect(differences({ a: 0.5000001, b: [1e-13] }, { a: 0.5, b: [0] })).toEqual([])
    expect(differences({ a: 0.50001 }, { a: 0.5 })).toHaveLength(1)
    expect(differences({ a: 384 }, { a: 385 })).toHaveLength(1)
    expect(differences({ a: 'leak' }, { a: 'invariant' })).toHaveLength(1)
    expect(differences({ a: 0 }, { a: null })).toHaveLength(1)
    expect(differences({}, { a: 1 })).toHaveLength(1)
    expect(differences({ a: [1] }, { a: [1, 2] })).toHaveLength(1)
  })
  it('compares small probabilities relatively', () => {
    expect(differences({ p_exact: 1.01e-18 }, { p_exact: 1e-18 })).toHaveLength(1)
    expect(differences({ p_exact: 1.0000001e-18 }, { p_exact: 1e-18 })).toEqual([])
  })
})
