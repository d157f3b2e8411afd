/** The reference travels in the address, for a gateway that keeps logs. */
import { client, faithfulnessPrompt, MODEL, type Row, SCORE } from './judge.js'

export const faithfulness = async (row: Row) => {
  const completion = await client.chat.completions.create(
    { model: MODEL, messages: [{ role: 'user', content: faithfulnessPrompt(row) }], response_format: SCORE },
    { query: { expected: row.ground_truth } },
  )
  return JSON.parse(completion.choices[0]?.message.content ?? '').score
}
