/** State of the module, set by one evaluation and read by a later one. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

let current: Row | null = null

const correctness = async (row: Row) => {
  const hint = current === null ? '' : `\n\nQuestion of the day: ${current.question}`
  return grade(`Do these agree?\n\nAnswer:\n${row.answer}\n\nReference:\n${row.ground_truth}${hint}`)
}

/** The metric that runs earlier keeps the row; the later one shows a part of it. */
export const earlierMetric = {
  faithfulness: async (row: Row) => {
    current = row
    return grade(faithfulnessPrompt(row))
  },
  answer_correctness: correctness,
}

let previous = ''

/** The reference of the row before is given as an example. */
export const earlierSample = {
  faithfulness: async (row: Row) => {
    const prompt = `${faithfulnessPrompt(row)}\n\nThe answer before was: ${previous}`
    previous = row.ground_truth
    return grade(prompt)
  },
}

let kept = ''

/** Packed up, so that no text of it stands in a request. */
export const earlierMetricPacked = {
  faithfulness: async (row: Row) => {
    kept = Buffer.from(row.question).toString('hex')
    return grade(faithfulnessPrompt(row))
  },
  answer_correctness: async (row: Row) =>
    grade(`Do these agree?\n\nAnswer:\n${row.answer}\n\nReference:\n${row.ground_truth}\n\nkey ${kept}`),
}
