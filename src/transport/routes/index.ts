import { anthropicBedrock, anthropicVertex } from './anthropic-elsewhere.js'
import { anthropicMessages } from './anthropic-messages.js'
import { geminiContent } from './gemini-content.js'
import { geminiEmbedding, geminiEmbeddings } from './gemini-embeddings.js'
import { ollamaChat, ollamaGenerate } from './ollama.js'
import { ollamaEmbed, ollamaEmbeddings } from './ollama-embeddings.js'
import { openaiChat } from './openai-chat.js'
import { openaiCompletions } from './openai-completions.js'
import { openaiEmbeddings } from './openai-embeddings.js'
import { openaiResponses } from './openai-responses.js'
import type { Asked, JudgeRoute } from './route.js'
import { unknownModel } from './unknown-model.js'

/** The APIs that judges are asked through, known by path and body, never by host. */
export const JUDGE_ROUTES: readonly JudgeRoute[] = [
  openaiChat,
  openaiCompletions,
  openaiResponses,
  openaiEmbeddings,
  anthropicMessages,
  anthropicVertex,
  anthropicBedrock,
  geminiContent,
  geminiEmbedding,
  geminiEmbeddings,
  ollamaChat,
  ollamaGenerate,
  ollamaEmbed,
  ollamaEmbeddings,
  unknownModel,
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
