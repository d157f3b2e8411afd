import { describe, expect, it } from 'vitest'
import { proseShape, replyInShape } from '../../../../src/transport/replies/prose.js'
import { DISPOSITIONS } from '../../../../src/wire/disposition.js'
import { JUDGES, type Shown } from './handwritten-judges.js'

const SAMPLES: readonly Shown[] = [
  {
    question: 'When did the ferry to Aros first sail?',
    answer: 'It first sailed in 1931. The crossing took two hours.',
    contexts: ['The Aros ferry opened in 1931.', 'A crossing lasted two hours until 1960.'],
    truth: 'The ferry first sailed in 1931.',
  },
  {
    question: 'Is tea or coffee grown there, and how much?',
    answer: 'Tea: about 3 to 4 tonnes a year; coffee - none. (See the note.)',
    contexts: ['Yields: 3-4 tonnes of tea.', 'No coffee is grown; yes, none.'],
    truth: 'Only tea, 3 or 4 tonnes.',
  },
]
/** Lists of statements have no scale: what counts is that they are read, and that their lengths move a score. */
const COUNTS = /^(?:one statement a line|a numbered list|bullets|a JSON array of strings alone)$/u
const MORE = /^two string lists$/u

const scores = (
  judge: (typeof JUDGES)[number],
  sample: Shown,
  dispositions: readonly (typeof DISPOSITIONS)[number][],
) => dispositions.map((disposition) => judge.parse(replyInShape(proseShape(judge.prompt(sample)), disposition)))

describe('the parser of a hand-written judge', () => {
  it.each(JUDGES.map((judge) => [judge.name, judge] as const))('reads %s, affirmed and denied', (name, judge) => {
    for (const sample of SAMPLES) {
      const [affirmed = Number.NaN, denied = Number.NaN] = scores(judge, sample, ['affirming', 'denying'])
      expect([affirmed, denied].every(Number.isFinite)).toBe(true)
      if (COUNTS.test(name) || MORE.test(name)) {
        const shape = proseShape(judge.prompt(sample))
        expect(new Set(DISPOSITIONS.map((each) => replyInShape(shape, each))).size).toBeGreaterThan(1)
        expect(affirmed).toBeGreaterThan(0)
      } else expect(affirmed).not.toBe(denied)
    }
  })

  it('finds the same shape in prompts that show other samples', () => {
    for (const { prompt } of JUDGES) expect(proseShape(prompt(SAMPLES[1]!))).toEqual(proseShape(prompt(SAMPLES[0]!)))
  })

  it('finds the same shape where a shown answer speaks of scores', () => {
    const prompt = (answer: string) => `Answer: ${answer}\nOn a scale of 1 to 5, how clear is it? Number only.`
    for (const answer of ['I rate it from 3 to 9.', 'The score is 40 to 60.', 'Grade it on a scale of 2 to 7.'])
      expect(proseShape(prompt(answer))).toEqual(proseShape(prompt('It sailed.')))
  })
})
