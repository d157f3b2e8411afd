import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, it } from 'vitest'
import { InputError } from '../../src/errors.js'
import type { FormatName } from '../../src/samples/formats.js'
import { loadSamples } from '../../src/transport/sample-files.js'

const FIXTURES = 'tests/fixtures/samples'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

const written = async (name: string, content: string | Uint8Array): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'groundwire-'))
  folders.push(folder)
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}

const refusal = async (path: string): Promise<string> => {
  const error = await loadSamples(path).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InputError)
  return (error as InputError).message
}

describe('files of samples', () => {
  const FILES: [string, FormatName?][] = [
    ['ragas-old.json'],
    ['ragas-new.jsonl'],
    ['deepeval.json', 'deepeval'],
    ['deepeval-camel.jsonl'],
    ['autoevals.jsonl', 'autoevals'],
    ['openevals.json', 'openevals'],
    ['promptfoo.json'],
    ['evalite.json', 'evalite'],
    ['comma.csv'],
    ['semicolon-bom-crlf.csv'],
    ['tab.tsv'],
  ]

  it.each(FILES)('of another tool or type hold the same samples, with the same hash: %s %s', async (file, format) => {
    const own = await loadSamples(join(FIXTURES, 'groundwire.jsonl'))
    const other = await loadSamples(join(FIXTURES, file), format === undefined ? {} : { format })
    expect(other.samples).toEqual(own.samples)
    expect(other.hash).toBe(own.hash)
  })

  it('are read from standard input where the path is `-`, whatever their type', async () => {
    const own = await loadSamples(join(FIXTURES, 'groundwire.jsonl'))
    const jsonl = own.samples.map((sample) => JSON.stringify(sample)).join('\n')
    for (const text of [jsonl, JSON.stringify(own.samples, null, 2)]) {
      const bytes = Buffer.from(text)
      // Cut inside characters: chunks of one byte.
      const stdin = Readable.from([...bytes].map((byte) => Buffer.from([byte])))
      expect((await loadSamples('-', { stdin })).hash).toBe(own.hash)
    }
  })

  it('are read as what they are said to be, else by their ending, else by their content', async () => {
    const own = await loadSamples(join(FIXTURES, 'groundwire.jsonl'))
    const text = JSON.stringify(own.samples)
    expect((await loadSamples(await written('samples.JSON', text))).hash).toBe(own.hash)
    expect(await refusal(await written('samples.CSV', text))).toContain('samples.CSV:1: ')
    expect((await loadSamples(await written('samples', text))).hash).toBe(own.hash)
    expect((await loadSamples(await written('samples.csv', text), { type: 'json' })).hash).toBe(own.hash)
  })
})

describe('files that cannot be used', () => {
  it('are refused with a remedy: missing, a folder, empty', async () => {
    expect(await refusal('no/such.jsonl')).toBe('no/such.jsonl: no such file; check the path')
    expect(await refusal(FIXTURES)).toBe(`${FIXTURES}: is a folder; name a file in it`)
    expect(await refusal(await written('a.csv', ''))).toMatch(
      /a\.csv:1: the file is empty; expected at least one sample$/,
    )
  })

  it.each([
    [
      'UTF-16 with a mark',
      Buffer.from('\uFEFF{"question":"q"}', 'utf16le'),
      'is UTF-16, expected UTF-8; save it as UTF-8',
    ],
    ['UTF-16 without a mark', Buffer.from('{"question":"q"}', 'utf16le'), 'is binary, or UTF-16 without a mark'],
    ['a workbook', Buffer.from('PK\u0003\u0004rest', 'latin1'), 'Excel workbook; export it as CSV'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'compressed with gzip; unpack it first'],
    ['Parquet', Buffer.from('PAR1\u0015'), 'is a Parquet file; write it as JSON Lines'],
  ])('are refused with a remedy: %s', async (_, bytes, text) => {
    expect(await refusal(await written('samples.jsonl', bytes))).toContain(text)
  })

  it('are refused at the line of the first bytes that are no UTF-8', async () => {
    const path = join(FIXTURES, 'latin-1.csv')
    expect(await refusal(path)).toBe(
      `${path}:4: not UTF-8; save it as UTF-8 (from Windows-1252: iconv -f WINDOWS-1252 -t UTF-8)`,
    )
    expect(await refusal(join(FIXTURES, 'utf-16.csv'))).toContain('is UTF-16')
  })

  it('are named with the line of each bad place', async () => {
    const path = await written('samples.jsonl', '{"question":"q","answer":"a","contexts":["c",4]}\n')
    expect(await refusal(path)).toBe(`${path}:1: contexts[1]: expected a string, got number 4; quote it or remove it`)
  })

  it('include a terminal on standard input, which would wait for ever', async () => {
    const stdin = Object.assign(Readable.from([]), { isTTY: true })
    await expect(loadSamples('-', { stdin })).rejects.toThrow('standard input: nothing is piped in')
  })
})

const DATA = process.env.GROUNDWIRE_DATA ?? '../shared/data'

describe.skipIf(!existsSync(DATA))(`real samples (skipped where ${DATA} is missing; set GROUNDWIRE_DATA)`, () => {
  it.each([
    ['real', 385, ['labels', 'meta', 'source', 'licence'], 0],
    ['multilingual', 24, ['lang', 'labels', 'meta', 'source', 'licence'], 0],
    ['labelled', 484, ['labels', 'meta', 'source', 'licence'], 200],
    ['canary-candidates', 56, ['labels', 'meta', 'source', 'licence'], 0],
  ])(
    '%s.jsonl holds %i samples, and no column beyond the four artifacts and the id',
    async (name, count, extras, bare) => {
      const loaded = await loadSamples(join(DATA, `${name}.jsonl`))
      expect(loaded.samples).toHaveLength(count)
      expect(loaded.extras).toEqual(extras)
      expect(loaded.lacking).toEqual({ question: 0, answer: 0, contexts: 0, ground_truth: bare })
      expect(loaded.notes).toEqual([])
      for (const sample of loaded.samples) {
        expect(Object.keys(sample)).toEqual(['id', 'question', 'answer', 'contexts', 'ground_truth'])
      }
    },
  )
})
