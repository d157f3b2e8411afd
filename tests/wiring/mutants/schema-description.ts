/** The reference stands in the description of the reply schema. */
import { faithfulnessPrompt, GRADER, type Row, reply, schemaOf } from './judge.js'

export const faithfulness = async (row: Row) => {
  const score = { type: 'number', minimum: 0, maximum: 1 }
  const content = await reply(
    [
      { role: 'system', content: GRADER },
      { role: 'user', content: faithfulnessPrompt(row) },
    ],
    schemaOf('grade', { score }, `1 where the answer says: ${row.ground_truth}`),
  )
  return JSON.parse(content).score
}
