import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, textOf } from './body.js'
import type { Asked, JudgeRoute, ReplyFormat } from './route.js'
import { serverSentEvents } from './stream.js'

/** Fields of a chat-completions request that no model sees. */
const UNSEEN = ['metadata', 'user', 'store', 'prompt_cache_key', 'safety_identifier', 'service_tier']

interface Tool {
  readonly name: string
  readonly parameters: JsonSchema
}

const toolsIn = (body: Record<string, unknown>): Tool[] => {
  const tools = Array.isArray(body.tools) ? body.tools : []
  const functions = Array.isArray(body.functions) ? body.functions : []
  return [...tools.map((tool) => tool?.function), ...functions]
    .filter(isRecord)
    .map(({ name, parameters }) => ({ name: String(name ?? ''), parameters: (parameters ?? {}) as JsonSchema }))
}

/** The tool that the reply must or will call: the forced one, else the first. */
const calledTool = (body: Record<string, unknown>): Tool | undefined => {
  if (body.tool_choice === 'none') return undefined
  const choice = isRecord(body.tool_choice) ? body.tool_choice.function : body.function_call
  const forced = isRecord(choice) ? choice.name : undefined
  const tools = toolsIn(body)
  return tools.find(({ name }) => name === forced) ?? tools[0]
}

const formatOf = (body: Record<string, unknown>): ReplyFormat => {
  const asked = isRecord(body.response_format) ? body.response_format : {}
  const shape = isRecord(asked.json_schema) ? asked.json_schema : undefined
  if (shape !== undefined)
    return { kind: 'schema', name: String(shape.name ?? ''), schema: (shape.schema ?? {}) as JsonSchema, as: 'content' }
  const tool = calledTool(body)
  if (tool !== undefined) return { kind: 'schema', name: tool.name, schema: tool.parameters, as: 'tool' }
  return asked.type === 'json_object' ? { kind: 'json' } : { kind: 'text' }
}

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

/** The message of a completion: content, or a call of the tool. */
const messageOf = ({ format }: Asked, text: string) => {
  if (format.kind !== 'schema' || format.as === 'content') return { role: 'assistant', content: text, refusal: null }
  const call = { id: 'call_groundwire', type: 'function', function: { name: format.name, arguments: text } }
  return { role: 'assistant', content: null, refusal: null, tool_calls: [call] }
}

/** OpenAI chat completions, and every server that speaks them. */
export const openaiChat: JudgeRoute = {
  name: 'openai.chat',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/chat/completions') || !isRecord(body) || !Array.isArray(body.messages))
      return null
    return {
      route: 'openai.chat',
      model: String(body.model ?? ''),
      messages: [
        ...body.messages
          .filter(isRecord)
          .map(({ role, content }) => ({ role: String(role ?? ''), text: textOf(content) })),
        ...fieldsIn(body, ['tools', 'functions', 'response_format']),
      ],
      format: formatOf(body),
      stream: body.stream === true,
      unseen: UNSEEN,
    }
  },
  respond: (asked, reply) => {
    const text = 'text' in reply ? reply.text : JSON.stringify('value' in reply ? reply.value : null)
    const message = messageOf(asked, text)
    const shared = { id: 'chatcmpl-groundwire', created: 0, model: asked.model }
    const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
    if (asked.stream) {
      const delta =
        'tool_calls' in message
          ? { ...message, tool_calls: message.tool_calls?.map((c) => ({ index: 0, ...c })) }
          : message
      const chunk = (choice: object) => ({
        ...shared,
        object: 'chat.completion.chunk',
        choices: [{ index: 0, ...choice }],
      })
      return serverSentEvents([
        { data: chunk({ delta, finish_reason: null }) },
        { data: chunk({ delta: {}, finish_reason }) },
        { data: '[DONE]' },
      ])
    }
    return Response.json({
      ...shared,
      object: 'chat.completion',
      choices: [{ index: 0, message, finish_reason, logprobs: null }],
      usage: USAGE,
    })
  },
}
