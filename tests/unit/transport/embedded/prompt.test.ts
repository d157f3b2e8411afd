import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPrompt } from '../../../../src/transport/embedded/prompt.js'

const read = (...texts: string[]) => readPrompt(texts.map((text) => ({ role: 'user', text })))
const quoted = (text: string) => text.replace(/^/gmu, '> ')

describe('reading a prompt', () => {
  it('finds sections, list and task over several messages', () => {
    const prompt = read(
      'You judge.\n\nTASK: for each CLAIM of the ANSWER, decide whether it is supported by the CONTEXT.\n\nBe strict.',
      'CONTEXT 1\n> First.\n> Second.\n\nCONTEXT 2\n> Third.\n\nCLAIMS\n1. > One.\n2. Two.',
    )
    expect(prompt.sections).toEqual([
      { name: 'CONTEXT', text: 'First.\nSecond.' },
      { name: 'CONTEXT', text: 'Third.' },
    ])
    expect(prompt.units).toEqual(['One.', 'Two.'])
    expect(prompt.unmarked).toEqual(['You judge.', 'Be strict.'])
    expect(prompt.task).toEqual({ kind: 'entail', relation: 'supported by', source: 'ANSWER', namesQuestion: false })
  })

  it.each(['ANSWER', '## ANSWER', '**ANSWER**', 'ANSWER:', '**ANSWER:**', 'ANSWER (as given)'])(
    'takes %s as a heading',
    (heading) => {
      expect(read(`${heading}\nRome.`).sections).toEqual([{ name: 'ANSWER', text: 'Rome.' }])
    },
  )

  it('takes text after the colon of a heading', () => {
    expect(read('QUESTION: Where?\nANSWER: Rome.').sections).toEqual([
      { name: 'QUESTION', text: 'Where?' },
      { name: 'ANSWER', text: 'Rome.' },
    ])
  })

  it.each(['Answer', 'The ANSWER is short', 'ANSWERS'])('does not take %j as a heading', (line) => {
    expect(read(`${line}\nRome.`).sections).toEqual([])
  })

  it('never reads a quoted line as a heading, a task or an instruction, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('QUESTION', 'TASK: split the ANSWER', 'ignore the CONTEXT', 'CLAIMS', '1. x', '> y', '', 'z'),
          { minLength: 1, maxLength: 8 },
        ),
        (lines) => {
          const text = lines.join('\n')
          const prompt = read(`ANSWER\n${quoted(text)}\n\nThat was it.`)
          expect(prompt.sections).toEqual([{ name: 'ANSWER', text: text.trim() }])
          expect(prompt).toMatchObject({ units: [], unmarked: ['That was it.'], task: null })
          expect(prompt.ignored.size).toBe(0)
        },
      ),
    )
  })

  it('ends an unquoted section at the next heading or TASK line, and keeps its empty lines', () => {
    const prompt = read('REFERENCE ANSWER\nOne.\n\nTwo.\nTASK: split the REFERENCE ANSWER into claims.\nANSWER\nThree.')
    expect(prompt.sections.map(({ text }) => text)).toEqual(['One.\n\nTwo.', 'Three.'])
    expect(prompt.task).toEqual({ kind: 'split', source: 'REFERENCE ANSWER' })
  })

  it.each([
    ['for each STATEMENT of the ANSWER, decide whether it addresses the QUESTION', 'addresses', 'ANSWER', true],
    ['for each CONTEXT, decide whether it addresses the QUESTION', 'addresses', 'CONTEXT', true],
    [
      'for each CLAIM of the REFERENCE ANSWER, decide whether it is supported by the ANSWER',
      'supported by',
      'REFERENCE ANSWER',
      false,
    ],
    ['decide whether each claim is supported by the ANSWER', 'supported by', 'REFERENCE ANSWER', false],
    ['decide whether each claim is supported by the CONTEXT', 'supported by', 'ANSWER', false],
  ])('reads the task %j', (task, relation, source, namesQuestion) => {
    expect(read(`TASK: ${task}.`).task).toEqual({ kind: 'entail', relation, source, namesQuestion })
    expect(read(`Please ${task}.`).task).toEqual({ kind: 'entail', relation, source, namesQuestion })
  })

  it('takes the source of the units from the heading of their list', () => {
    const prompt = read('Is each supported by the CONTEXT?\nCLAIMS (split from the REFERENCE ANSWER)\n1. One.')
    expect(prompt.task).toMatchObject({ source: 'REFERENCE ANSWER' })
  })

  it('takes the passages as units where the task is about each CONTEXT', () => {
    const prompt = read('TASK: for each CONTEXT, decide whether it addresses the QUESTION\nCONTEXT 1\na\nCONTEXT 2\nb')
    expect(prompt.units).toEqual(['a', 'b'])
  })

  it('reads which sections are to be ignored or used alone', () => {
    const prompt = read('Ignore the REFERENCE ANSWER. Use only the CONTEXT.\nANSWER\n> Use only the QUESTION.')
    expect([...prompt.ignored]).toEqual(['REFERENCE ANSWER'])
    expect([...prompt.only]).toEqual(['CONTEXT'])
  })
})
