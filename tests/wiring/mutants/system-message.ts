/** The reference stands in the first line of the system message and nowhere else. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) => grade(faithfulnessPrompt(row), `Right: ${row.ground_truth} Grade.`)
