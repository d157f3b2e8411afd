import { remembered } from '../../remembered.js'
import { type Lexicon, lexiconOf } from './lexicon.js'
import { type Word, wordsOf } from './words.js'

/** A number that a unit states, and its unit words: of each group, one must stand beside it in the evidence. */
export interface Quantity {
  readonly stem: string
  readonly of: readonly (readonly string[])[]
}

/** What a unit must find in the evidence. It depends on the unit's text alone, and so do its weights. */
export interface Demand {
  readonly lexicon: Lexicon
  /** Weight by stem of each content word. */
  readonly weights: ReadonlyMap<string, number>
  readonly total: number
  readonly quantities: readonly Quantity[]
  readonly names: readonly string[]
  readonly denied: boolean
}

/** Words longer than this count less: mostly derived words, which a paraphrase changes first. Chosen on the first half. */
const LONG = 7
const LONG_WEIGHT = 0.7

const isContent = (word: Word, { stop, negators }: Lexicon) =>
  word.number || (!stop.has(word.lower) && !negators.has(word.lower))

/** Numbers that need no unit word: a year, a version, one spelt out ("three major rivers"). */
const BY_ITSELF = /^(?:(?:1\d|20)\d\d|\d+\.\d+\..*|\P{Nd}+)$/u
const CURRENCIES = new Set(['dollar', 'euro', 'pound', 'yen'])

/** True where nothing but a space or a hyphen stands between two words. */
const adjacent = (text: string, left: Word | undefined, right: Word | undefined): boolean =>
  left !== undefined && right !== undefined && /^[\s\-–]*$/u.test(text.slice(left.end, right.start))

/**
 * The unit words of the number at `place`: one of the two content words right after it ("109 miles", "3 major roads"),
 * else a capitalised one right before ("Room 102", "July 25"); and a currency sign before it.
 */
const unitWordsOf = (text: string, words: readonly Word[], place: number, lexicon: Lexicon): string[][] => {
  const number = words[place]!
  if (BY_ITSELF.test(number.lower)) return []
  const [before, next, second] = [words[place - 1], words[place + 1], words[place + 2]]
  const fits = (word: Word | undefined) => word !== undefined && !word.number && isContent(word, lexicon)
  const groups: string[][] = []
  if (adjacent(text, before, number) && CURRENCIES.has(before!.stem)) groups.push([before!.stem])
  if (fits(next) && adjacent(text, number, next))
    groups.push(fits(second) && adjacent(text, next, second) ? [next!.stem, second!.stem] : [next!.stem])
  else if (groups.length === 0 && fits(before) && before!.capital && adjacent(text, before, number))
    groups.push([before!.stem])
  return groups
}

/** Names: capitalised content words inside a sentence, unless most words are capitalised (a title). */
const namesOf = (text: string, words: readonly Word[], lexicon: Lexicon): string[] => {
  if (!lexicon.capitalsAreNames) return []
  const content = words.filter((word) => !word.number && isContent(word, lexicon))
  const label = /^[^:.]{0,60}:/u.exec(text)?.[0].length ?? 0
  const body = content.filter((word) => word.start >= label)
  const starts = (word: Word) => !/[\p{L}\p{N},;%)'’"”\]][\s"“'‘([*]*$/u.test(text.slice(0, word.start))
  const names = body.filter((word) => word.capital && !starts(word))
  return names.length * 2 > body.length + 1 && body.length > 4 ? [] : names.map((word) => word.stem)
}

/** True where the word at `place` denies: a negator, "not only" aside. */
export const deniesAt = (words: readonly Word[], place: number, { negators }: Lexicon): boolean =>
  negators.has(words[place]!.lower) && words[place + 1]?.lower !== 'only'

const read = (text: string): Demand => {
  const words = wordsOf(text)
  const lexicon = lexiconOf(words.map((word) => word.lower))
  const weights = new Map<string, number>()
  const quantities: Quantity[] = []
  words.forEach((word, place) => {
    if (isContent(word, lexicon)) weights.set(word.stem, word.lower.length > LONG ? LONG_WEIGHT : 1)
    if (word.number) quantities.push({ stem: word.stem, of: unitWordsOf(text, words, place, lexicon) })
  })
  return {
    lexicon,
    weights,
    total: [...weights.values()].reduce((sum, weight) => sum + weight, 0),
    quantities,
    names: [...new Set(namesOf(text, words, lexicon))],
    denied: words.some((_, place) => deniesAt(words, place, lexicon)),
  }
}

/** What a unit demands, the newest 60 kept. */
export const demandOf = remembered(read, 60)
