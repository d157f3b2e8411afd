/** One forbidden artifact, interpolated directly into the prompt of one metric. */
import { grade, passages, type Row } from './judge.js'

const TASKS = {
  faithfulness: ['How much of the answer do the passages support?', ['answer', 'contexts']],
  answer_relevance: ['How much of the answer addresses the question?', ['question', 'answer']],
  context_precision: ['How many of the passages help with the question?', ['question', 'contexts']],
  context_recall: ['How much of the reference do the passages support?', ['contexts', 'ground_truth']],
  answer_correctness: ['How well do answer and reference agree?', ['answer', 'ground_truth']],
} as const

type Name = keyof typeof TASKS
type Part = 'question' | 'answer' | 'contexts' | 'ground_truth'

export const arrow = (metric: Name, artifact: Part) => {
  const [task, parts] = TASKS[metric]
  const score = async (row: Row) => {
    const section = (part: Part) => `${part}:\n${part === 'contexts' ? passages(row.contexts) : row[part]}`
    return grade([task, ...[...parts, artifact].map(section)].join('\n\n'))
  }
  return { [metric]: score }
}
