/** No client at all: node's own http. */
import { request } from 'node:https'
import { faithfulnessPrompt, MODEL, type Row, SCORE } from './judge.js'

const post = (body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      'https://api.openai.com/v1/chat/completions',
      { method: 'POST', headers: { 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => resolve(text))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })

const ask = async (content: string) => {
  const body = { model: MODEL, messages: [{ role: 'user', content }], response_format: SCORE }
  const completion = JSON.parse(await post(JSON.stringify(body)))
  return JSON.parse(completion.choices[0].message.content).score as number
}

export const wired = { faithfulness: async (row: Row) => ask(faithfulnessPrompt(row)) }
export const leaking = {
  faithfulness: async (row: Row) => ask(`${faithfulnessPrompt(row)}\n\nReference: ${row.ground_truth}`),
}
