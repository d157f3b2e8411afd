/** The scorer looks clean; a formatting helper two calls down adds the reference. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const withNotes = (prompt: string, notes: readonly string[]) => [prompt, 'Notes:', ...notes].join('\n')
const promptOf = (row: Row) => withNotes(faithfulnessPrompt(row), [`expected: ${row.ground_truth}`])

export const faithfulness = async (row: Row) => grade(promptOf(row))
