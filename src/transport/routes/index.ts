import { anthropicMessages } from './anthropic-messages.js'
import { geminiContent } from './gemini-content.js'
import { ollamaChat, ollamaGenerate } from './ollama.js'
import { openaiChat } from './openai-chat.js'
import { openaiEmbeddings } from './openai-embeddings.js'
import { openaiResponses } from './openai-responses.js'
import type { Asked, JudgeRoute } from './route.js'

/** The APIs that judges are asked through, known by path and body, never by host. */
export const JUDGE_ROUTES: readonly JudgeRoute[] = [
  openaiChat,
  openaiResponses,
  openaiEmbeddings,
  anthropicMessages,
  geminiContent,
  ollamaChat,
  ollamaGenerate,
]

/** The route of a request and what it asks; null where it goes to no judge. */
export const findRoute = (
  method: string,
  path: string,
  body: unknown,
): { readonly route: JudgeRoute; readonly asked: Asked } | null => {
  for (const route of JUDGE_ROUTES) {
    const asked = route.read(method, path, body)
    if (asked !== null) return { route, asked }
  }
  return null
}
