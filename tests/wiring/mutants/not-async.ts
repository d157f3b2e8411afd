/** A scorer that is no async function: it only returns a promise, so no frame of it is left when a request is sent. */
import { client, faithfulnessPrompt, MODEL, type Row, SCORE } from './judge.js'

export const faithfulness = (row: Row) =>
  client.chat.completions
    .create({
      model: MODEL,
      messages: [{ role: 'user', content: `${faithfulnessPrompt(row)}\n\nReference:\n${row.ground_truth}` }],
      response_format: SCORE,
    })
    .then((completion) => JSON.parse(completion.choices[0]?.message.content ?? '').score as number)
