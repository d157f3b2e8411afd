/** One prompt that asks for all five scores at once. */
import { GRADER, passages, type Row, reply, schemaOf } from './judge.js'

const NAMES = ['faithfulness', 'answer_relevance', 'context_precision', 'context_recall', 'answer_correctness']
const FORMAT = schemaOf(
  'scores',
  Object.fromEntries(NAMES.map((name) => [name, { type: 'number', minimum: 0, maximum: 1 }])),
)

export const harness = async ({ question, answer, contexts, ground_truth }: Row) => {
  const content = [question, answer, passages(contexts), ground_truth].join('\n\n')
  const messages = [{ role: 'system', content: GRADER } as const, { role: 'user', content } as const]
  return JSON.parse(await reply(messages, FORMAT))
}
