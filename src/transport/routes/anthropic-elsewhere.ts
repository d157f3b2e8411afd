import { anthropicAsked, anthropicMessages } from './anthropic-messages.js'
import { inPath, isRecord } from './body.js'
import type { JudgeRoute } from './route.js'

const VERTEX = /\/models\/([^/:]+):(?:rawPredict|streamRawPredict)$/u
const BEDROCK = /\/model\/([^/]+)\/(invoke|invoke-with-response-stream)$/u

/** Anthropic messages on Vertex: the model is in the path, the rest as it is at Anthropic. */
export const anthropicVertex: JudgeRoute = {
  name: 'anthropic.vertex',
  read: (method, path, body) => {
    const [, model] = VERTEX.exec(path) ?? []
    if (method !== 'POST' || model === undefined || !isRecord(body) || !Array.isArray(body.messages)) return null
    return { ...anthropicAsked(body, body.messages), route: 'anthropic.vertex', model: inPath(model) }
  },
  respond: anthropicMessages.respond,
}

/** Anthropic messages on Bedrock. Its streams are binary frames, and other models there have formats of their own. */
export const anthropicBedrock: JudgeRoute = {
  name: 'anthropic.bedrock',
  read: (method, path, body) => {
    const [, model, action] = BEDROCK.exec(path) ?? []
    if (method !== 'POST' || model === undefined || !isRecord(body) || !Array.isArray(body.messages)) return null
    const streams = action === 'invoke-with-response-stream'
    return {
      ...anthropicAsked(body, body.messages),
      route: 'anthropic.bedrock',
      model: inPath(model),
      stream: false,
      ...(streams
        ? { unanswerable: 'wants an event stream of Bedrock, which is binary; ask it without streaming' }
        : {}),
    }
  },
  respond: anthropicMessages.respond,
}
