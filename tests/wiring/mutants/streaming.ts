/** The reply is streamed. */
import { client, faithfulnessPrompt, MODEL, type Row, SCORE } from './judge.js'

export const faithfulness = async (row: Row) => {
  const stream = await client.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: faithfulnessPrompt(row) }],
    response_format: SCORE,
    stream: true,
  })
  let content = ''
  for await (const chunk of stream) content += chunk.choices[0]?.delta.content ?? ''
  return JSON.parse(content).score
}
