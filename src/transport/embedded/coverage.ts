import { type Block, blockOf, type Sentence } from './block.js'
import { type Demand, demandOf, deniesAt, type Quantity } from './demand.js'

/** How far the evidence supports a unit, and the stretch of it that does so best. */
export interface Support {
  /** 0 … 1. */
  readonly coverage: number
  /** Verbatim from the evidence, at most 300 characters; `''` where nothing of the unit was found. */
  readonly quote: string
}

/** Sentences of the longest stretch. */
const STRETCH = 3

/**
 * The most that a stretch can reach which breaks a number, a name or the polarity: just below the threshold of support. A
 * cap, not a factor: what covers less than this is unsupported anyway, and keeps its order.
 */
const BROKEN_CAP = 0.45

/** Words between a number and its unit word ("10 or more full years"). */
const REACH = 4

/** A negator denies the content words near it: so many before and after, within its clause. */
const DENIED_BEFORE = 2
const DENIED_AFTER = 3

const LONGEST_QUOTE = 300

const holds = (sentence: Sentence, { stem, of }: Quantity): boolean =>
  (sentence.places.get(stem) ?? []).some((at) =>
    of.every((group) =>
      group.some((word) => (sentence.places.get(word) ?? []).some((place) => Math.abs(place - at) <= REACH)),
    ),
  )

/** True where a negator of the sentence bears on a word of the unit. */
const denies = ({ text, words }: Sentence, { lexicon, weights }: Demand): boolean => {
  const bears = (from: number, step: 1 | -1, most: number): boolean => {
    let seen = 0
    for (let at = from + step; seen < most && at >= 0 && at < words.length; at += step) {
      const [left, right] = step === 1 ? [words[at - 1]!, words[at]!] : [words[at]!, words[at + 1]!]
      if (/[,;:，；：،؛]/u.test(text.slice(left.end, right.start))) return false
      if (lexicon.stop.has(words[at]!.lower)) continue
      if (weights.has(words[at]!.stem)) return true
      seen++
    }
    return false
  }
  return words.some(
    (_, place) => deniesAt(words, place, lexicon) && (bears(place, -1, DENIED_BEFORE) || bears(place, 1, DENIED_AFTER)),
  )
}

/** Indexes into the unit's words by sentence, for the sentences that hold any. */
const sharedWords = (stems: readonly string[], block: Block): Map<number, number[]> => {
  const shared = new Map<number, number[]>()
  stems.forEach((stem, word) => {
    for (const sentence of block.index.get(stem) ?? []) {
      const words = shared.get(sentence)
      if (words === undefined) shared.set(sentence, [word])
      else words.push(word)
    }
  })
  return shared
}

/** The best stretch of one block; of equally good ones the shortest. */
const bestIn = (block: Block, demand: Demand): Support => {
  const { sentences, text } = block
  const stems = [...demand.weights.keys()]
  const weights = [...demand.weights.values()]
  const shared = sharedWords(stems, block)
  let best: Support = { coverage: 0, quote: '' }
  let bestLength = 0
  for (const first of shared.keys()) {
    const start = sentences[first]!
    const covered = new Set<number>()
    const numbers = new Set<Quantity>()
    const names = new Set<string>()
    let main = start
    let mainWeight = 0
    for (let at = first; at < first + STRETCH && at < sentences.length; at++) {
      const sentence = sentences[at]!
      if (sentence.paragraph !== start.paragraph) break
      const words = shared.get(at)
      if (words === undefined) continue
      for (const word of words) covered.add(word)
      for (const quantity of demand.quantities) if (holds(sentence, quantity)) numbers.add(quantity)
      for (const name of demand.names) if (sentence.places.has(name)) names.add(name)
      const weight = words.reduce((sum, word) => sum + weights[word]!, 0)
      if (weight > mainWeight) [main, mainWeight] = [sentence, weight]
      let share = 0
      for (const word of covered) share += weights[word]!
      share /= demand.total
      const length = sentence.end - start.start
      if (share < best.coverage) continue
      const agrees =
        numbers.size === demand.quantities.length &&
        names.size === demand.names.length &&
        (demand.lexicon.negators.size === 0 || denies(main, demand) === demand.denied)
      const coverage = agrees ? share : Math.min(share, BROKEN_CAP)
      if (coverage < best.coverage || (coverage === best.coverage && length >= bestLength)) continue
      const stretch = text.slice(start.start, sentence.end)
      best = { coverage, quote: stretch.length <= LONGEST_QUOTE ? stretch : main.text.slice(0, LONGEST_QUOTE) }
      bestLength = length
    }
  }
  return best
}

/**
 * How much of a unit one stretch of the evidence covers: the weighted share of its content words that stand in one to
 * three consecutive sentences of one paragraph of one block, at most 0.45 unless the stretch also holds the unit's
 * numbers beside their unit words and its names, and denies where the unit denies. The weights depend on the unit alone
 * and the best stretch counts, so another block or paragraph never lowers it. Names need a language whose capitals mark
 * them, polarity one with a list of negators. A unit without content words is covered by nothing.
 */
export const unitCoverage = (unit: string, evidence: readonly string[]): Support => {
  const demand = demandOf(unit)
  let best: Support = { coverage: 0, quote: '' }
  for (const text of evidence) {
    const found = bestIn(blockOf(text), demand)
    if (found.coverage > best.coverage) best = found
  }
  return best
}
