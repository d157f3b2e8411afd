import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, textOf } from './body.js'
import { type Asked, type JudgeRoute, type ReplyFormat, replyText } from './route.js'
import { jsonLines } from './stream.js'

const formatOf = ({ format }: Record<string, unknown>): ReplyFormat =>
  isRecord(format)
    ? { kind: 'schema', name: '', schema: format as JsonSchema, as: 'content' }
    : format === 'json'
      ? { kind: 'json' }
      : { kind: 'text' }

const shared = (body: Record<string, unknown>): Pick<Asked, 'model' | 'format' | 'stream' | 'unseen'> => ({
  model: String(body.model ?? ''),
  format: formatOf(body),
  // Ollama streams unless it is told not to.
  stream: body.stream !== false,
  unseen: ['keep_alive'],
})

const respond =
  (part: (text: string) => object): JudgeRoute['respond'] =>
  ({ model, stream }, reply) => {
    const text = replyText(reply)
    const answer = { model, created_at: '1970-01-01T00:00:00Z' }
    const end = { done: true, done_reason: 'stop', prompt_eval_count: 1, eval_count: 1 }
    return stream
      ? jsonLines([
          { ...answer, ...part(text), done: false },
          { ...answer, ...part(''), ...end },
        ])
      : Response.json({ ...answer, ...part(text), ...end })
  }

/** Ollama chat. */
export const ollamaChat: JudgeRoute = {
  name: 'ollama.chat',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/api/chat') || !isRecord(body) || !Array.isArray(body.messages))
      return null
    const messages = body.messages.filter(isRecord)
    return {
      route: 'ollama.chat',
      ...shared(body),
      messages: [
        ...messages.map(({ role, content }) => ({ role: String(role ?? ''), text: textOf(content) })),
        ...fieldsIn(body, ['tools', 'format']),
      ],
    }
  },
  respond: respond((content) => ({ message: { role: 'assistant', content } })),
}

/** Ollama generate. */
export const ollamaGenerate: JudgeRoute = {
  name: 'ollama.generate',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/api/generate') || !isRecord(body) || typeof body.prompt !== 'string')
      return null
    return {
      route: 'ollama.generate',
      ...shared(body),
      messages: [
        ...(typeof body.system === 'string' ? [{ role: 'system', text: body.system }] : []),
        { role: 'user', text: body.prompt },
        ...fieldsIn(body, ['format', 'template']),
      ],
    }
  },
  respond: respond((response) => ({ response })),
}
