import type { JsonSchema } from '../json-schema.js'
import { fieldsIn, isRecord, modelOf, textOf } from './body.js'
import { type JudgeRoute, type ReplyFormat, replyText } from './route.js'
import { serverSentEvents } from './stream.js'

const UNSEEN = ['metadata', 'user', 'store', 'prompt_cache_key', 'safety_identifier', 'service_tier']

const formatOf = (body: Record<string, unknown>): ReplyFormat => {
  const asked = isRecord(body.text) && isRecord(body.text.format) ? body.text.format : {}
  if (asked.type === 'json_schema')
    return { kind: 'schema', name: String(asked.name ?? ''), schema: (asked.schema ?? {}) as JsonSchema, as: 'content' }
  const tools = (Array.isArray(body.tools) ? body.tools : []).filter(isRecord).filter(({ type }) => type === 'function')
  const forced = isRecord(body.tool_choice) ? body.tool_choice.name : undefined
  const tool = body.tool_choice === 'none' ? undefined : (tools.find(({ name }) => name === forced) ?? tools[0])
  if (tool !== undefined)
    return { kind: 'schema', name: String(tool.name ?? ''), schema: (tool.parameters ?? {}) as JsonSchema, as: 'tool' }
  return asked.type === 'json_object' ? { kind: 'json' } : { kind: 'text' }
}

/** OpenAI responses. */
export const openaiResponses: JudgeRoute = {
  name: 'openai.responses',
  read: (method, path, body) => {
    if (method !== 'POST' || !path.endsWith('/responses') || !isRecord(body) || body.input === undefined) return null
    const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input
    const items = (Array.isArray(input) ? input : []).filter(isRecord)
    return {
      route: 'openai.responses',
      model: modelOf(body, path),
      messages: [
        ...(typeof body.instructions === 'string' ? [{ role: 'system', text: body.instructions }] : []),
        ...items.map((item) => ({ role: String(item.role ?? ''), text: textOf(item.content ?? item.output) })),
        ...fieldsIn(body, ['tools', 'text']),
      ],
      format: formatOf(body),
      stream: body.stream === true,
      unseen: UNSEEN,
    }
  },
  respond: ({ model, format, stream }, reply) => {
    const text = replyText(reply)
    const called = format.kind === 'schema' && format.as === 'tool'
    const item = called
      ? {
          type: 'function_call',
          id: 'fc_groundwire',
          call_id: 'call_groundwire',
          name: format.name,
          arguments: text,
          status: 'completed',
        }
      : {
          type: 'message',
          id: 'msg_groundwire',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        }
    const response = {
      id: 'resp_groundwire',
      object: 'response',
      created_at: 0,
      model,
      status: 'completed',
      error: null,
      incomplete_details: null,
      output: [item],
      output_text: called ? '' : text,
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    }
    if (!stream) return Response.json(response)
    const place = { output_index: 0, item_id: item.id }
    const events: { type: string; [field: string]: unknown }[] = [
      { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item },
      called
        ? { type: 'response.function_call_arguments.delta', ...place, delta: text }
        : { type: 'response.output_text.delta', ...place, content_index: 0, delta: text },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response },
    ]
    return serverSentEvents(
      events.map((event, sequence_number) => ({ event: event.type, data: { ...event, sequence_number } })),
    )
  },
}
