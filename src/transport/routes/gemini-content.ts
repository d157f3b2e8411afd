import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, textOf } from './body.js'
import { type JudgeRoute, type ReplyFormat, replyText } from './route.js'
import { serverSentEvents } from './stream.js'

const PATH = /\/models\/([^/:]+):(generateContent|streamGenerateContent)$/u

/** Gemini writes types in capitals. */
const lowerCaseTypes = (schema: unknown): JsonSchema =>
  JSON.parse(JSON.stringify(schema ?? {}), (key, value) =>
    key === 'type' && typeof value === 'string' ? value.toLowerCase() : value,
  ) as JsonSchema

const formatOf = (body: Record<string, unknown>): ReplyFormat => {
  const config = isRecord(body.generationConfig) ? body.generationConfig : {}
  const schema = config.responseSchema ?? config.responseJsonSchema
  if (schema !== undefined) return { kind: 'schema', name: '', schema: lowerCaseTypes(schema), as: 'content' }
  const tools = (Array.isArray(body.tools) ? body.tools : []).filter(isRecord)
  const declared = tools.flatMap((tool) => (Array.isArray(tool.functionDeclarations) ? tool.functionDeclarations : []))
  const [tool] = declared.filter(isRecord)
  if (tool !== undefined)
    return { kind: 'schema', name: String(tool.name ?? ''), schema: lowerCaseTypes(tool.parameters), as: 'tool' }
  return config.responseMimeType === 'application/json' ? { kind: 'json' } : { kind: 'text' }
}

const candidatesIn = (config: unknown): number =>
  isRecord(config) && typeof config.candidateCount === 'number' ? config.candidateCount : 1

/** Gemini generateContent and streamGenerateContent. */
export const geminiContent: JudgeRoute = {
  name: 'gemini.generateContent',
  read: (method, path, body) => {
    const [, model, action] = PATH.exec(path) ?? []
    if (method !== 'POST' || model === undefined || !isRecord(body) || body.contents === undefined) return null
    const contents = [body.contents].flat().filter(isRecord)
    const system = body.systemInstruction ?? body.system_instruction
    return {
      route: 'gemini.generateContent',
      model,
      messages: [
        ...(system === undefined ? [] : [{ role: 'system', text: textOf(system) }]),
        ...contents.map((content) => ({ role: String(content.role ?? 'user'), text: textOf(content) })),
        ...fieldsIn(body, ['tools', 'generationConfig']),
      ],
      format: formatOf(body),
      stream: action === 'streamGenerateContent',
      unseen: ['labels'],
      choices: candidatesIn(body.generationConfig),
    }
  },
  respond: ({ model, format, stream, choices = 1 }, reply) => {
    const text = replyText(reply)
    const called = format.kind === 'schema' && format.as === 'tool' && 'value' in reply
    const part = called ? { functionCall: { name: format.name, args: reply.value } } : { text }
    const answer = {
      candidates: Array.from({ length: choices }, (_, index) => ({
        index,
        content: { role: 'model', parts: [part] },
        finishReason: 'STOP',
      })),
      modelVersion: model,
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }
    return stream ? serverSentEvents([{ data: answer }]) : Response.json(answer)
  },
}
