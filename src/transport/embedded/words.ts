/** One word of a text: where it stands, how it is compared, and what kind of word it is. */
export interface Word {
  readonly start: number
  readonly end: number
  /** Lower-cased, with plain apostrophes. */
  readonly lower: string
  /** What is compared: a stem, or a number in one spelling. */
  readonly stem: string
  readonly number: boolean
  readonly capital: boolean
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' })

/** Signs that stand for a unit word, in the spelling their word has once stemmed. */
const SIGNS: Readonly<Record<string, string>> = { '%': 'percent', $: 'dollar', '€': 'euro', '£': 'pound', '¥': 'yen' }

const SPELT: Readonly<Record<string, string>> = {
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  ten: '10',
  eleven: '11',
  twelve: '12',
  zwei: '2',
  drei: '3',
  vier: '4',
  fünf: '5',
  sechs: '6',
  sieben: '7',
  acht: '8',
  neun: '9',
  zehn: '10',
  zwölf: '12',
}

const ENDINGS = [
  'ingen',
  'ation',
  'ment',
  'ness',
  'ing',
  'ies',
  'ied',
  'ion',
  'est',
  'ed',
  'es',
  'en',
  'er',
  'em',
  'ly',
  's',
  'e',
  'n',
  'y',
]

/**
 * A light stem, the same for every language of a script, so that evidence can be read without knowing its language:
 * common English and German endings, the Arabic article and conjunction. At least three letters stay.
 */
export const stemOf = (word: string): string => {
  if (/^\p{Script=Arabic}+$/u.test(word)) return word.replace(/^(?:[وفبك]?ال|لل)(?=.{3})/u, '')
  if (!/^\p{Script=Latin}+$/u.test(word)) return word
  let stem = word
  for (let round = 0; round < 2; round++) {
    const ending = ENDINGS.find((tail) => stem.endsWith(tail) && stem.length - tail.length >= 3)
    if (ending === undefined || (ending === 's' && stem.endsWith('ss'))) break
    stem = stem.slice(0, -ending.length)
  }
  return stem.replace(/([bdfgklmnprt])\1$/u, '$1')
}

/** Digits of any script as ASCII digits: every decimal script has its ten digits in one run, zero first. */
const asciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero--
    return String(digit.codePointAt(0)! - zero)
  })

/** A number in one spelling: no thousands separators, a point before decimals, no ordinal ending. */
const numberOf = (lower: string): string =>
  asciiDigits(lower)
    .replace(/[.,'’٬](?=\d{3}(?!\d))/gu, '')
    .replace(/[,٫](?=\d)/gu, '.')
    .replace(/(?<=\d)(?:st|nd|rd|th)$/u, '')

/** The words of a text in order, in any script. */
export const wordsOf = (text: string): Word[] => {
  const words: Word[] = []
  for (const { segment, index, isWordLike } of SEGMENTER.segment(text)) {
    const sign = SIGNS[segment]
    if (!isWordLike && sign === undefined) continue
    const lower = segment.normalize('NFKC').toLowerCase().replaceAll('’', "'")
    const bare = lower.replace(/'s$/u, '')
    const spelt = SPELT[bare]
    const number = spelt !== undefined || /^\p{Nd}/u.test(bare)
    words.push({
      start: index,
      end: index + segment.length,
      lower,
      stem: sign ?? spelt ?? (number ? numberOf(bare) : stemOf(bare)),
      number,
      capital: /^\p{Lu}/u.test(segment),
    })
  }
  return words
}
