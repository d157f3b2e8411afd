/** Scripts written without spaces: each sign counts as a word. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u
const WORD = new RegExp(`${SIGN.source}|(?:(?!${SIGN.source})[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/** The words of a text, NFKC, lower case: what survives quoting, escaping and re-spacing. */
export const wordsOf = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(WORD) ?? []

/** Every run of `length` words, as text. */
export const shingles = (words: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(0, words.length - length + 1) }, (_, start) =>
    words.slice(start, start + length).join(' '),
  )
