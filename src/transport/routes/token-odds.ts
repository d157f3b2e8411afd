import { COMMON_PAIRS, pairWith } from '../replies/choices.js'

/** A token of a reply and what else might have stood there, most likely first, as natural logarithms. */
export interface TokenOdds {
  readonly token: string
  readonly logprob: number
  readonly alternatives: readonly { readonly token: string; readonly logprob: number }[]
}

const LIKELY = 0.9

/** Pairs of which a scorer may want both, whichever was said. */
const PAIRS = [...COMMON_PAIRS, ['a', 'b'], ['y', 'n']] as const

/** What else might stand there: the neighbouring numbers, or the opposite word, then the same word written otherwise. */
const othersFor = (token: string): string[] => {
  const word = token.trim()
  const space = token.slice(0, token.length - token.trimStart().length)
  const likely = /^\d{1,3}$/u.test(word)
    ? [Number(word) - 1, Number(word) + 1].filter((number) => number >= 0).map(String)
    : (pairWith(word, PAIRS) ?? []).filter((other) => other !== word)
  const written = [space === '' ? ` ${word}` : word, word.toLowerCase(), word.toUpperCase()]
  const plain = [
    '\n',
    ' ',
    '.',
    ',',
    '"',
    '-',
    ':',
    '*',
    '(',
    '#',
    ')',
    '_',
    'The',
    'I',
    'It',
    'This',
    'So',
    'To',
    'In',
  ]
  const all = [...likely.map((other) => space + other), ...written, ...plain.map((sign) => `${sign} `)]
  return [...new Set(all)].filter((other) => other !== token && other !== '')
}

/**
 * The log probabilities of a reply: the token that was said takes nine tenths, so that a scorer that reads them gets a
 * number that follows the reply. Tokens are words with the space before them, numbers of up to three digits, and signs.
 * @param count alternatives a token, itself among them, at most 20
 */
export const tokenOdds = (text: string, count: number): TokenOdds[] =>
  (text.match(/\s?(?:\p{L}+|\d{1,3})|\s+|[^\s\p{L}\d]/gu) ?? []).map((token) => {
    const others = othersFor(token).slice(0, Math.max(0, Math.min(count, 20) - 1))
    const logprob = Math.log(LIKELY)
    return {
      token,
      logprob,
      alternatives: [
        { token, logprob },
        ...others.map((other, index) => ({
          token: other,
          logprob: Math.log((1 - LIKELY) / 2 ** (index + 1)),
        })),
      ].slice(0, Math.max(0, count)),
    }
  })
