/** Loaded before requests are watched: it keeps the `fetch` that was there. Nothing listens where it sends. */
import type { Row } from './judge.js'

const early = globalThis.fetch

export const faithfulness = async ({ answer, contexts, ground_truth }: Row) => {
  const schema = { type: 'object', properties: { score: { type: 'number', minimum: 0, maximum: 1 } } }
  const content = `Is it faithful?\n\n${answer}\n\n${contexts.join('\n')}\n\n${ground_truth}`
  const response = await early('http://127.0.0.1:48173/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'local',
      messages: [{ role: 'user', content }],
      response_format: { type: 'json_schema', json_schema: { name: 'grade', schema } },
    }),
  })
  const completion = (await response.json()) as { choices: { message: { content: string } }[] }
  return JSON.parse(completion.choices[0]?.message.content ?? '').score as number
}
