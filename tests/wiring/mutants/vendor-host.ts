/** A vendor that speaks OpenAI's API at a path of its own, reached with plain fetch. */
import { faithfulnessPrompt, MODEL, type Row, SCORE } from './judge.js'

export const faithfulness = async (row: Row) => {
  const response = await fetch('https://inference.vendor.example/api/openai/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
    body: JSON.stringify({
      model: MODEL,
      messages: [{ role: 'user', content: faithfulnessPrompt(row) }],
      response_format: SCORE,
    }),
  })
  if (!response.ok) throw new Error(`the vendor answered ${response.status}`)
  const completion = (await response.json()) as { choices: { message: { content: string } }[] }
  return JSON.parse(completion.choices[0]?.message.content ?? '').score as number
}
