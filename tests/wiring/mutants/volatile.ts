/** Something in every prompt that is never the same twice. */
import { randomUUID } from 'node:crypto'
import { faithfulnessPrompt, grade, type Row } from './judge.js'

export const requestId = {
  faithfulness: async (row: Row) => grade(`${faithfulnessPrompt(row)}\n\nrequest ${randomUUID()}`),
}

let calls = 0

/** A clock that moves on by a second a call. */
const now = () => new Date(Date.UTC(2026, 7, 3, 9, 0, calls++)).toISOString()

export const date = {
  faithfulness: async (row: Row) => grade(`Today is ${now()}.\n\n${faithfulnessPrompt(row)}`),
}
