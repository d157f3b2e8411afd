import { blockOf } from './block.js'
import { type Support, unitCoverage } from './coverage.js'
import { demandOf } from './demand.js'

/** A judgement on one unit: how much was covered, whether that is enough, and what it rests on. */
export interface Judgement extends Support {
  readonly holds: boolean
}

/**
 * Coverage from which a unit counts as supported: of 0.50, 0.55 … 0.80 the one that separated best on the first half of
 * the human-labelled answers. `bench/embedded-judge-agreement.ts` chooses it and prints both halves.
 */
export const SUPPORT_THRESHOLD = 0.5

/** Part of the question's content words that a statement has to cover. */
const ADDRESS_THRESHOLD = 0.25

/** What a question word counts that stands only in what else was shown. */
const SHOWN_CREDIT = 0.1

/** Decides whether the evidence supports a unit: coverage of at least {@link SUPPORT_THRESHOLD}. */
export const judgeSupport = (unit: string, evidence: readonly string[]): Judgement => {
  const support = unitCoverage(unit, evidence)
  return { ...support, holds: support.coverage >= SUPPORT_THRESHOLD }
}

/**
 * Decides whether a statement (or a passage) addresses a question: the part of the question's content words that stand
 * in it, each of the others counting a little where it stands in what else was shown, reaches a threshold. A statement
 * that shares no word with the question never does. The quote is the question, or the words shown that made the
 * difference.
 */
export const judgeAddresses = (statement: string, question: string, shown: readonly string[]): Judgement => {
  const { weights, total } = demandOf(question)
  const own = blockOf(statement).index
  const others = shown.map((text) => blockOf(text).index)
  let said = 0
  let credited = 0
  for (const [stem, weight] of weights) {
    if (own.has(stem)) said += weight
    else if (others.some((index) => index.has(stem))) credited += weight * SHOWN_CREDIT
  }
  if (said === 0) return { coverage: 0, holds: false, quote: '' }
  const coverage = (said + credited) / total
  const holds = coverage >= ADDRESS_THRESHOLD
  const alone = said / total >= ADDRESS_THRESHOLD
  return { coverage, holds, quote: alone ? question.trim().slice(0, 300) : unitCoverage(question, shown).quote }
}

/** True where two texts have a content word of the second in common, or the second has none. */
export const isOnTopic = (text: string, question: string): boolean => {
  const { weights } = demandOf(question)
  const { index } = blockOf(text)
  return weights.size === 0 || [...weights.keys()].some((stem) => index.has(stem))
}
