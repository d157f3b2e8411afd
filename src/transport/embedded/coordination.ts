import { type Lexicon, lexiconOf } from './lexicon.js'
import { type Word, wordsOf } from './words.js'

/** Where an item stands in the sentence. */
interface Item {
  readonly start: number
  readonly end: number
}

/** Content words of the longest item; longer runs are clauses. */
const LONGEST = 4

/** Words from `from` to `to`, both included. */
interface Run {
  readonly from: number
  readonly to: number
}

/** The first list of a sentence as spans of its items; empty where there is none. */
const findList = (text: string, words: readonly Word[], { joiners, stop }: Lexicon): Item[] => {
  const between = (left: number) => text.slice(words[left]!.end, words[left + 1]!.start)
  // In Chinese `，` parts clauses; lists have a comma of their own.
  const comma = joiners.includes('和') ? /^\s*、\s*$/u : /^\s*[,،、]\s*$/u
  const isComma = (left: number) => comma.test(between(left))
  const isJoined = (left: number) => /^[\s'’-]*$/u.test(between(left))
  const isJoiner = (place: number) => joiners.includes(words[place]?.lower ?? '')
  const isPlain = (place: number) => place in words && !stop.has(words[place]!.lower)

  /** How many content words follow each other from `from` on, at most `most`. */
  const runLength = (from: number, step: 1 | -1, most: number): number => {
    let count = 0
    while (count < most && isPlain(from + step * count)) {
      if (count > 0 && !isJoined(Math.min(from + step * count, from + step * (count - 1)))) break
      count++
    }
    return count
  }

  for (let joiner = 3; joiner < words.length - 1; joiner++) {
    if (!isJoiner(joiner)) continue
    // Leftwards from the joiner: what stands between two commas is an item if it is about as long as those after it.
    const middle: Run[] = []
    let end = joiner - 1
    let most = LONGEST
    for (;;) {
      const length = runLength(end, -1, most)
      const from = end - length + 1
      if (length === 0 || from === 0 || !isComma(from - 1)) break
      middle.unshift({ from, to: end })
      most = Math.max(2, ...middle.map((run) => run.to - run.from + 1))
      end = from - 1
    }
    if (middle.length === 0) continue
    // The first item has no comma before it and the last none after: they are taken to be as long as the others.
    const longest = Math.max(...middle.map((run) => run.to - run.from + 1))
    const first = runLength(end, -1, longest)
    const last = runLength(joiner + 1, 1, longest)
    if (first === 0 || last === 0 || isJoiner(end - first)) continue
    const runs = [{ from: end - first + 1, to: end }, ...middle, { from: joiner + 1, to: joiner + last }]
    // Numbers among words are a date ("March 6, 1869, and later").
    const numeric = runs.filter(({ from, to }) => words.slice(from, to + 1).every((word) => word.number)).length
    if (numeric > 0 && numeric < runs.length) continue
    return runs.map(({ from, to }) => ({ start: words[from]!.start, end: words[to]!.end }))
  }
  return []
}

/**
 * Takes a coordinated list of three items or more apart, one sentence an item in the frame of the whole: "it covers
 * flights, hotels and meals" gives three. Items are runs of at most four content words (so clauses and dates stay whole);
 * the joining words are those of the sentence's language, so the joined-on conjunction of Arabic is not read. Any other sentence is returned as it is.
 */
export const splitList = (sentence: string): string[] => {
  const words = wordsOf(sentence)
  const items = findList(sentence, words, lexiconOf(words.map((word) => word.lower)))
  if (items.length < 3) return [sentence]
  const before = sentence.slice(0, items[0]!.start)
  const after = sentence.slice(items.at(-1)!.end)
  return items.map(({ start, end }) => before + sentence.slice(start, end) + after)
}
