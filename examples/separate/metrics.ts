/**
 * A hand-written harness that is wired by construction: each metric is a function of just its own arguments, so no call
 * can hold what the metric is not defined over. `harness.ts` hands each function its arguments.
 */
import { type Flag, judgeEach, takeApart } from './judge.js'

const share = (flags: readonly Flag[]): number | null =>
  flags.length === 0 ? null : flags.filter(({ yes }) => yes).length / flags.length

const passages = (contexts: readonly string[]) =>
  contexts.length === 0 ? 'CONTEXT\n' : contexts.map((text, index) => `CONTEXT ${index + 1}\n${text}`).join('\n\n')

/** Of the claims in `answer`, the share that `contexts` support. */
export const faithfulness = async (answer: string, contexts: readonly string[]): Promise<number | null> => {
  const claims = await takeApart('ANSWER', answer)
  return share(await judgeEach('CLAIM of the ANSWER', 'is supported by the CONTEXT', passages(contexts), claims))
}

/** Of the statements in `answer`, the share that address `question`. */
export const answerRelevance = async (answer: string, question: string): Promise<number | null> => {
  const statements = await takeApart('ANSWER', answer)
  const shown = `QUESTION\n${question}`
  return share(await judgeEach('STATEMENT of the ANSWER', 'addresses the QUESTION', shown, statements))
}

/** Average precision of `contexts` for `question`: irrelevant passages cost more the higher they stand. */
export const contextPrecision = async (question: string, contexts: readonly string[]): Promise<number | null> => {
  if (contexts.length === 0) return null
  const shown = `QUESTION\n${question}\n\n${passages(contexts)}`
  const flags = await judgeEach('CONTEXT', 'addresses the QUESTION', shown, null)
  const gains = flags.map(({ yes }, rank) =>
    yes ? flags.slice(0, rank + 1).filter((flag) => flag.yes).length / (rank + 1) : 0,
  )
  return flags.length === 0 ? null : gains.reduce((sum, gain) => sum + gain, 0) / flags.length
}

/** Of the claims in `reference`, the share that `contexts` support. */
export const contextRecall = async (reference: string, contexts: readonly string[]): Promise<number | null> => {
  const claims = await takeApart('REFERENCE ANSWER', reference)
  return share(
    await judgeEach('CLAIM of the REFERENCE ANSWER', 'is supported by the CONTEXT', passages(contexts), claims),
  )
}

/** Of the claims in `answer`, the share that `reference` supports. */
export const answerPrecision = async (answer: string, reference: string): Promise<number | null> => {
  const claims = await takeApart('ANSWER', answer)
  const shown = `REFERENCE ANSWER\n${reference}`
  return share(await judgeEach('CLAIM of the ANSWER', 'is supported by the REFERENCE ANSWER', shown, claims))
}

/** Harmonic mean of how much of `answer` is in `reference` and how much of `reference` is in `answer`. */
export const answerCorrectness = async (answer: string, reference: string): Promise<number | null> => {
  const precision = await answerPrecision(answer, reference)
  const claims = await takeApart('REFERENCE ANSWER', reference)
  const shown = `ANSWER\n${answer}`
  const recall = share(await judgeEach('CLAIM of the REFERENCE ANSWER', 'is supported by the ANSWER', shown, claims))
  if (precision === null || recall === null) return null
  return precision === 0 || recall === 0 ? 0 : 2 / (1 / precision + 1 / recall)
}
