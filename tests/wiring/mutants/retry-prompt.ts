/** The prompt of a retry after a reply that is no JSON gives an example, made from the reference. */
import { faithfulnessPrompt, GRADER, type Message, type Row, reply, SCORE } from './judge.js'

export const faithfulness = async (row: Row) => {
  const messages: Message[] = [
    { role: 'system', content: GRADER },
    { role: 'user', content: faithfulnessPrompt(row) },
  ]
  for (let attempt = 0; attempt < 3; attempt++) {
    const content = await reply(messages, SCORE)
    try {
      return JSON.parse(content).score as number
    } catch {
      messages.push(
        { role: 'assistant', content },
        { role: 'user', content: `That was no JSON. "${row.ground_truth}" would get {"score": 1}.` },
      )
    }
  }
  throw new Error('no usable reply')
}
