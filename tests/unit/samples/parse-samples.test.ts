import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type EvalSample, evalSampleSchema } from '../../../src/samples/sample.js'
import { complaints, GOOD, jsonl, read } from './read.js'

const without = (key: keyof typeof GOOD): Record<string, unknown> => {
  const { [key]: _, ...rest } = GOOD
  return rest
}

describe('required fields', () => {
  it.each(['question', 'answer', 'contexts'] as const)('refuses a row without %s, and says what to write', (key) => {
    const remedy = key === 'contexts' ? 'write [] if there is none' : 'write an empty string if there is none'
    const [header, ...lines] = complaints(jsonl(GOOD, { ...without(key), id: 'b' }, { ...without(key), id: 'c' }))
    expect(header).toBe('file: 2 bad places; nothing was loaded')
    expect(lines).toEqual([
      expect.stringMatching(new RegExp(`^file:2: ${key}: missing, expected .*; ${remedy.replace('[]', '\\[\\]')}$`)),
      expect.stringMatching(`^file:3: ${key}: missing`),
    ])
  })

  it('adds which names it looked for and which it found, where no row has the field', () => {
    const [line, hint] = complaints(jsonl(without('answer')))
    expect(line).toMatch(/^file:1: answer: missing/)
    expect(hint).toMatch(
      /^hint: no column is read as answer: expected one of `answer`, `response`, .*; found `id`, `question`/,
    )
  })

  it.each([
    ['question', null, 'question: expected a string, got null; write an empty string if there is none'],
    ['answer', null, 'answer: expected a string, got null; write an empty string if there is none'],
    ['answer', 42, 'answer: expected a string, got number 42; quote it'],
    ['answer', false, 'answer: expected a string, got boolean false; quote it'],
    ['answer', ['a'], 'answer: expected a string, got an array; write it as one string'],
    ['answer', { text: 'a' }, 'answer: expected a string, got an object; write it as one string'],
    ['ground_truth', 1904, 'ground_truth: expected a string, got number 1904; quote it'],
    ['contexts', null, 'contexts: expected an array of strings, got null; write [] if there is none'],
    [
      'contexts',
      4,
      'contexts: expected an array of strings, got number 4; write it as ["first passage", "second passage"]',
    ],
    ['contexts', ['a', 'b', 4], 'contexts[2]: expected a string, got number 4; quote it or remove it'],
    ['contexts', ['a', null], 'contexts[1]: expected a string, got null; remove it'],
    ['contexts', [['a']], 'contexts[0]: expected a string, got an array; remove it'],
  ])('refuses %s = %j', (key, value, text) => {
    expect(complaints(jsonl({ ...GOOD, [key]: value }))).toEqual([`file:1: ${text}`])
  })

  it('accepts empty and white values, and counts which samples lack what', () => {
    const { samples, lacking } = read(
      jsonl(
        { ...GOOD, answer: '' },
        { ...GOOD, id: 'b', answer: ' \n', contexts: [] },
        { ...GOOD, id: 'c', contexts: ['', ' '], ground_truth: null },
      ),
    )
    expect(samples.map(({ answer }) => answer)).toEqual(['', ' \n', 'an'])
    expect(lacking).toEqual({ question: 0, answer: 2, contexts: 2, ground_truth: 1 })
  })
})

describe('the reference', () => {
  it('is empty everywhere, and that is said, where no row has one', () => {
    const { samples, notes, lacking } = read(jsonl(without('ground_truth')))
    expect(samples[0]?.ground_truth).toBe('')
    expect(notes).toEqual(['no reference: ground_truth is empty in every sample'])
    expect(lacking.ground_truth).toBe(1)
  })

  it('must stand in every row where it stands in one', () => {
    expect(complaints(jsonl(GOOD, { ...without('ground_truth'), id: 'b' }))).toEqual([
      'file:2: ground_truth: missing here but given in other rows; write null if this sample has none',
    ])
  })

  it('is empty where it is null', () => {
    expect(read(jsonl(GOOD, { ...GOOD, id: 'b', ground_truth: null })).samples[1]?.ground_truth).toBe('')
  })
})

