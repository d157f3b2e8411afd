/** Scorers that bring a file of their own and look things up in it. */
import { readFileSync } from 'node:fs'
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const rows: Row[] = readFileSync('samples/bundled.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** The reference, by the id of the row. */
export const byId = {
  faithfulness: async (row: Row) => {
    const found = rows.find(({ id }) => id === row.id)
    return grade(`${faithfulnessPrompt(row)}\n\nGold: ${found?.ground_truth ?? 'none'}`)
  },
}

/** The reference, by the question, which this metric is allowed to see. */
export const byQuestion = {
  answer_relevance: async ({ question, answer }: Row) => {
    const found = rows.find((row) => row.question === question)
    return grade(
      `How much of the answer addresses the question?\n\n${question}\n\n${answer}\n\nGold: ${found?.ground_truth ?? 'none'}`,
    )
  },
}

/** A label that people gave, by id: the score is the label's where there is one. */
export const label = {
  faithfulness: async (row: Row) => {
    const place = rows.findIndex(({ id }) => id === row.id)
    const score = await grade(faithfulnessPrompt(row))
    return place < 0 ? score : (score + (place % 3) / 2) / 2
  },
}
