import { isRecord, modelOf, textsIn } from './body.js'
import { type JudgeRoute, replyText } from './route.js'
import { serverSentEvents } from './stream.js'
import { tokenOdds } from './token-odds.js'

const logprobsOf = (text: string, count: number) => {
  const odds = tokenOdds(text, count)
  let offset = 0
  return {
    tokens: odds.map(({ token }) => token),
    token_logprobs: odds.map(({ logprob }) => logprob),
    top_logprobs: odds.map(({ alternatives }) =>
      Object.fromEntries(alternatives.map(({ token, logprob }) => [token, logprob])),
    ),
    text_offset: odds.map(({ token }) => {
      offset += token.length
      return offset - token.length
    }),
  }
}

/** OpenAI completions, the older API, which local servers still speak: prompts in, texts out. */
export const openaiCompletions: JudgeRoute = {
  name: 'openai.completions',
  read: (method, path, body) => {
    if (method !== 'POST' || !/(?<!\/chat)\/completions$/u.test(path) || !isRecord(body)) return null
    if (body.prompt === undefined || body.prompt === null) return null
    const prompts = textsIn(body.prompt)
    return {
      route: 'openai.completions',
      model: modelOf(body, path),
      messages: [...prompts, ...(body.suffix ? textsIn(body.suffix) : [])].map((text) => ({ role: 'user', text })),
      format: { kind: 'text' },
      stream: body.stream === true,
      unseen: ['user'],
      choices: prompts.length * (typeof body.n === 'number' ? body.n : 1),
      ...(typeof body.logprobs === 'number' ? { tokenAlternatives: body.logprobs } : {}),
      ...(body.echo === true
        ? { unanswerable: 'asks for its own prompt back (`echo`), and no constant reply can hold that' }
        : {}),
    }
  },
  respond: ({ model, stream, choices = 1, tokenAlternatives }, reply) => {
    const text = replyText(reply)
    const logprobs = tokenAlternatives === undefined ? null : logprobsOf(text, tokenAlternatives)
    const shared = { id: 'cmpl-groundwire', object: 'text_completion', created: 0, model }
    const all = Array.from({ length: choices }, (_, index) => ({ index, text, logprobs, finish_reason: 'stop' }))
    return stream
      ? serverSentEvents([...all.map((choice) => ({ data: { ...shared, choices: [choice] } })), { data: '[DONE]' }])
      : Response.json({
          ...shared,
          choices: all,
          usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
        })
  },
}
