/** Beside its judge it asks where nobody sees it: in a thread, or in another process. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const first = (work: (row: Row) => Promise<unknown>) => {
  let done = false
  return {
    faithfulness: async (row: Row) => {
      if (!done) await work(row)
      done = true
      return grade(faithfulnessPrompt(row))
    },
  }
}

const NOTHING = ['-e', '0']

export const thread = first(async ({ ground_truth }) =>
  once(new Worker('0', { eval: true, workerData: ground_truth }), 'exit'),
)
export const child = first(async () => once(spawn(process.execPath, NOTHING), 'exit'))
export const childAtOnce = first(async () => spawnSync(process.execPath, NOTHING))