describe('ids', () => {
  it('are given by position, and that is said, where no row has one', () => {
    const { samples, notes } = read(jsonl(without('id'), { ...without('id'), id: null }))
    expect(samples.map(({ id }) => id)).toEqual(['row-1', 'row-2'])
    expect(notes).toEqual(['no ids: samples are called row-1 to row-2 by position'])
  })

  it('must stand in every row where they stand in one', () => {
    expect(complaints(jsonl(GOOD, without('id'), { ...GOOD, id: '' }))).toEqual([
      'file: 2 bad places; nothing was loaded',
      'file:2: id: missing here but given in other rows; give every sample an id of its own, or none',
      'file:3: id: missing here but given in other rows; give every sample an id of its own, or none',
    ])
  })

  it('may be numbers, which become strings', () => {
    expect(read(jsonl({ ...GOOD, id: 7 }, { ...GOOD, id: 1.5 })).samples.map(({ id }) => id)).toEqual(['7', '1.5'])
  })

  it('name both lines where two are equal, also as number and string', () => {
    expect(complaints(jsonl({ ...GOOD, id: 7 }, GOOD, { ...GOOD, id: '7' }))).toEqual([
      'file:3: id: "7" is the id of line 1 too; give every sample an id of its own',
    ])
  })

  it('may not be of another type, nor a number that was rounded on reading', () => {
    expect(complaints(jsonl({ ...GOOD, id: true }))).toEqual([
      'file:1: id: expected a string or a number, got boolean true; quote it',
    ])
    const text = JSON.stringify(GOOD).replace('"a"', '12345678901234567890')
    expect(complaints(text)[0]).toContain('too large to be read exactly; quote it')
  })
})

describe('contexts', () => {
  it('given as a string are one passage, and that is said', () => {
    const { samples, notes } = read(jsonl({ ...GOOD, contexts: 'one passage' }, { ...GOOD, id: 'b' }))
    expect(samples[0]?.contexts).toEqual(['one passage'])
    expect(notes).toEqual(['`contexts` is plain text: read as one passage (1 of 2 samples)'])
  })

  it.each(['text', 'content', 'page_content', 'pageContent'])(
    'may be objects with their text in `%s`, and that is said',
    (field) => {
      const { samples, notes } = read(jsonl({ ...GOOD, contexts: [{ [field]: 'c', score: 1 }, 'd'] }))
      expect(samples[0]?.contexts).toEqual(['c', 'd'])
      expect(notes).toEqual([`\`contexts\` read \`${field}\` of its objects (1 of 1 samples)`])
    },
  )

  it.each([
    [{ text: 'a', content: 'b' }, 'an object with text and content'],
    [{ body: 'a' }, 'an object'],
    [{ text: 4 }, 'an object'],
  ])('may not be objects without one obvious text field: %j', (entry, got) => {
    expect(complaints(jsonl({ ...GOOD, contexts: [entry] }))).toEqual([
      `file:1: contexts[0]: expected a string or an object with its text in one of text, content, page_content, pageContent, got ${got}`,
    ])
  })
})

describe('relevance', () => {
  it.each([
    [
      [true, 0],
      [true, false],
    ],
    [null, undefined],
  ])('%j is read as %j', (relevance, expected) => {
    expect(read(jsonl({ ...GOOD, relevance })).samples[0]?.relevance).toEqual(expected)
  })

  it.each([
    [[true], 'relevance: found 1 labels, expected 2, one per passage; add or remove labels'],
    [[true, 2], 'relevance[1]: expected true, false, 1 or 0, got number 2'],
    [
      '[True, False]',
      'relevance: expected an array such as [true, false], got string "[True, False]"; one label per passage',
    ],
    [true, 'relevance: expected an array such as [true, false], got boolean true; one label per passage'],
  ])('%j is refused', (relevance, text) => {
    expect(complaints(jsonl({ ...GOOD, relevance }))).toEqual([`file:1: ${text}`])
  })
})

describe('the list of bad places', () => {
  it('shows the first twenty in the order of lines and counts the rest', () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ ...GOOD, id: String(index), answer: index }))
    const lines = complaints(jsonl(...rows))
    expect(lines).toHaveLength(22)
    expect(lines[0]).toBe('file: 25 bad places; nothing was loaded')
    expect(lines[20]).toMatch(/^file:20: answer/)
    expect(lines[21]).toBe('and 5 more')
  })

  it('holds malformed lines and bad fields together', () => {
    const places = complaints(
      `${JSON.stringify({ ...GOOD, answer: 1 })}\n{\n${JSON.stringify({ ...GOOD, context: 1 })}`,
    )
    expect(places.slice(1).map((place) => place.split(': ')[0])).toEqual(['file:1', 'file:2', 'file:3', 'file:3'])
  })

  it('shortens long values', () => {
    const [line] = complaints(jsonl({ ...GOOD, relevance: 'x'.repeat(1000) }))
    expect(line?.length).toBeLessThan(200)
  })
})

