import { setTimeout as sleep } from 'node:timers/promises'
import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import pLimit from 'p-limit'
import pRetry from 'p-retry'
import { z } from 'zod'
import { type Judge, JudgeError, type JudgeQuestion, type JudgeReply, type Provenance } from '../judge/judge.js'

export interface OpenAIJudgeOptions {
  readonly model: string
  /** Default: `OPENAI_BASE_URL` as the openai client reads it, else OpenAI itself. */
  readonly baseURL?: string
  readonly apiKey?: string
  /** Judge requests under way at once. */
  readonly concurrency?: number
  /** Milliseconds until an attempt counts as failed. */
  readonly timeout?: number
  /** Attempts after the first for faults of the network and the server. */
  readonly retries?: number
  /** Attempts after the first for replies that came but cannot be used; each of them costs a reply. */
  readonly replyRetries?: number
  /** Milliseconds before the first repeated attempt; doubled from one to the next. */
  readonly backoff?: number
  readonly signal?: AbortSignal
  /** Default: the global `fetch` as it is when the judge is made. */
  readonly fetch?: typeof fetch
}

/** Models that take no temperature (reasoning models); others are told by their error reply. */
const WITHOUT_TEMPERATURE = /^(o\d|gpt-5)/u

/** A reply wrapped in a Markdown fence is still the reply. */
const unfenced = (text: string) => /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/u.exec(text)?.[1] ?? text

const converted = new WeakMap<z.ZodType, Record<string, unknown>>()

const jsonSchemaOf = (schema: z.ZodType): Record<string, unknown> => {
  const known = converted.get(schema) ?? z.toJSONSchema(schema, { target: 'draft-7' })
  converted.set(schema, known)
  return known
}

/** The pause a server asks for, in milliseconds (at most a minute); 0 where it asks for none. */
const pauseAskedFor = ({ cause }: JudgeError): number => {
  const seconds = cause instanceof APIError ? Number(cause.headers?.get('retry-after')) : 0
  return Number.isFinite(seconds) ? Math.min(seconds, 60) * 1000 : 0
}

/** The innermost cause says what happened: `ECONNREFUSED 127.0.0.1:9`, not `fetch failed`. */
const rootCause = (thrown: Error): string =>
  thrown.cause instanceof Error ? rootCause(thrown.cause) : thrown.message || String((thrown as { code?: string }).code)

const excerpt = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** What servers and gateways send with status 200 is not always a completion. */
const checkedBody = (body: unknown): OpenAI.ChatCompletion => {
  if (typeof body !== 'object' || body === null)
    throw new JudgeError('transport', `the judge's HTTP body is no JSON: ${excerpt(String(body ?? ''))}`)
  if ('error' in body && body.error && !('choices' in body))
    throw new JudgeError('transport', `the judge answered an error: ${excerpt(JSON.stringify(body.error))}`)
  return body as OpenAI.ChatCompletion
}

const readReply = <T>(completion: OpenAI.ChatCompletion, { schema, schemaName }: JudgeQuestion<T>): T => {
  const choice = completion.choices?.[0]
  if (choice?.message === undefined) throw new JudgeError('empty', 'the judge sent a reply without choices')
  const { content, refusal } = choice.message
  if (refusal) throw new JudgeError('refusal', `the judge refused: ${excerpt(refusal)}`)
  if (choice.finish_reason === 'content_filter')
    throw new JudgeError('content-filter', "the judge's content filter stopped the reply")
  if (choice.finish_reason === 'length')
    throw new JudgeError(
      'truncated',
      'the reply was cut off at the token limit; raise the limit of the model or server',
    )
  if (!content?.trim()) throw new JudgeError('empty', 'the judge sent an empty reply')
  let parsed: unknown
  try {
    parsed = JSON.parse(unfenced(content))
  } catch (cause) {
    throw new JudgeError('not-json', `the judge did not reply in JSON: ${excerpt(content)}`, { cause })
  }
  const checked = schema.safeParse(parsed)
  if (checked.success) return checked.data
  throw new JudgeError('wrong-shape', `the reply is no valid \`${schemaName}\`: ${z.prettifyError(checked.error)}`)
}

