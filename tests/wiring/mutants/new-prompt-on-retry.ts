/** After a reply that is no JSON another prompt is tried, once; it shows the reference. */
import { faithfulnessPrompt, GRADER, type Row, reply, SCORE } from './judge.js'

export const faithfulness = async (row: Row) => {
  const content = await reply(
    [
      { role: 'system', content: GRADER },
      { role: 'user', content: faithfulnessPrompt(row) },
    ],
    SCORE,
  )
  try {
    return JSON.parse(content).score as number
  } catch {
    const system = { role: 'system', content: 'Compare, and reply with valid JSON.' } as const
    const user = { role: 'user', content: `${row.answer}\n---\n${row.ground_truth}` } as const
    return JSON.parse(await reply([system, user], SCORE)).score as number
  }
}
