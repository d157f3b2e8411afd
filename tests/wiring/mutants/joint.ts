/** One function returns all five scores; its calls are made in parallel. */
import { claimsOf, grade, passages, type Row, share, verdictsOn } from './judge.js'

const supported = async (text: string, evidence: string) => share(await verdictsOn(await claimsOf(text), evidence))

const scoresOf = async ({ question, answer, contexts, ground_truth }: Row, hint: string) => {
  const found = passages(contexts)
  const [faithfulness, answer_relevance, context_precision, context_recall, answer_correctness] = await Promise.all([
    supported(answer, found),
    grade(`How much of the answer addresses the question?\n\n${question}\n\n${answer}`),
    grade(`How many of the passages help with the question?\n\n${question}\n\n${found}${hint}`),
    supported(ground_truth, found),
    grade(`How well do answer and reference agree?\n\n${answer}\n\n${ground_truth}`),
  ])
  return { faithfulness, answer_relevance, context_precision, context_recall, answer_correctness }
}

export const wired = async (row: Row) => scoresOf(row, '')
/** Context precision alone is shown the answer. */
export const leaking = async (row: Row) => scoresOf(row, `\n\nThey led to: ${row.answer}`)
