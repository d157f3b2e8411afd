import type { StandInReplies } from '../check/tracer.js'
import type { Respond } from '../config.js'
import type { JsonSchema } from './json-schema.js'
import { constantReply } from './replies/constant-reply.js'
import { proseShape, replyInShape, type Shape } from './replies/prose.js'
import { NoSuchReply } from './replies/schema.js'
import { pinnedVectors } from './replies/vectors.js'
import { type Asked, promptOf, type Reply } from './routes/route.js'

export interface StandIn {
  /**
   * @param slot which call of the harness it is
   * @param unit whose harness it is
   * @param place `call`: 1-based ordinal of the request in its evaluation; `ordinal`: 0-based, among the requests of its
   * call site
   */
  readonly reply: (
    asked: Asked,
    slot: string,
    unit: string,
    replies: StandInReplies,
    place: { readonly call: number; readonly ordinal: number },
  ) => Reply | { readonly unanswered: string } | { readonly response: Response }
  /** Begins with another harness: its user's own replies, and no shape read from a former one's prompts. */
  readonly forHarness: (respond?: Respond) => void
}

const BROKEN = '{"broken": [1, '

/** What to do about a request that the stand-in cannot answer; `how` is what such a reply has to be. */
const giveRespond = (reason: string, how: string) => ({
  unanswered: `${reason}; give \`respond\` in the config, such as \`respond: ({ api, prompt }, disposition) => ${how}\``,
})
const VALUE = "disposition === 'denying' ? { score: 0 } : { score: 1 }"
const RESPONSE = "Response.json(disposition === 'denying' ? no : yes)"

/**
 * The stand-in judge: constant replies by requested format. A format that only the prompt describes is read once for each
 * call site and then kept, so that text of a sample can never change the shape of a reply.
 */
export const standIn = (): StandIn => {
  const shapes = new Map<string, Shape>()
  const schemas = new Map<string, JsonSchema>()
  let respond: Respond = () => undefined

  const shapeOf = (asked: Asked, key: string): Shape => {
    const known = shapes.get(key) ?? proseShape(promptOf(asked))
    shapes.set(key, known)
    return known
  }

  /** Of schemas that differ in their descriptions alone, the first: a description may name bounds, or quote a sample. */
  const schemaOf = (schema: JsonSchema, key: string): JsonSchema => {
    const known = schemas.get(key) ?? schema
    schemas.set(key, known)
    return known
  }

  return {
    forHarness: (given) => {
      respond = given ?? (() => undefined)
      shapes.clear()
      schemas.clear()
    },
    reply: (asked, slot, unit, { disposition: general, varied, mark }, { call, ordinal }) => {
      const disposition = varied?.slot === slot ? varied.disposition : general
      const prompt = promptOf(asked)
      const own = respond({ api: asked.route, model: asked.model, prompt, ordinal }, disposition)
      if (own instanceof Response) return { response: own }
      if (asked.unanswerable !== undefined) return giveRespond(asked.unanswerable, RESPONSE)
      if (own !== undefined) return typeof own === 'string' ? { text: own } : { value: own }
      const text = mark && ((n: number) => `${mark(call)} statement ${n} of the stand-in judge`)
      const { format } = asked
      if (format.kind === 'embedding') return { vectors: pinnedVectors(format.count, format.dimensions) }
      // Once at each call site: the retry that follows is the site's second call.
      if (disposition === 'broken' && ordinal === 0) return { text: BROKEN }
      const key = `${unit} ${slot}`
      try {
        if (format.kind === 'schema') return { value: constantReply(schemaOf(format.schema, key), disposition, text) }
        const shape = shapeOf(asked, key)
        if (format.kind === 'json' && shape.kind !== 'json')
          return giveRespond('asks for JSON, but its prompt describes no shape', VALUE)
        return { text: replyInShape(shape, disposition, text) }
      } catch (error) {
        if (error instanceof NoSuchReply) return giveRespond(error.message, VALUE)
        throw error
      }
    },
  }
}
