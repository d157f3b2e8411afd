import { isRecord } from './body.js'
import { type Asked, embeddingFormat, type JudgeRoute } from './route.js'

const DIMENSIONS = 768

const asked = (route: string, body: Record<string, unknown>, texts: readonly unknown[]): Asked => ({
  route,
  model: String(body.model ?? ''),
  messages: texts.map((text) => ({ role: 'input', text: String(text) })),
  format: embeddingFormat(texts.length, body.dimensions, { usual: DIMENSIONS }),
  stream: false,
  unseen: ['keep_alive'],
})

/** Ollama embed: one text or several. */
export const ollamaEmbed: JudgeRoute = {
  name: 'ollama.embed',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/api/embed') || !isRecord(body) || body.input === undefined) return null
    return asked('ollama.embed', body, [body.input].flat())
  },
  respond: ({ model }, reply) =>
    Response.json({ model, embeddings: 'vectors' in reply ? reply.vectors : [], prompt_eval_count: 1 }),
}

/** Ollama embeddings, the older API: one text. */
export const ollamaEmbeddings: JudgeRoute = {
  name: 'ollama.embeddings',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/api/embeddings') || !isRecord(body)) return null
    return typeof body.prompt === 'string' ? asked('ollama.embeddings', body, [body.prompt]) : null
  },
  respond: (_, reply) => Response.json({ embedding: ('vectors' in reply ? reply.vectors : [])[0] ?? [] }),
}
