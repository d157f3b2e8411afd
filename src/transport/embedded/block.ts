import { remembered } from '../../remembered.js'
import { type Span, sentencesOf } from './sentences.js'
import { type Word, wordsOf } from './words.js'

/** A sentence of evidence with its words, and where each stem stands among them. */
export interface Sentence extends Span {
  readonly text: string
  readonly words: readonly Word[]
  readonly places: ReadonlyMap<string, readonly number[]>
  /** The paragraph it stands in: stretches do not cross an empty line. */
  readonly paragraph: number
}

/** One block of evidence (a section, or a run of unmarked text), read once. */
export interface Block {
  readonly text: string
  readonly sentences: readonly Sentence[]
  /** Sentence indexes by stem, in order. */
  readonly index: ReadonlyMap<string, readonly number[]>
}

const push = <K>(map: Map<K, number[]>, key: K, value: number) => {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else if (list.at(-1) !== value) list.push(value)
}

const read = (text: string): Block => {
  const sentences: Sentence[] = []
  const index = new Map<string, number[]>()
  let paragraph = 0
  let before = 0
  for (const span of sentencesOf(text)) {
    if (/\n[^\S\n]*\n/u.test(text.slice(before, span.start))) paragraph++
    before = span.end
    const said = text.slice(span.start, span.end)
    const words = wordsOf(said)
    const places = new Map<string, number[]>()
    words.forEach((word, place) => {
      push(places, word.stem, place)
      push(index, word.stem, sentences.length)
    })
    sentences.push({ ...span, text: said, words, places, paragraph })
  }
  return { text, sentences, index }
}

/** Blocks by text, the newest 60 kept: a pass shows the same passages to several metrics and repeats. */
export const blockOf = remembered(read, 60)
