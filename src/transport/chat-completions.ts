import type { JsonSchema } from './json-schema.js'

/** The part of a chat-completions request that a judge needs. */
export interface ChatRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  /** The asked reply format, or null where none was asked as a JSON schema. */
  readonly schema: JsonSchema | null
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => (typeof part?.text === 'string' ? part.text : '')).join('\n')
      : ''

/** Reads the body of a chat-completions request; null for anything else. */
export const readChatRequest = (body: string): ChatRequest | null => {
  try {
    const parsed = JSON.parse(body)
    if (!Array.isArray(parsed?.messages)) return null
    return {
      model: String(parsed.model ?? ''),
      messages: parsed.messages.map((message: { role?: unknown; content?: unknown }) => ({
        role: String(message?.role ?? ''),
        text: textOf(message?.content),
      })),
      schema: parsed.response_format?.json_schema?.schema ?? null,
    }
  } catch {
    return null
  }
}

/** A chat completion that holds `content`, without a clock or a random id in it. */
export const chatCompletion = (model: string, content: string) => ({
  id: 'chatcmpl-groundwire',
  object: 'chat.completion',
  created: 0,
  model,
  choices: [
    { index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null },
  ],
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
})
