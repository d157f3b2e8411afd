/** A rubric from 1 to 5. */
import { ratio } from '../../../src/index.js'
import { faithfulnessPrompt, GRADER, type Row, reply, schemaOf } from './judge.js'

const STARS = schemaOf('stars', { stars: { type: 'integer', minimum: 1, maximum: 5 } })

export const groundedness_stars = {
  over: ratio(['answer', 'contexts'], ['answer']),
  scale: [1, 5] as const,
  score: async (row: Row) => {
    const messages = [
      { role: 'system', content: GRADER } as const,
      { role: 'user', content: faithfulnessPrompt(row) } as const,
    ]
    return JSON.parse(await reply(messages, STARS)).stars as number
  },
}
