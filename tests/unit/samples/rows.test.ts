import { describe, expect, it } from 'vitest'
import { sniffType } from '../../../src/samples/parse-samples.js'
import { complaints, GOOD, jsonl, read } from './read.js'

const SECOND = { ...GOOD, id: 'b' }
const own = read(jsonl(GOOD, SECOND)).hash

describe('JSON Lines', () => {
  it('skips blank lines, and takes CRLF and a byte order mark', () => {
    const text = `\uFEFF${JSON.stringify(GOOD)}\r\n \r\n${JSON.stringify(SECOND)}\r\n`
    expect(read(text, { type: 'jsonl' }).hash).toBe(own)
  })

  it('names line and column of every malformed line, and loads nothing', () => {
    const text = [JSON.stringify(GOOD), `${JSON.stringify(SECOND)},`, '', '{"question": nan}', '7'].join('\n')
    const comma = JSON.stringify(SECOND).length + 1
    expect(complaints(text, { type: 'jsonl' })).toEqual([
      'file: 3 bad places; nothing was loaded',
      `file:2: column ${comma}: no JSON: found \`,\`, expected nothing after the value; remove the comma, JSONL has none between lines`,
      'file:4: column 14: no JSON: found `nan`, expected a value',
      'file:5: expected an object with one sample, got number 7',
    ])
  })

  it('refuses a key that stands twice in one object', () => {
    expect(complaints('{"question":"q","answer":"a","answer":"b","contexts":[]}')).toEqual([
      'file:1: answer: stands twice in one object, expected once; remove one',
    ])
  })

  it('recognises JSON under the wrong ending', () => {
    const hint =
      'hint: this looks like one JSON text over several lines, not one object a line: give the file the ending .json'
    expect(complaints(JSON.stringify([GOOD], null, 2), { type: 'jsonl' })).toContain(hint)
    expect(complaints(JSON.stringify(GOOD, null, 2), { type: 'jsonl' })).toContain(hint)
  })
})

describe('JSON', () => {
  it.each([
    ['an array', [GOOD, SECOND], undefined],
    ['an object with an array', { version: 1, samples: [GOOD, SECOND] }, 'samples'],
    ['test cases', { test_cases: [GOOD, SECOND] }, 'test_cases'],
    ['nested results', { results: { stats: {}, results: [GOOD, SECOND] }, config: {} }, 'results.results'],
  ])('reads %s', (_, value, path) => {
    const { hash, notes } = read(JSON.stringify(value), { type: 'json' })
    expect(hash).toBe(own)
    expect(notes).toEqual(path === undefined ? [] : [`read the samples from \`${path}\``])
  })

  it('names the line on which a bad element begins', () => {
    const text = JSON.stringify({ note: ['[{', 1], data: [GOOD, { ...SECOND, answer: 4 }, [1]] }, null, 2)
    const lines = text.split('\n')
    const second = lines.findIndex((line) => line.includes('"b"'))
    const third = lines.lastIndexOf('    [') + 1
    expect(complaints(text, { type: 'json' })).toEqual([
      'file: 2 bad places; nothing was loaded',
      `file:${second}: answer: expected a string, got number 4; quote it`,
      `file:${third}: expected an object with one sample, got an array`,
    ])
  })

  it('names line and column of a fault', () => {
    expect(complaints('[\n  {"question": "q",\n   "answer": "a",}\n]', { type: 'json' })).toEqual([
      'file:3: column 18: no JSON: found `}`, expected a key; remove the comma before `}`',
    ])
  })

  it('recognises JSON Lines under the wrong ending', () => {
    expect(complaints(jsonl(GOOD, SECOND), { type: 'json' })).toEqual([
      'file:2: column 1: no JSON: found `{`, expected nothing after the value',
      'hint: one object a line is JSONL: give the file the ending .jsonl',
    ])
  })

  it('refuses to choose between two arrays, and says what it found where there is none', () => {
    expect(complaints('{"samples":[],"rows":[]}', { type: 'json' })[0]).toContain('found `samples` and `rows`')
    expect(complaints('{"question":"q"}', { type: 'json' })[0]).toMatch(
      /^file:1: found an object with the keys question;/,
    )
    expect(complaints('"text"', { type: 'json' })[0]).toMatch(
      /^file:1: found string "text", expected an array of objects/,
    )
  })
})

const TABLE = 'id,question,answer,contexts,ground_truth\na,q,an,"[""c"",""d""]",g\nb,q,an,"[""c"",""d""]",g\n'

