/** A loop of its own waits and asks again after 429, and so does the client. */
import OpenAI from 'openai'
import { faithfulnessPrompt, grade, MODEL, type Row, SCORE } from './judge.js'

const patient = new OpenAI({ apiKey: 'none', maxRetries: 2 })

export const faithfulness = async (row: Row) => {
  const completion = await patient.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: faithfulnessPrompt(row) }],
    response_format: SCORE,
  })
  const first: number = JSON.parse(completion.choices[0]?.message.content ?? '').score
  for (let attempt = 0; ; attempt++) {
    try {
      return (first + (await grade(`Look again.\n\n${faithfulnessPrompt(row)}`))) / 2
    } catch (error) {
      if (!(error instanceof OpenAI.RateLimitError) || attempt === 2) throw error
      await new Promise((next) => setTimeout(next, 1))
    }
  }
}
