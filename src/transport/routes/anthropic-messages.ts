import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, textOf } from './body.js'
import { type Asked, type JudgeRoute, type ReplyFormat, replyText } from './route.js'
import { serverSentEvents } from './stream.js'

const formatOf = (body: Record<string, unknown>): ReplyFormat => {
  const asked = isRecord(body.output_config) ? body.output_config.format : body.output_format
  if (isRecord(asked) && isRecord(asked.schema))
    return { kind: 'schema', name: '', schema: asked.schema as JsonSchema, as: 'content' }
  const tools = (Array.isArray(body.tools) ? body.tools : []).filter(isRecord)
  const choice = isRecord(body.tool_choice) ? body.tool_choice : {}
  const tool = choice.type === 'none' ? undefined : (tools.find(({ name }) => name === choice.name) ?? tools[0])
  return tool === undefined
    ? { kind: 'text' }
    : { kind: 'schema', name: String(tool.name ?? ''), schema: (tool.input_schema ?? {}) as JsonSchema, as: 'tool' }
}

/** What a body in Anthropic's format asks, wherever it is sent. */
export const anthropicAsked = (body: Record<string, unknown>, messages: readonly unknown[]): Asked => ({
  route: 'anthropic.messages',
  model: String(body.model ?? ''),
  messages: [
    ...(body.system === undefined ? [] : [{ role: 'system', text: textOf(body.system) }]),
    ...messages.filter(isRecord).map(({ role, content }) => ({ role: String(role ?? ''), text: textOf(content) })),
    ...fieldsIn(body, ['tools']),
  ],
  format: formatOf(body),
  stream: body.stream === true,
  unseen: ['metadata', 'service_tier'],
})

/** Anthropic messages. */
export const anthropicMessages: JudgeRoute = {
  name: 'anthropic.messages',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/messages') || !isRecord(body) || !Array.isArray(body.messages))
      return null
    return anthropicAsked(body, body.messages)
  },
  respond: ({ model, format, stream }, reply) => {
    const text = replyText(reply)
    const called = format.kind === 'schema' && format.as === 'tool'
    const input = 'value' in reply ? reply.value : text
    const block = called
      ? { type: 'tool_use', id: 'toolu_groundwire', name: format.name, input }
      : { type: 'text', text }
    const stop_reason = called ? 'tool_use' : 'end_turn'
    const message = {
      id: 'msg_groundwire',
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason,
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    if (!stream) return Response.json(message)
    const events: { type: string; [field: string]: unknown }[] = [
      { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
      {
        type: 'content_block_start',
        index: 0,
        content_block: called ? { ...block, input: {} } : { type: 'text', text: '' },
      },
      {
        type: 'content_block_delta',
        index: 0,
        delta: called ? { type: 'input_json_delta', partial_json: text } : { type: 'text_delta', text },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 1 } },
      { type: 'message_stop' },
    ]
    return serverSentEvents(events.map((event) => ({ event: event.type, data: event })))
  },
}
