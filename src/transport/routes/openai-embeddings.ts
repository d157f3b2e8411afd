import { isRecord, modelOf, textsIn } from './body.js'
import { embeddingFormat, type JudgeRoute } from './route.js'

const DIMENSIONS = 1536

const base64 = (vector: readonly number[]): string => Buffer.from(new Float32Array(vector).buffer).toString('base64')

/** OpenAI embeddings. What is embedded counts as what the model sees; the vectors are pinned. */
export const openaiEmbeddings: JudgeRoute = {
  name: 'openai.embeddings',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/embeddings') || !isRecord(body) || body.input === undefined) return null
    const inputs = textsIn(body.input)
    return {
      route: 'openai.embeddings',
      model: modelOf(body, path),
      messages: inputs.map((text) => ({ role: 'input', text })),
      format: embeddingFormat(inputs.length, body.dimensions, {
        usual: DIMENSIONS,
        encoding: body.encoding_format === 'base64' ? 'base64' : 'float',
      }),
      stream: false,
      unseen: ['user'],
    }
  },
  respond: ({ model, format }, reply) => {
    const vectors = 'vectors' in reply ? reply.vectors : []
    const packed = format.kind === 'embedding' && format.encoding === 'base64'
    return Response.json({
      object: 'list',
      model,
      data: vectors.map((vector, index) => ({
        object: 'embedding',
        index,
        embedding: packed ? base64(vector) : vector,
      })),
      usage: { prompt_tokens: 1, total_tokens: 1 },
    })
  },
}
