/** The whole row goes into the prompt, as JSON. */
import { grade, type Row } from './judge.js'

export const faithfulness = async (row: Row) => grade(`Is the answer faithful to its contexts? ${JSON.stringify(row)}`)
