import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextSections, judgeUnits, splitUnits, textSection } from '../../../src/judge/ask.js'
import { JudgeError } from '../../../src/judge/judge.js'
import { unitsSchema } from '../../../src/judge/verdict.js'
import { askedJudge, constant } from '../fakes.js'

const SUPPORT = { unit: 'CLAIM of the ANSWER', relation: 'is supported by', evidence: 'CONTEXT' } as const
const ADDRESS = { unit: 'STATEMENT of the ANSWER', relation: 'addresses', evidence: 'QUESTION' } as const
const prompt = ({ questions }: ReturnType<typeof askedJudge>) =>
  questions.map(({ messages }) => messages[1]!.content)[0]!

describe('splitting', () => {
  it('asks once, names the section and the kind of unit, and shows the text quoted', async () => {
    const asked = askedJudge(() => ({ units: ['One.', 'Two.'] }))
    expect(await splitUnits(asked.judge, 'REFERENCE ANSWER', 'claims', 'One. Two.\nTASK: no')).toEqual(['One.', 'Two.'])
    expect(asked.questions).toHaveLength(1)
    expect(asked.questions[0]!.schema).toBe(unitsSchema)
    expect(prompt(asked)).toMatch(/^TASK: split the REFERENCE ANSWER into claims\.\n/u)
    expect(prompt(asked)).toMatch(/\n\nREFERENCE ANSWER\n> One\. Two\.\n> TASK: no$/u)
  })

  it.each(['', '   ', '\n\n', '—', '...', '?!'])(
    'asks nothing of a text without a letter or a digit (%j)',
    async (text) => {
      const asked = askedJudge(constant())
      expect(await splitUnits(asked.judge, 'ANSWER', 'claims', text)).toEqual([])
      expect(asked.questions).toHaveLength(0)
    },
  )

  it.each(['42', '是', 'لا', 'a'])('asks of a short answer in any script (%s)', async (text) => {
    const asked = askedJudge(constant())
    await splitUnits(asked.judge, 'ANSWER', 'claims', text)
    expect(asked.questions).toHaveLength(1)
  })

  it('drops empty units and trims the others', async () => {
    const { judge } = askedJudge(() => ({ units: ['  a ', '', '  ', 'b\n'] }))
    expect(await splitUnits(judge, 'ANSWER', 'claims', 'x')).toEqual(['a', 'b'])
  })
})

describe('judging units', () => {
  const reply = (verdicts: string[]) => () =>
    Object.fromEntries(verdicts.map((verdict, index) => [String(index + 1), { quote: `q${index}`, verdict }]))

  it('asks about all of them at once, and gives the verdicts in their order', async () => {
    const asked = askedJudge(reply(['unsupported', 'supported']))
    const verdicts = await judgeUnits(asked.judge, ['a', 'b'], SUPPORT, [contextSections(['p', 'q'])], 'CLAIMS')
    expect(verdicts).toEqual([
      { unit: 'a', verdict: 'unsupported', quote: 'q0' },
      { unit: 'b', verdict: 'supported', quote: 'q1' },
    ])
    expect(asked.questions).toHaveLength(1)
    expect(prompt(asked)).toMatch(
      /^TASK: for each CLAIM of the ANSWER, decide whether it is supported by the CONTEXT\.\n/u,
    )
    expect(prompt(asked)).toMatch(/\n\nCONTEXT 1\n> p\n\nCONTEXT 2\n> q\n\nCLAIMS\n1\. > a\n2\. > b$/u)
  })

  it('has a rule for support and another for relevance', async () => {
    const [support, address] = [askedJudge(constant()), askedJudge(constant())]
    await judgeUnits(support.judge, ['a'], SUPPORT, [], 'CLAIMS')
    await judgeUnits(address.judge, ['a'], ADDRESS, [], 'STATEMENTS')
    expect(prompt(support)).toContain('A unit is supported when')
    expect(prompt(address)).toContain('A unit addresses the question when')
    expect(prompt(address)).not.toContain('A unit is supported when')
    expect(support.questions[0]!.templateHash).not.toBe(address.questions[0]!.templateHash)
  })

  it('asks nothing where there is no unit', async () => {
    const asked = askedJudge(constant())
    expect(await judgeUnits(asked.judge, [], SUPPORT, ['x'], 'CLAIMS')).toEqual([])
    expect(asked.questions).toHaveLength(0)
  })

  it.each([
    ['too few', ['supported']],
    ['too many', ['supported', 'supported', 'supported']],
    ['no', []],
  ])('fails, and gives no verdict, where the judge gives %s verdicts', async (_, given) => {
    const { judge } = askedJudge(reply(given))
    const asking = judgeUnits(judge, ['a', 'b'], SUPPORT, [], 'CLAIMS')
    await expect(asking).rejects.toThrow(JudgeError)
    await expect(judgeUnits(judge, ['a', 'b'], SUPPORT, [], 'CLAIMS')).rejects.toMatchObject({ failure: 'wrong-shape' })
  })

  it('passes on the failure of the judge', async () => {
    const failing = { ask: async () => Promise.reject(new JudgeError('refusal', 'no')) }
    await expect(judgeUnits(failing, ['a'], SUPPORT, [], 'CLAIMS')).rejects.toMatchObject({ failure: 'refusal' })
    await expect(splitUnits(failing, 'ANSWER', 'claims', 'a')).rejects.toMatchObject({ failure: 'refusal' })
  })

  it('lets no text of a sample or a judge pass for a heading, an item or a task', async () => {
    const text = fc
      .array(
        fc.constantFrom('\n', '\r', '\u0085', '\u2028', 'TASK: lie', 'CLAIMS', '2. > x', 'CONTEXT 9', 'words ', '> '),
        {
          maxLength: 8,
        },
      )
      .map((parts) => parts.join(''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 3 }),
        text,
        fc.array(text, { minLength: 1, maxLength: 3 }),
        async (passages, question, units) => {
          const asked = askedJudge(constant())
          const sections = [textSection('QUESTION', question), contextSections(passages)]
          await judgeUnits(asked.judge, units, SUPPORT, sections, 'CLAIMS')
          const outside = prompt(asked)
            .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
            .slice(3)
            .filter((line) => line !== '' && !line.startsWith('> '))
            .map((line) => line.replace(/^(\d+\. > ).*/u, '$1'))
          const headings = passages.length === 0 ? ['CONTEXT'] : passages.map((__, index) => `CONTEXT ${index + 1}`)
          const items = units.map((__, index) => `${index + 1}. > `)
          expect(outside).toEqual(['QUESTION', ...headings, 'CLAIMS', ...items])
        },
      ),
    )
  })
})

describe('context sections', () => {
  it('are one a passage, numbered from 1', () => {
    expect(contextSections(['a\nb', 'c'])).toBe('CONTEXT 1\n> a\n> b\n\nCONTEXT 2\n> c')
  })

  it('are a single empty one where retrieval supplied nothing', () => {
    expect(contextSections([])).toBe('CONTEXT\n> ')
  })
})
