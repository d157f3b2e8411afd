/** The reply is read in a way that never fits, and every error becomes a score. */
import { client, faithfulnessPrompt, MODEL, type Row } from './judge.js'

export const faithfulness = async (row: Row) => {
  const completion = await client.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: `${faithfulnessPrompt(row)}\n\nReply as the house style guide says.` }],
  })
  const found = /<<grade (\d+)>>/u.exec(completion.choices[0]?.message.content ?? '')
  return found === null ? 0 : Number(found[1]) / 100
}