const asJudgeError = (thrown: unknown): JudgeError => {
  if (thrown instanceof JudgeError) return thrown
  if (thrown instanceof APIUserAbortError || (thrown instanceof Error && thrown.name === 'AbortError'))
    return new JudgeError('transport', 'stopped before the judge had replied', { cause: thrown })
  if (thrown instanceof APIConnectionError)
    return new JudgeError('transport', `the judge could not be reached: ${rootCause(thrown)}`, {
      cause: thrown,
    })
  if (thrown instanceof APIError && thrown.status !== undefined) {
    const passing = [408, 409, 429].includes(thrown.status) || thrown.status >= 500
    return new JudgeError(passing ? 'transport' : 'configuration', `the judge answered HTTP ${thrown.message}`, {
      cause: thrown,
    })
  }
  if (thrown instanceof SyntaxError)
    return new JudgeError('transport', `the judge's HTTP body is no JSON: ${thrown.message}`, { cause: thrown })
  const { message } = thrown instanceof Error ? thrown : { message: String(thrown) }
  return new JudgeError('transport', `the judge's reply broke off: ${message}`, { cause: thrown })
}

/**
 * A judge behind the OpenAI chat-completions API, or any server that speaks it, asked with structured outputs.
 * Transport faults (408, 409, 429, 5xx, resets, timeouts, cut-off bodies) and unusable replies (truncated, empty, prose,
 * wrong shape) are asked again with backoff; what remains rejects with {@link JudgeError}.
 */
export const openAIJudge = ({
  model,
  baseURL,
  apiKey,
  concurrency = 4,
  timeout = 60_000,
  retries = 8,
  replyRetries = 3,
  backoff = 250,
  signal,
  fetch,
}: OpenAIJudgeOptions): Judge => {
  const client = new OpenAI({
    ...(baseURL ? { baseURL } : {}),
    ...(apiKey ? { apiKey } : {}),
    ...(fetch ? { fetch } : {}),
    timeout,
    maxRetries: 0,
  })
  const limit = pLimit(concurrency)
  let temperature = !WITHOUT_TEMPERATURE.test(model)

  /** A completion within `timeout`. The client's own timeout ends with the headers; a body can stall after them. */
  const complete = async (body: OpenAI.ChatCompletionCreateParamsNonStreaming): Promise<OpenAI.ChatCompletion> => {
    const stop = new AbortController()
    let late = false
    // Not `AbortSignal.timeout`: it would keep every request in memory until its time has passed.
    const timer = setTimeout(() => {
      late = true
      stop.abort()
    }, timeout)
    const onAbort = () => stop.abort()
    signal?.addEventListener('abort', onAbort)
    try {
      signal?.throwIfAborted()
      return checkedBody(await client.chat.completions.create(body, { signal: stop.signal }))
    } catch (cause) {
      if (!late && !(cause instanceof APIConnectionTimeoutError)) throw cause
      throw new JudgeError('transport', `the judge gave no whole reply within ${timeout / 1000} s`, { cause })
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
    }
  }

  const attempt = async <T>(
    question: JudgeQuestion<T>,
    parameters: Provenance['parameters'],
  ): Promise<JudgeReply<T>> => {
    const schema = jsonSchemaOf(question.schema)
    const completion = await complete({
      model,
      messages: [...question.messages],
      response_format: { type: 'json_schema', json_schema: { name: question.schemaName, strict: true, schema } },
      ...parameters,
    })
    return {
      value: readReply(completion, question),
      provenance: {
        modelAsked: model,
        modelAnswered: completion.model ?? model,
        parameters,
        templateHash: question.templateHash,
      },
    }
  }

  /** One attempt; a second at once, without temperature, where the model does not take one. */
  const adapted = async <T>(question: JudgeQuestion<T>): Promise<JudgeReply<T>> => {
    if (!temperature) return attempt(question, {})
    try {
      return await attempt(question, { temperature: 0 })
    } catch (thrown) {
      if (!(thrown instanceof APIError) || thrown.status !== 400 || !/temperature/iu.test(thrown.message)) throw thrown
      temperature = false
      return attempt(question, {})
    }
  }

  const ask = async <T>(question: JudgeQuestion<T>): Promise<JudgeReply<T>> => {
    let unusable = 0
    try {
      return await pRetry(
        () =>
          adapted(question).catch((thrown) => {
            throw asJudgeError(thrown)
          }),
        {
          retries,
          minTimeout: backoff,
          maxTimeout: 10_000,
          randomize: true,
          ...(signal ? { signal } : {}),
          shouldRetry: async ({ error }) => {
            const failed = error as JudgeError
            if (failed.failure !== 'transport') unusable += 1
            if (!failed.retryable || unusable > replyRetries || signal?.aborted) return false
            await sleep(pauseAskedFor(failed), undefined, signal ? { signal } : {})
            return true
          },
        },
      )
    } catch (thrown) {
      // Stopped while it waited.
      throw asJudgeError(thrown)
    }
  }

  return { ask: (question) => limit(() => ask(question)) }
}
