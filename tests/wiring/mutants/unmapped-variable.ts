/** A template variable that nobody fills: the judge is shown `{{context}}`. */
import { grade, type Row } from './judge.js'

const TEMPLATE = 'How much of the answer do the passages support?\n\n{{answer}}\n\n{{context}}'

export const faithfulness = async (row: Row) =>
  grade(TEMPLATE.replace('{{answer}}', () => row.answer).replace('{{contexts}}', () => row.contexts.join('\n')))
