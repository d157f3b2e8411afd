/** All calls go through one worker, started at the first of them: its asynchronous context is that of the first. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

type Job = () => Promise<void>

const jobs: Job[] = []
let wake: () => void = () => undefined
let started = false

const work = async () => {
  for (;;) {
    const job = jobs.shift()
    if (job) await job()
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}

const queued = <T>(task: () => Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    jobs.push(() => task().then(resolve, reject))
    if (!started) {
      started = true
      void work()
    }
    wake()
  })

const scorer = (prompt: (row: Row) => string) => async (row: Row) => {
  const shown = prompt(row)
  return queued(() => grade(shown))
}

let behind: Promise<number> | null = null

/** Handed over and not awaited: what a scorer returns is the score of the row before. */
export const oneBehind = {
  faithfulness: async (row: Row) => {
    const last = behind
    const shown = faithfulnessPrompt(row)
    behind = queued(async () => {
      await new Promise((next) => setTimeout(next, 2))
      return grade(shown)
    })
    behind.catch(() => undefined)
    return last === null ? 1 : last
  },
}

export const leaking = { faithfulness: scorer((row) => `${faithfulnessPrompt(row)}\n\nGold: ${row.ground_truth}`) }
export const wired = { faithfulness: scorer(faithfulnessPrompt) }
