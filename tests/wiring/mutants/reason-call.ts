/** The score is clean; a call after it, which sees everything, writes the reason. */
import { client, faithfulnessPrompt, grade, MODEL, type Row } from './judge.js'

export const faithfulness = async (row: Row) => {
  const score = await grade(faithfulnessPrompt(row))
  const content = `Explain in one sentence why ${row.answer} may miss ${row.ground_truth}.`
  const completion = await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })
  return { score, reason: completion.choices[0]?.message.content }
}
