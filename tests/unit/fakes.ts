import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { z } from 'zod'
import type { Evaluation, Replies, Trace, Tracer } from '../../src/check/tracer.js'
import type { Judge, JudgeQuestion } from '../../src/judge/judge.js'
import type { Metric } from '../../src/metrics/metric.js'
import { ratio } from '../../src/metrics/ratio.js'
import { type DeclaredScorer, type Scorer, wrapScorer } from '../../src/metrics/wrap-scorer.js'
import type { Artifact } from '../../src/samples/artifact.js'
import type { EvalSample } from '../../src/samples/sample.js'
import type { JsonSchema } from '../../src/transport/json-schema.js'
import { constantReply } from '../../src/transport/replies/constant-reply.js'
import type { Disposition } from '../../src/wire/disposition.js'
import type { RecordedRequest } from '../../src/wire/request.js'

/** A sample whose artifacts are told apart by the number. */
export const sampleOf = (number: number, changes: Partial<EvalSample> = {}): EvalSample => ({
  id: `s${number}`,
  question: `Which river crosses town ${number}?`,
  answer: `River number ${number} crosses it.`,
  contexts: [`Town ${number} lies on a river.`, `The bridge of town ${number} is old.`],
  ground_truth: `It is river ${number}.`,
  ...changes,
})

export const samplesOf = (count: number): EvalSample[] =>
  Array.from({ length: count }, (_, index) => sampleOf(index + 1))

export const NOTHING_LACKS: Readonly<Record<Artifact, number>> = {
  question: 0,
  answer: 0,
  contexts: 0,
  ground_truth: 0,
}

/** Any valid sample, with or without labels, with every kind of text. */
export const anySample = (id: fc.Arbitrary<string> = fc.string({ minLength: 1 })): fc.Arbitrary<EvalSample> => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.lorem())
  return fc
    .record({
      id,
      question: text,
      answer: text,
      passages: fc.array(fc.tuple(text, fc.boolean()), { maxLength: 4 }),
      ground_truth: text,
      labelled: fc.boolean(),
    })
    .map(({ passages, labelled, ...rest }) => ({
      ...rest,
      contexts: passages.map(([passage]) => passage),
      ...(labelled ? { relevance: passages.map(([, relevant]) => relevant) } : {}),
    }))
}

/** A judge in memory: replies are given by `reply`, questions are kept. */
export const askedJudge = (reply: (question: JudgeQuestion<unknown>) => unknown) => {
  const questions: JudgeQuestion<unknown>[] = []
  const judge: Judge = {
    ask: async (question) => {
      questions.push(question)
      return {
        value: reply(question) as never,
        provenance: {
          modelAsked: 'fake',
          modelAnswered: 'fake-1',
          parameters: { temperature: 0 },
          templateHash: question.templateHash,
        },
      }
    },
  }
  return { judge, questions }
}

/** Replies of the right shape that depend on the asked schema and the disposition alone; their prose carries the mark. */
export const constant =
  (disposition: Disposition = 'affirming', mark?: string) =>
  ({ schema }: JudgeQuestion<unknown>): unknown =>
    constantReply(z.toJSONSchema(schema) as JsonSchema, disposition, mark ? (n) => `${mark} statement ${n}` : undefined)

/** A judge request as an interception records it, of a chat with one message; `slot` and the rest by default. */
export const recorded = (prompt: string, changes: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  model: 'fake',
  slot: 'chat#0',
  body: JSON.stringify({ messages: [{ content: prompt }] }),
  text: prompt,
  unseen: {},
  freeText: false,
  embedding: false,
  adrift: false,
  site: () => null,
  ...changes,
})

interface Running {
  readonly evaluation: Evaluation
  readonly replies: Replies
  readonly requests: RecordedRequest[]
}

/**
 * A tracer in memory. `send` is the wire of fake scorers: it records a request of the running evaluation and answers
 * yes or no; `verdict` decides it where the stand-in does not.
 */
export const fakeWire = (verdict: (evaluation: Evaluation, prompt: string) => boolean = () => true) => {
  const context = new AsyncLocalStorage<Running>()
  const evaluations: Evaluation[] = []
  const answers: Replies[] = []
  const record = (prompt: string, changes: Partial<RecordedRequest> = {}) => {
    const running = context.getStore()
    if (running === undefined) throw new Error('a request outside any evaluation')
    const call = running.requests.length
    const request = recorded(prompt, { slot: `chat#${call}`, ...changes })
    running.requests.push(request)
    const { replies, evaluation } = running
    if (replies.judge !== 'stand-in') return { evaluation, disposition: null, mark: undefined }
    const { varied, mark } = replies
    const disposition = varied?.slot === request.slot ? varied.disposition : replies.disposition
    return { evaluation, disposition, mark: mark?.(call + 1) }
  }
  const send = async (prompt: string, changes?: Partial<RecordedRequest>): Promise<boolean> => {
    const { disposition, evaluation } = record(prompt, changes)
    await Promise.resolve()
    return disposition === null ? verdict(evaluation, prompt) : disposition !== 'denying'
  }
  const judge: Judge = {
    ask: async (question) => {
      const { disposition, evaluation, mark } = record(question.messages.map(({ content }) => content).join('\n'))
      const decided = disposition ?? (verdict(evaluation, '') ? 'affirming' : 'denying')
      return {
        value: constant(decided, mark)(question as JudgeQuestion<unknown>) as never,
        provenance: {
          modelAsked: 'fake',
          modelAnswered: 'fake-1',
          parameters: {},
          templateHash: question.templateHash,
        },
      }
    },
  }
  const tracer: Tracer = {
    trace: <T>(evaluation: Evaluation, replies: Replies, run: () => Promise<T>): Promise<Trace<T>> => {
      const running: Running = { evaluation, replies, requests: [] }
      evaluations.push(evaluation)
      answers.push(replies)
      return context.run(running, async () => {
        const result = await run().then(
          (value) => ({ value }),
          (error: Error) => ({ error }),
        )
        return { result, requests: running.requests, refused: [], unanswered: [], escaped: [], unseen: [] }
      })
    },
    withSites: (work) => work(),
  }
  return { tracer, send, judge, evaluations, answers }
}

/** A scorer that claims to range over answer and contexts, like faithfulness. */
export const scorerOver = (score: Scorer, more: Partial<DeclaredScorer> = {}, name = 'fake'): Metric =>
  wrapScorer(name, { over: ratio(['answer', 'contexts'], ['answer']), score, ...more })
