import { describe, expect, it } from 'vitest'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { AMBIGUOUS, FORMAT_NAMES, FORMATS, namesFor } from '../../../src/samples/formats.js'
import { complaints, GOOD, jsonl, read } from './read.js'

const artifactsOf = (column: string): string[] =>
  ARTIFACTS.filter((artifact) =>
    FORMAT_NAMES.some((name) => (FORMATS[name][artifact] as readonly string[]).includes(column)),
  )

describe('the table of formats', () => {
  it('lists every name that two formats give to different artifacts as ambiguous', () => {
    const all = FORMAT_NAMES.flatMap((name) => ARTIFACTS.flatMap((artifact) => [...FORMATS[name][artifact]]))
    const clashing = [...new Set(all)].filter((column) => artifactsOf(column).length > 1)
    expect(clashing).toEqual(['groundTruth'])
    expect(clashing.every((column) => AMBIGUOUS.has(column))).toBe(true)
  })

  it('reads no ambiguous name unless the format is named', () => {
    for (const artifact of ARTIFACTS) {
      for (const name of namesFor(artifact)) expect(AMBIGUOUS.has(name)).toBe(false)
    }
  })
})

const ROW = { question: 'q', answer: 'an', contexts: ['c'], ground_truth: 'g' }
const renamed = (names: Partial<Record<keyof typeof ROW, string>>): string =>
  jsonl(Object.fromEntries(Object.entries(ROW).map(([key, value]) => [names[key as keyof typeof ROW] ?? key, value])))

describe('column names of other tools', () => {
  const own = read(renamed({})).hash

  it.each([
    [
      'Ragas',
      { question: 'user_input', answer: 'response', contexts: 'retrieved_contexts', ground_truth: 'reference' },
    ],
    [
      'DeepEval',
      { question: 'input', answer: 'actual_output', contexts: 'retrieval_context', ground_truth: 'expected_output' },
    ],
    [
      'DeepEval',
      { question: 'input', answer: 'actualOutput', contexts: 'retrievalContext', ground_truth: 'expectedOutput' },
    ],
    ['openevals', { question: 'inputs', answer: 'outputs', ground_truth: 'referenceOutputs' }],
    ['promptfoo', { question: 'query', answer: 'output', contexts: 'vars.context', ground_truth: 'vars.expected' }],
  ])('of %s are read without a flag, and each is said aloud', (tool, names) => {
    const { hash, notes } = read(renamed(names))
    expect(hash).toBe(own)
    for (const [artifact, column] of Object.entries(names)) {
      const note = notes.find((candidate) => candidate.startsWith(`read \`${column}\` as ${artifact} (`))
      expect(note).toContain(tool)
    }
  })

  it('says nothing of its own names', () => {
    expect(read(jsonl(GOOD)).notes).toEqual([])
  })

  it.each(['autoevals', 'openevals', 'promptfoo'] as const)(
    'reads `context` as the passages under --format %s',
    (format) => {
      const { hash, notes } = read(renamed({ contexts: 'context' }), { format })
      expect(hash).toBe(own)
      expect(notes[0]).toBe(`read \`context\` as contexts (${FORMATS[format].title})`)
    },
  )

  it('leaves `context` unread under --format deepeval, where it is not what was retrieved', () => {
    const row = { input: 'q', actual_output: 'an', retrieval_context: ['c'], expected_output: 'g', context: ['ideal'] }
    const { hash, extras } = read(jsonl(row), { format: 'deepeval' })
    expect(hash).toBe(own)
    expect(extras).toEqual(['context'])
  })

  it('refuses `context` without --format, also beside a format that is otherwise clear', () => {
    const row = { input: 'q', actual_output: 'an', retrieval_context: ['c'], context: ['ideal'] }
    const [first, ...others] = complaints(jsonl(row))
    expect(others).toEqual([])
    expect(first).toMatch(/^file:1: context: means the retrieved passages in autoevals, openevals, promptfoo, but the /)
    expect(first).toContain('in DeepEval; say which with --format autoevals|openevals|promptfoo|deepeval')
  })

  it('reads `groundTruth` as the passages under --format evalite only', () => {
    const row = { input: 'q', output: 'an', groundTruth: ['c'], expected: 'g' }
    expect(read(jsonl(row), { format: 'evalite' }).hash).toBe(own)
    expect(complaints(jsonl(row))[0]).toMatch(
      /^file:1: groundTruth: means the retrieved passages in evalite, but the reference answer in Ragas; say which/,
    )
    const nested = { input: 'q', output: 'an', expected: { groundTruth: ['c'], referenceAnswer: 'g' } }
    expect(read(jsonl(nested), { format: 'evalite' }).hash).toBe(own)
    expect(complaints(jsonl(nested))[0]).toContain('expected.groundTruth: means')
  })

  it('reads `groundTruth` as the reference under --format ragas', () => {
    expect(read(renamed({ ground_truth: 'groundTruth' }), { format: 'ragas' }).hash).toBe(own)
  })

  it('reads `ground_truths` of old Ragas where it holds one reference, and never chooses among several', () => {
    const { ground_truth, ...rest } = ROW
    expect(read(jsonl({ ...rest, ground_truths: [ground_truth] })).hash).toBe(own)
    expect(complaints(jsonl({ ...rest, ground_truths: ['g', 'h'] }))).toEqual([
      'file:1: ground_truths: expected one reference, got 2; keep one, or join them into one string',
    ])
  })

  it('reads under --format groundwire its own names alone', () => {
    const { hash, extras } = read(jsonl({ ...ROW, context: 'x', user_input: 'y', groundTruth: ['z'] }), {
      format: 'groundwire',
    })
    expect(hash).toBe(own)
    expect(extras).toEqual(['context', 'user_input', 'groundTruth'])
  })

  it('refuses two columns for one artifact where they differ in any row, and names the row', () => {
    const rows = jsonl({ ...GOOD, user_input: 'q' }, { ...GOOD, id: 'b', user_input: 'other' })
    expect(complaints(rows)).toEqual([
      'file:2: question: `question` and `user_input` differ, expected one column for it; remove or rename one',
    ])
  })

  it('accepts two columns for one artifact where they are equal throughout, and says so', () => {
    const { hash, notes } = read(jsonl({ ...ROW, user_input: 'q' }))
    expect(hash).toBe(own)
    expect(notes).toContain('`question` and `user_input` agree on question')
  })

  it('refuses a format it does not know', () => {
    expect(complaints(jsonl(GOOD), { format: 'phoenix' as 'ragas' })[0]).toMatch(
      /^unknown format `phoenix`; expected one of/,
    )
  })

  it('lists columns it does not use, and keeps them out of the samples', () => {
    const { extras, samples } = read(jsonl({ ...GOOD, meta: { a: 1 }, labels: [] }))
    expect(extras).toEqual(['meta', 'labels'])
    expect(samples).toEqual([GOOD])
  })
})
