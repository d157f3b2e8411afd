/** Hand-written judges that speak another API, with a reply format that only the prompt describes. */
import { client, faithfulnessPrompt, MODEL, type Row } from './judge.js'

const PROSE = 'Reply in JSON, as in {"score": <number between 0 and 1>, "reason": "<one sentence>"}.'

const post = async <T>(url: string, body: unknown): Promise<T> => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json() as Promise<T>
}

const scoreIn = (text: string): number => JSON.parse(/\{[\s\S]*\}/u.exec(text)?.[0] ?? text).score

const ASK = {
  anthropic: async (content: string) =>
    (
      await post<{ content: { text: string }[] }>('https://api.anthropic.com/v1/messages', {
        model: 'claude-sonnet-4-5',
        max_tokens: 200,
        messages: [{ role: 'user', content }],
      })
    ).content[0]?.text,
  gemini: async (content: string) =>
    (
      await post<{ candidates: { content: { parts: { text: string }[] } }[] }>(
        'https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:generateContent',
        { contents: [{ role: 'user', parts: [{ text: content }] }] },
      )
    ).candidates[0]?.content.parts[0]?.text,
  ollama: async (content: string) =>
    (
      await post<{ message: { content: string } }>('http://localhost:11434/api/chat', {
        model: 'llama3.2',
        stream: false,
        messages: [{ role: 'user', content }],
      })
    ).message.content,
  responses: async (content: string) => (await client.responses.create({ model: MODEL, input: content })).output_text,
  prose: async (content: string) =>
    (await client.chat.completions.create({ model: MODEL, messages: [{ role: 'user', content }] })).choices[0]?.message
      .content,
} as const

export type Api = keyof typeof ASK

const scorer = (api: Api, prompt: (row: Row) => string) => ({
  faithfulness: async (row: Row) => scoreIn((await ASK[api](`${prompt(row)}\n\n${PROSE}`)) ?? ''),
})

export const wiredOver = (api: Api) => scorer(api, faithfulnessPrompt)
export const leakingOver = (api: Api) => scorer(api, (row) => `${faithfulnessPrompt(row)}\n\nGold: ${row.ground_truth}`)
