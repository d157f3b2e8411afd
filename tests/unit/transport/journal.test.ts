import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Evaluated } from '../../../src/check/score-collection.js'
import { openJournal } from '../../../src/transport/journal.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'groundwire-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const asides: string[] = []
const open = (resume: boolean, of: unknown[] = ['data', 'judge']) =>
  openJournal({ folder, of, command: 'detect' }, { resume, onAside: (path) => asides.push(path) })
const evaluated = (repeat: number): Evaluated => ({
  metric: 'm',
  sample: 's1',
  arm: 'unmodified',
  repeat,
  score: 0.5,
  error: null,
  requests: 2,
  provenance: [],
})

describe('a journal', () => {
  it('gives an interrupted invocation back what it had scored, in the same permutation alone', () => {
    const first = open(false)
    for (const repeat of [0, 1]) first.begin('p')(evaluated(repeat))
    first.close(false)
    const again = open(true)
    expect(again.found).toBe(2)
    expect(again.known('s1', 'p')).toEqual([evaluated(0), evaluated(1)])
    expect(again.known('s1', 'another')).toEqual([])
    again.begin('p')(evaluated(2))
    again.close(false)
    expect(open(true).known('s1', 'p')).toHaveLength(3)
  })

  it('keeps when each was sent', () => {
    const journal = open(false)
    journal.begin('p')(evaluated(0))
    const [, line] = readFileSync(journal.path, 'utf8').split('\n')
    expect(JSON.parse(line!).sent).toMatch(/^\d{4}-\d\d-\d\dT/u)
  })

  it('is gone once the invocation is complete', () => {
    const journal = open(false)
    journal.close(true)
    expect(existsSync(journal.path)).toBe(false)
    expect(open(true).found).toBe(0)
  })

  it('passes over a line that was cut in the middle, and goes on after it', () => {
    const first = open(false)
    first.begin('p')(evaluated(0))
    first.close(false)
    appendFileSync(first.path, '{"permutation":"p","sent":"2026-')
    const again = open(true)
    expect(again.found).toBe(1)
    again.begin('p')(evaluated(1))
    again.close(false)
    expect(open(true).found).toBe(2)
  })

  it('is set aside, not lost, by an invocation that begins anew', () => {
    for (let count = 0; count < 3; count++) {
      const journal = open(false)
      journal.begin('p')(evaluated(0))
      journal.close(false)
    }
    expect(readdirSync(folder)).toHaveLength(3)
    expect(asides.splice(0)).toHaveLength(2)
  })

  it('of other samples or another judge is another one', () => {
    const first = open(false)
    first.begin('p')(evaluated(0))
    first.close(false)
    expect(open(true, ['data', 'another judge']).found).toBe(0)
  })

  it('names the line that is none of a journal', () => {
    const first = open(false)
    first.close(false)
    writeFileSync(first.path, `${readFileSync(first.path, 'utf8')}{"score": 1}\n`)
    expect(() => open(true)).toThrow(/:2: is no line of a journal; remove the file/u)
  })

  it('says so where it cannot be written', () => {
    writeFileSync(join(folder, 'file'), '')
    const place = { folder: join(folder, 'file'), of: [], command: 'run' }
    expect(() => openJournal(place, { resume: false, onAside: () => {} })).toThrow(/could not be written/u)
  })
})
