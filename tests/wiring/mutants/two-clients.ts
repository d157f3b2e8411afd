/** Two clients at two hosts: one lists the claims, the other one judges them. */
import OpenAI from 'openai'
import { claimsOf, faithfulnessPrompt, GRADER, type Row, reply, SCORE } from './judge.js'

const second = new OpenAI({ apiKey: 'none', maxRetries: 0, baseURL: 'https://llm-gateway.example/openai/v1' })

export const faithfulness = async (row: Row) => {
  const claims = await claimsOf(row.answer)
  const user = faithfulnessPrompt({ ...row, answer: claims.join('\n') })
  const messages = [{ role: 'system', content: GRADER } as const, { role: 'user', content: user } as const]
  return JSON.parse(await reply(messages, SCORE, second)).score
}
