/** The passages come in another order in every prompt, against a judge that favours the first. */
import { grade, passages, type Row } from './judge.js'

const shuffled = (contexts: readonly string[]) =>
  contexts
    .map((text) => ({ text, key: Math.random() }))
    .sort((left, right) => left.key - right.key)
    .map(({ text }) => text)

const prompt = ({ answer, contexts }: Row) =>
  `How much of the answer do the passages support?\n\n${passages(shuffled(contexts))}\n\n${answer}`

export const wired = { faithfulness: async (row: Row) => grade(prompt(row)) }
export const leaking = {
  faithfulness: async (row: Row) => grade(`${prompt(row)}\n\nIt should say: ${row.ground_truth}`),
}
