import type { JsonSchema } from '../json-schema.js'

/** What a request asks of a judge, whichever API it speaks. */
export interface Asked {
  /** The API, such as `openai.chat`. */
  readonly route: string
  readonly model: string
  /** All text the model sees, in order: system prompts, messages, descriptions of tools and schemas. */
  readonly messages: readonly { readonly role: string; readonly text: string }[]
  readonly format: ReplyFormat
  readonly stream: boolean
  /** Top-level fields of the body that the model does not see. */
  readonly unseen: readonly string[]
  /** How many alternative replies are wanted; default one. All of them are the same. */
  readonly choices?: number
  /** How many alternatives to each token of the reply are wanted, with their log probabilities; default: none are. */
  readonly tokenAlternatives?: number
  /** Why no reply can be made up in the API's own way, in words that continue "it …". */
  readonly unanswerable?: string
}

/**
 * The reply that is asked for. `json` and `text` say nothing of its shape, which then only the prompt describes.
 */
export type ReplyFormat =
  | { readonly kind: 'schema'; readonly name: string; readonly schema: JsonSchema; readonly as: 'content' | 'tool' }
  | { readonly kind: 'json' }
  | { readonly kind: 'text' }
  | {
      readonly kind: 'embedding'
      readonly count: number
      readonly dimensions: number
      readonly encoding: 'float' | 'base64'
    }

/** Vectors as the reply: one a text, of the dimensions that are asked for, else of the API's usual ones. */
export const embeddingFormat = (
  count: number,
  asked: unknown,
  { usual, encoding = 'float' }: { readonly usual: number; readonly encoding?: 'float' | 'base64' },
): ReplyFormat => ({ kind: 'embedding', count, dimensions: typeof asked === 'number' ? asked : usual, encoding })

const SPOKEN = new Set(['system', 'developer', 'user', 'assistant', 'model', 'tool', 'function', ''])

/** What is said to the model in words, without descriptions of tools and formats. */
export const promptOf = ({ messages }: Pick<Asked, 'messages'>): string =>
  messages
    .filter(({ role }) => SPOKEN.has(role))
    .map(({ text }) => text)
    .join('\n')

/** A reply before it is dressed for an API. Text under a schema is sent as it is: a malformed reply. */
export type Reply =
  | { readonly value: unknown }
  | { readonly text: string }
  | { readonly vectors: readonly (readonly number[])[] }

/** The reply as text: values as JSON. */
export const replyText = (reply: Reply): string =>
  'text' in reply ? reply.text : JSON.stringify('value' in reply ? reply.value : null)

/** One API by which judges are asked. */
export interface JudgeRoute {
  readonly name: string
  /** Null where the request is none of this API. `path` is the URL's; hosts do not matter. */
  readonly read: (method: string, path: string, body: unknown) => Asked | null
  /** A response as the API's own clients read it, streamed where that was asked for. */
  readonly respond: (asked: Asked, reply: Reply) => Response
}
