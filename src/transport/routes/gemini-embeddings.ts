import { isRecord, textOf } from './body.js'
import { type Asked, embeddingFormat, type JudgeRoute } from './route.js'

const PATH = /\/models\/([^/:]+):(embedContent|batchEmbedContents)$/u
const DIMENSIONS = 768

const asked = (route: string, model: string, requests: readonly Record<string, unknown>[]): Asked => ({
  route,
  model,
  messages: requests.map(({ content, title }) => ({
    role: 'input',
    text: [title, textOf(content)].filter(Boolean).join('\n'),
  })),
  format: embeddingFormat(requests.length, requests[0]?.outputDimensionality, { usual: DIMENSIONS }),
  stream: false,
  unseen: [],
})

const vectorsOf = (reply: Parameters<JudgeRoute['respond']>[1]) =>
  ('vectors' in reply ? reply.vectors : []).map((values) => ({ values }))

/** Gemini embedContent: one text. */
export const geminiEmbedding: JudgeRoute = {
  name: 'gemini.embedContent',
  read: (method, path, body) => {
    const [, model, action] = PATH.exec(path) ?? []
    if (method !== 'POST' || model === undefined || action !== 'embedContent') return null
    return isRecord(body) && body.content !== undefined ? asked('gemini.embedContent', model, [body]) : null
  },
  respond: (_, reply) => Response.json({ embedding: vectorsOf(reply)[0] }),
}

/** Gemini batchEmbedContents: several texts. */
export const geminiEmbeddings: JudgeRoute = {
  name: 'gemini.batchEmbedContents',
  read: (method, path, body) => {
    const [, model, action] = PATH.exec(path) ?? []
    if (method !== 'POST' || model === undefined || action !== 'batchEmbedContents' || !isRecord(body)) return null
    if (!Array.isArray(body.requests)) return null
    return asked('gemini.batchEmbedContents', model, body.requests.filter(isRecord))
  },
  respond: (_, reply) => Response.json({ embeddings: vectorsOf(reply) }),
}
