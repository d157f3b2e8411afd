import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, modelOf, textOf } from './body.js'
import { type Asked, type JudgeRoute, type ReplyFormat, replyText } from './route.js'
import { serverSentEvents } from './stream.js'
import { tokenOdds } from './token-odds.js'

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

const bytes = (token: string): number[] => [...Buffer.from(token)]

const logprobsOf = (text: string, count: number | undefined) =>
  count === undefined
    ? null
    : {
        content: tokenOdds(text, count).map(({ alternatives, ...said }) => ({
          ...said,
          bytes: bytes(said.token),
          top_logprobs: alternatives.map((other) => ({ ...other, bytes: bytes(other.token) })),
        })),
        refusal: null,
      }

/** OpenAI chat completions, and every server that speaks them. */
export const openaiChat: JudgeRoute = {
  name: 'openai.chat',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/chat/completions') || !isRecord(body) || !Array.isArray(body.messages))
      return null
    return {
      route: 'openai.chat',
      model: modelOf(body, path),
      messages: [
        ...body.messages
          .filter(isRecord)
          .map(({ role, content }) => ({ role: String(role ?? ''), text: textOf(content) })),
        ...fieldsIn(body, ['tools', 'functions', 'response_format']),
      ],
      format: formatOf(body),
      stream: body.stream === true,
      unseen: UNSEEN,
      choices: typeof body.n === 'number' ? body.n : 1,
      ...(body.logprobs === true
        ? { tokenAlternatives: typeof body.top_logprobs === 'number' ? body.top_logprobs : 0 }
        : {}),
    }
  },
  respond: (asked, reply) => {
    const text = replyText(reply)
    const message = messageOf(asked, text)
    const shared = { id: 'chatcmpl-groundwire', created: 0, model: asked.model }
    const finish_reason = 'tool_calls' in message ? 'tool_calls' : 'stop'
    const logprobs = message.content === null ? null : logprobsOf(message.content, asked.tokenAlternatives)
    const choicesOf = (choice: object) =>
      Array.from({ length: asked.choices ?? 1 }, (_, index) => ({ index, ...choice }))
    if (asked.stream) {
      const { role, ...said } = message
      const delta =
        'tool_calls' in said ? { ...said, tool_calls: said.tool_calls?.map((c) => ({ index: 0, ...c })) } : said
      const chunks = (choice: object) =>
        choicesOf(choice).map((each) => ({ data: { ...shared, object: 'chat.completion.chunk', choices: [each] } }))
      return serverSentEvents([
        ...chunks({ delta: { role, content: '' }, finish_reason: null }),
        ...chunks({ delta, logprobs, finish_reason: null }),
        ...chunks({ delta: {}, finish_reason }),
        { data: '[DONE]' },
      ])
    }
    return Response.json({
      ...shared,
      object: 'chat.completion',
      choices: choicesOf({ message, finish_reason, logprobs }),
      usage: USAGE,
    })
  },
}
