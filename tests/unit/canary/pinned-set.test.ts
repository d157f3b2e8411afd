import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type SetName = 'unsupported' | 'supported' | 'contradicted'
type Line = Readonly<
  Record<'id' | 'question' | 'answer' | 'ground_truth' | 'set' | 'claim' | 'record', string> & { contexts: string[] }
>

const fileOf = (set: SetName): URL => new URL(`../../../canaries/${set}.jsonl`, import.meta.url)

const linesOf = (set: SetName): Line[] =>
  readFileSync(fileOf(set), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

/** The way a record names first: how a claim comes to be unsupported, or is contradicted. */
const wayOf = ({ record }: Line): string | undefined => /^Way: ([a-z ]+)\./.exec(record)?.[1]

const sets = {
  unsupported: linesOf('unsupported'),
  supported: linesOf('supported'),
  contradicted: linesOf('contradicted'),
}
const all = Object.values(sets).flat()
const twinOf = ({ id }: Line): Line | undefined => sets.supported.find((line) => line.id === id)

describe('the pinned canaries', () => {
  it.each([
    ['unsupported', 12],
    ['supported', 12],
    ['contradicted', 6],
  ] as const)('%s.jsonl holds %i canaries, each of that set', (set, count) => {
    expect(sets[set].map((line) => line.set)).toEqual(Array(count).fill(set))
  })

  it('have an id of their own, which only twins share', () => {
    const ids = (lines: readonly Line[]) => lines.map(({ id }) => id).sort()
    expect(ids(sets.supported)).toEqual(ids(sets.unsupported))
    const own = ids([...sets.unsupported, ...sets.contradicted])
    expect(own).toEqual([...new Set(own)])
    for (const id of own) expect(id).toMatch(/^canary\/[a-z]+(-[a-z]+)*$/)
  })

  it.each(sets.unsupported)('$id and its twin share question, answer, claim and reference', (line) => {
    const shared = ({ question, answer, claim, ground_truth }: Line) => ({ question, answer, claim, ground_truth })
    expect(shared(twinOf(line)!)).toEqual(shared(line))
  })

  it.each(sets.unsupported)('the twin of $id has one passage more, and the others in the same order', (line) => {
    const { contexts } = twinOf(line)!
    expect(contexts).toHaveLength(line.contexts.length + 1)
    const restored = contexts.find((passage) => !line.contexts.includes(passage))
    expect(contexts.filter((passage) => passage !== restored)).toEqual(line.contexts)
  })

  it('are unsupported in eight ways, in two more languages, and two facts are well known', () => {
    expect(new Set(sets.unsupported.map(wayOf))).toEqual(
      new Set(['number', 'date', 'name', 'condition', 'unit', 'negation', 'list item', 'cause']),
    )
    const saying = (text: string) => sets.unsupported.filter(({ record }) => record.includes(text)).length
    expect([saying('Language: German.'), saying('Language: Chinese.'), saying('Well known')]).toEqual([1, 1, 2])
  })

  it('are contradicted in a number, a date, a name, a unit and two negations', () => {
    expect(sets.contradicted.map(wayOf).sort()).toEqual(['date', 'name', 'negation', 'negation', 'number', 'unit'])
  })

  it.each(all)('$set $id has a record', ({ record }) => {
    expect(record.trim()).not.toBe('')
  })

  it.each(all)('the claim of $set $id stands in its answer', ({ answer, claim }) => {
    expect(claim.trim()).not.toBe('')
    expect(answer).toContain(claim)
  })
})
