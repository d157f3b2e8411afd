/**
 * What interception costs: time a request beside a stub `fetch` in the same run, and memory over many samples.
 * Run: npm run bench:interception -- [samples, default 10000]
 */
import OpenAI from 'openai'
import { checkWiring, faithfulness } from '../src/index.js'
import type { EvalSample } from '../src/samples/sample.js'
import { EMBEDDED_MODEL, EMBEDDED_URL } from '../src/transport/embedded-answer.js'
import { intercept } from '../src/transport/interception.js'
import { openAIJudge } from '../src/transport/openai-judge.js'
import { chatReply } from './chat-reply.js'

const REQUESTS = 2000
const ROUNDS = 5
const count = Number(process.argv[2] ?? 10_000)

const ask = (client: OpenAI) =>
  client.chat.completions.create({
    model: 'bench',
    messages: [{ role: 'user', content: 'TASK: split the ANSWER into claims.\n\nANSWER\nThe ferry sails at nine.' }],
    response_format: {
      type: 'json_schema',
      json_schema: {
        name: 'units',
        strict: true,
        schema: {
          type: 'object',
          properties: { units: { type: 'array', items: { type: 'string' } } },
          required: ['units'],
        },
      },
    },
  })

const stub = new OpenAI({ apiKey: 'none', fetch: async () => Response.json(chatReply) })
const watched = await intercept()
const client = new OpenAI({ apiKey: 'none', baseURL: EMBEDDED_URL })

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  for (let done = 0; done < REQUESTS; done++) await work()
  return (performance.now() - start) / REQUESTS
}
const traced = () =>
  watched.trace(
    { metric: 'bench', sample: 'one', arm: 'unmodified', repeat: 0 },
    { judge: 'stand-in', disposition: 'affirming' },
    () => ask(client),
  )

const median = (values: readonly number[]) =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)]!
const rounds: { plain: number; under: number }[] = []
for (let round = 0; round <= ROUNDS; round++) {
  const plain = await timed(() => ask(stub))
  const under = await timed(traced)
  // The first round warms up.
  if (round > 0) rounds.push({ plain, under })
}
const plain = median(rounds.map((round) => round.plain))
const under = median(rounds.map((round) => round.under))
const added = median(rounds.map((round) => round.under - round.plain))
console.log(`stub fetch through the openai client: ${plain.toFixed(3)} ms a request`)
console.log(
  `under interception:                   ${under.toFixed(3)} ms a request, ${(under / plain).toFixed(1)} times`,
)
console.log(`added: ${added.toFixed(3)} ms a request (budget 1.5)`)

const samples = Array.from(
  { length: count },
  (_, index): EvalSample => ({
    id: `bench-${index}`,
    question: `When does ferry number ${index} sail from the harbour?`,
    answer: `Ferry number ${index} sails at ${index % 24} o'clock from the northern pier.`,
    contexts: [
      `The timetable says that ferry number ${index} sails at ${index % 24} o'clock.`,
      `Pier ${index} is closed.`,
    ],
    ground_truth: `It sails at ${index % 24} o'clock, ferry number ${index}.`,
  }),
)
const started = performance.now()
const { totals } = await checkWiring({
  metrics: [faithfulness],
  samples,
  lacking: { question: 0, answer: 0, contexts: 0, ground_truth: 0 },
  ablated: ['question', 'answer', 'contexts', 'ground_truth'],
  seed: 1,
  tracer: watched,
  judge: openAIJudge({ model: EMBEDDED_MODEL, baseURL: EMBEDDED_URL, apiKey: 'none', retries: 0, backoff: 0 }),
  scores: null,
})
const seconds = (performance.now() - started) / 1000
const peak = process.resourceUsage().maxRSS / 1024
console.log(
  `${count} samples: ${totals.requestProof.requests} requests in ${seconds.toFixed(0)} s, peak memory ${peak.toFixed(0)} MiB (budget 500 MB)`,
)
watched.close()
process.exitCode = added > 1.5 || peak * 1.048576 > 500 ? 1 : 0
