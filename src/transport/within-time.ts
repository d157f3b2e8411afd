import type { Evaluation } from '../check/tracer.js'
import { TimeLimitError } from '../errors.js'

/** Captured at import: a user's fake timers replace the global ones later. */
const realTimeout = setTimeout
const realClear = clearTimeout

const asError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))

/** Settles as `run` does, but with an error once `seconds` are over: a promise that nobody keeps must not hold up the rest. */
export const withinTime = <T>(
  { metric, sample }: Evaluation,
  seconds: number,
  run: () => Promise<T>,
): Promise<{ readonly value: T } | { readonly error: Error }> =>
  new Promise((resolve) => {
    const late = `${metric} gave no score for sample ${sample} within ${seconds} s; a longer \`timeLimit\` in the config lets it take more`
    const timer = realTimeout(() => resolve({ error: new TimeLimitError(late) }), seconds * 1000)
    ;(async () => run())()
      .then(
        (value) => resolve({ value }),
        (thrown: unknown) => resolve({ error: asError(thrown) }),
      )
      .finally(() => realClear(timer))
  })
