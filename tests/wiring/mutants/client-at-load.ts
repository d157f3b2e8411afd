/** A client of its own, built when the module is loaded. */
import OpenAI from 'openai'
import { faithfulnessPrompt, GRADER, type Row, reply, SCORE } from './judge.js'

const own = new OpenAI({ apiKey: 'none', maxRetries: 0, baseURL: 'https://gateway.example/v1' })

export const faithfulness = async (row: Row) => {
  const user = `${faithfulnessPrompt(row)}\n\nReference:\n${row.ground_truth}`
  const content = await reply(
    [
      { role: 'system', content: GRADER },
      { role: 'user', content: user },
    ],
    SCORE,
    own,
  )
  return JSON.parse(content).score
}