describe('awkward data', () => {
  it.each(['', '\n \n', '\uFEFF'])('an empty file is refused: %j', (text) => {
    expect(complaints(text)).toEqual(['file:1: the file is empty; expected at least one sample'])
  })

  it('an array without samples is refused', () => {
    expect(complaints('[]')).toEqual(['file:1: no sample in the file; expected at least one'])
  })

  it('reads a passage of 200 kB and a sample of 1,000 passages', () => {
    const contexts = ['x"\\\n'.repeat(50_000), ...Array.from({ length: 999 }, (_, index) => `passage ${index}`)]
    for (const type of ['jsonl', 'json'] as const) {
      const text = type === 'json' ? JSON.stringify([{ ...GOOD, contexts }]) : jsonl({ ...GOOD, contexts })
      expect(read(text, { type }).samples[0]?.contexts).toEqual(contexts)
    }
  })

  it('takes `__proto__`, `constructor` and `hasOwnProperty` for columns like any other', () => {
    const row = `{"__proto__":{"answer":"leak"},"constructor":1,"hasOwnProperty":2,${JSON.stringify(GOOD).slice(1)}`
    const { samples, extras } = read(row)
    expect(samples).toEqual([GOOD])
    expect(extras).toEqual(['__proto__', 'constructor', 'hasOwnProperty'])
    expect(complaints(row.replace('"answer":"an"', '"answers":"an"'))[0]).toMatch(/^file:1: answer: missing/)
    expect(read('__proto__,question,answer,contexts\nx,q,a,c\n').extras).toEqual(['__proto__'])
  })

  it('keeps lone surrogates and NUL characters, and the hash tells them apart', () => {
    const texts = ['\uD800', '\uDC00', '\uFFFD', '\u0000', '']
    const hashes = texts.map((answer) => {
      const { samples, hash } = read(jsonl({ ...GOOD, answer }))
      expect(samples[0]?.answer).toBe(answer)
      return hash
    })
    expect(new Set(hashes).size).toBe(texts.length)
  })

  it('gives samples with other labels another hash', () => {
    const hashes = [[true, true], [true, false], null].map((relevance) => read(jsonl({ ...GOOD, relevance })).hash)
    expect(new Set(hashes).size).toBe(3)
  })

  it('gives identical samples with different ids, and samples in another order, another hash', () => {
    const other = { ...GOOD, id: 'b' }
    expect(read(jsonl(GOOD, other)).hash).not.toBe(read(jsonl(other, GOOD)).hash)
  })
})

const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ' ', '\r\n', '\u0000', '"', '""', "'", ';', '\t,', '[', '["a"]', '\uFEFF', '=1+1', 'null', '\\'),
)
const samplesToRead: fc.Arbitrary<EvalSample[]> = fc.uniqueArray(
  fc
    .record({
      id: texts.filter((id) => id !== ''),
      question: texts,
      answer: texts,
      ground_truth: texts,
      passages: fc.array(fc.tuple(texts, fc.boolean()), { maxLength: 5 }),
      labelled: fc.boolean(),
    })
    .map(({ passages, labelled, ...rest }) => ({
      ...rest,
      contexts: passages.map(([passage]) => passage),
      ...(labelled ? { relevance: passages.map(([, label]) => label) } : {}),
    })),
  { minLength: 1, maxLength: 6, selector: ({ id }) => id },
)

const csvOf = (samples: readonly EvalSample[], delimiter: string, lineEnd: string): string => {
  const cell = (value: unknown): string => {
    const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
    return `"${text.replaceAll('"', '""')}"`
  }
  const columns = ['id', 'question', 'answer', 'contexts', 'ground_truth', 'relevance'] as const
  const rows = samples.map((sample) => columns.map((column) => cell(sample[column])).join(delimiter))
  return [columns.join(delimiter), ...rows].join(lineEnd)
}

describe('round trips', () => {
  it('brings any valid samples back from JSONL, JSON and CSV, with one hash', () => {
    fc.assert(
      fc.property(
        samplesToRead,
        fc.constantFrom(',', ';', '\t'),
        fc.constantFrom('\n', '\r\n', '\r'),
        (samples, delimiter, lineEnd) => {
          const all = [
            read(jsonl(...samples), { type: 'jsonl' }),
            read(JSON.stringify({ data: samples }, null, 1), { type: 'json' }),
            read(csvOf(samples, delimiter, lineEnd), { type: 'csv' }),
          ]
          for (const loaded of all) {
            expect(loaded.samples).toEqual(samples)
            expect(loaded.hash).toBe(all[0]?.hash)
            for (const sample of loaded.samples) evalSampleSchema.parse(sample)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
