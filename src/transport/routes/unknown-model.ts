import { inPath, isRecord } from './body.js'
import type { JudgeRoute } from './route.js'

/** Paths at which Bedrock and Vertex ask models of any vendor. */
const PATH = /\/models?\/([^/:]+)(?:\/(?:invoke|converse)[\w-]*|:(?:predict|rawPredict|streamRawPredict))$/u
const ASKING = ['messages', 'prompt', 'inputText', 'inputs', 'instances', 'texts']

/** A model asked in a format that only its vendor has: what it sees is compared; a reply can only come from the user. */
export const unknownModel: JudgeRoute = {
  name: 'unknown.model',
  read: (method, path, body) => {
    const [, model] = PATH.exec(path) ?? []
    if (method !== 'POST' || model === undefined || !isRecord(body)) return null
    if (!ASKING.some((name) => body[name] !== undefined)) return null
    return {
      route: 'unknown.model',
      model: inPath(model),
      messages: [{ role: 'user', text: JSON.stringify(body) }],
      format: { kind: 'text' },
      stream: false,
      unseen: [],
      unanswerable: `asks ${inPath(model)} in a format of its vendor's own`,
    }
  },
  respond: () => Response.json({}),
}