describe('CSV', () => {
  it.each([
    ['commas', TABLE],
    ['semicolons', TABLE.replaceAll(/,(?!"")/g, ';')],
    ['tabs', TABLE.replaceAll(/,(?!"")/g, '\t')],
    ['CRLF and a byte order mark', `\uFEFF${TABLE.replaceAll('\n', '\r\n')}`],
    ['CR alone', TABLE.replaceAll('\n', '\r')],
    ['mixed line ends and blank lines', TABLE.replace('\n', '\r\n\n').replace('g\n', 'g\n\r\n')],
    ['no line end at the end', TABLE.trimEnd()],
    ['spaces around column names', TABLE.replace('question,answer', ' question , answer ')],
  ])('reads %s', (_, text) => {
    expect(read(text, { type: 'csv' }).hash).toBe(own)
  })

  it('says so where cells are not divided by commas', () => {
    expect(read(TABLE.replaceAll(/,(?!"")/g, ';')).notes).toEqual(['cells are divided by `;`'])
  })

  it('does not count delimiters inside a quoted column name', () => {
    expect(read('question,answer,contexts,"a;b;c;d;e"\nq,a,c,x\n').extras).toEqual(['a;b;c;d;e'])
  })

  it('keeps line breaks and doubled quotes of a quoted cell', () => {
    const [sample] = read('question,answer,contexts\n"q\r\n1","say ""no""\n",c\n').samples
    expect(sample).toMatchObject({ question: 'q\r\n1', answer: 'say "no"\n', contexts: ['c'] })
  })

  it('names the line on which a bad row begins, after cells of several lines and blank lines', () => {
    const text = 'question,answer,contexts\r\n"q\r\nr\r\ns",a,[]\r\n\r\nq,a,[1]\r\nq,a\r\n'
    expect(complaints(text)).toEqual([
      'file: 2 bad places; nothing was loaded',
      'file:6: contexts[0]: expected a string, got number 1; quote it or remove it',
      'file:7: found 2 cells, expected 3 as in the header; put a cell that holds `,` in quotes',
    ])
  })

  it.each([
    ['a quote that never closes', 'q,a,"c', 'a quote opens in this row and never closes; close it'],
    [
      'a quote inside a bare cell',
      'q,the "a",c',
      'a quote stands inside a cell without quotes; put the cell in quotes',
    ],
    ['text after a closing quote', 'q,"a" b,c', 'text follows a closing quote; double the quote'],
  ])('refuses %s, together with the bad rows before it', (_, row, text) => {
    const lines = complaints(`question,answer,contexts\nq,a,[1]\n${row}\nq,a,c\n`)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toMatch(/^file:2: contexts\[0\]: /)
    expect(lines[2]).toMatch(`file:3: no CSV: ${text}`)
  })

  it('refuses a header with a name twice, and a header without rows', () => {
    expect(complaints('question,answer,answer,contexts\nq,a,b,c\n')).toEqual([
      'file:1: answer: stands twice in the header, expected once; rename or remove one',
    ])
    expect(complaints('question,answer\n')).toEqual([
      'file:1: found a header line (question, answer) and no row, expected at least one row',
    ])
  })

  it('takes an empty cell of contexts for no passage and plain text for one, and says the latter', () => {
    const { samples, notes } = read('question,answer,contexts\nq,a,\nq,a,[1] as in the report\n')
    expect(samples.map(({ contexts }) => contexts)).toEqual([[], ['[1] as in the report']])
    expect(notes).toContain('`contexts` is plain text: read as one passage (1 of 2 samples)')
  })

  it('refuses a list that another language wrote as text, rather than take it for one passage', () => {
    const [first] = complaints("question,answer,contexts\nq,a,\"['x', 'y']\"\n")
    expect(first).toBe(
      "file:2: contexts: expected a JSON array, got string \"['x', 'y']\"; write it as JSON (from Python: json.dumps)",
    )
  })

  it('reads relevance as a JSON array, and an empty cell as none', () => {
    const { samples } = read('question,answer,contexts,relevance\nq,a,c,[true]\nq,a,c,[0]\nq,a,c,\n')
    expect(samples.map(({ relevance }) => relevance)).toEqual([[true], [false], undefined])
  })
})

describe('the type of a text without an ending', () => {
  it.each([
    ['json', JSON.stringify([GOOD], null, 2)],
    ['json', JSON.stringify({ samples: [GOOD] })],
    ['json', JSON.stringify({ samples: [GOOD] }, null, 2)],
    ['jsonl', jsonl(GOOD)],
    ['jsonl', jsonl(GOOD, SECOND)],
    ['jsonl', `{broken\n${jsonl(GOOD, SECOND)}`],
    ['csv', TABLE],
  ])('is %s', (type, text) => {
    expect(sniffType(text)).toBe(type)
  })
})
