/** What the harnesses in this folder share: rows as an evaluation script has them, one client, a few prompts. */
import OpenAI from 'openai'

export interface Row {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly contexts: readonly string[]
  readonly ground_truth: string
}

export const client = new OpenAI({ apiKey: 'none', maxRetries: 0 })
export const MODEL = 'gpt-4.1-mini'

export const schemaOf = (name: string, properties: Record<string, object>, description?: string) => ({
  type: 'json_schema' as const,
  json_schema: {
    name,
    strict: true,
    schema: {
      type: 'object',
      ...(description === undefined ? {} : { description }),
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
  },
})

export interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

export const GRADER = 'You are a strict grader. Reply in JSON.'
export const SCORE = schemaOf('grade', { score: { type: 'number', minimum: 0, maximum: 1 } })

/** The content of the reply to a conversation. */
export const reply = async (messages: readonly Message[], format: ReturnType<typeof schemaOf>, using = client) => {
  const completion = await using.chat.completions.create({
    model: MODEL,
    messages: [...messages],
    response_format: format,
  })
  return completion.choices[0]?.message.content ?? ''
}

/** One prompt, one number from 0 to 1. */
export const grade = async (prompt: string, system = GRADER): Promise<number> => {
  const content = await reply(
    [
      { role: 'system', content: system },
      { role: 'user', content: prompt },
    ],
    SCORE,
  )
  return JSON.parse(content).score
}

export const passages = (contexts: readonly string[]) =>
  contexts.map((text, index) => `[${index + 1}] ${text}`).join('\n')

/** The prompt of a plain faithfulness grader. */
export const faithfulnessPrompt = ({ answer, contexts }: Row) =>
  `How much of the answer do the passages support?\n\nAnswer:\n${answer}\n\nPassages:\n${passages(contexts)}`

/** The claims of a text, listed by the judge. */
export const claimsOf = async (text: string, hint = ''): Promise<string[]> => {
  const content = await reply(
    [
      { role: 'system', content: 'You take texts apart into single claims.' },
      { role: 'user', content: `List the claims of this text.\n\n${text}${hint}` },
    ],
    schemaOf('claims', { claims: { type: 'array', items: { type: 'string' } } }),
  )
  return JSON.parse(content).claims
}

export type Verdict = 'supported' | 'unsupported'

/** One verdict a claim, all claims in one call. */
export const verdictsOn = async (claims: readonly string[], evidence: string): Promise<Verdict[]> => {
  const verdict = { type: 'string', enum: ['supported', 'unsupported'] }
  const content = await reply(
    [
      { role: 'system', content: 'You decide for each claim whether the passages support it.' },
      { role: 'user', content: `Claims:\n${claims.join('\n')}\n\nPassages:\n${evidence}` },
    ],
    schemaOf('verdicts', { verdicts: { type: 'array', items: verdict } }),
  )
  return JSON.parse(content).verdicts
}

export const share = (verdicts: readonly Verdict[]): number | null =>
  verdicts.length === 0 ? null : verdicts.filter((verdict) => verdict === 'supported').length / verdicts.length
