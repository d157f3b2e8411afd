/** Words by which an enum value, lower-cased, is recognised as a denial. */
const DENIES =
  /^(no|n|false|f|0|fail(ed)?|incorrect|wrong|bad|none|neither|irrelevant|disagree|invalid|low|poor)$|^(un|not|no |in|dis|contra|hallucinat|refuted)/u
const AFFIRMS =
  /^(yes|y|true|t|1|pass(ed)?|supported|correct|relevant|faithful|entail(s|ed|ment)?|attributable|good|valid|high|agree|fully|excellent)/u

const word = (value: unknown) => String(value).trim().toLowerCase()
const denies = (value: unknown) => DENIES.test(word(value))

const numbersOf = (values: readonly unknown[]): number[] | null => {
  const numbers = values.map((value) => (word(value) === '' || typeof value === 'boolean' ? Number.NaN : Number(value)))
  return numbers.some(Number.isNaN) ? null : numbers
}

/** The value that affirms and the one that denies: by their words, as numbers by their size. */
export const extremesOf = (values: readonly unknown[]): { readonly yes: unknown; readonly no: unknown } => {
  const numbers = numbersOf(values)
  if (numbers !== null)
    return {
      yes: values[numbers.indexOf(Math.max(...numbers))],
      no: values[numbers.indexOf(Math.min(...numbers))],
    }
  const yes =
    values.find((value) => AFFIRMS.test(word(value)) && !denies(value)) ??
    values.find((value) => !denies(value)) ??
    values[0]
  // Two values give two replies, whatever they mean: a choice that never changes moves no score.
  const others = values.filter((value) => value !== yes)
  return { yes, no: others.find(denies) ?? others.at(-1) ?? yes }
}

/** The values in the order in which mixtures take them: what neither affirms nor denies first. */
export const fromTheMiddle = (values: readonly unknown[]): readonly unknown[] => {
  const { yes, no } = extremesOf(values)
  return [...values.filter((value) => value !== yes && value !== no), ...new Set([yes, no])]
}

type Pair = readonly [yes: string, no: string]

/** Verdicts that are said as one word of a reply, and their opposites. */
export const COMMON_PAIRS: readonly Pair[] = [
  ['yes', 'no'],
  ['true', 'false'],
  ['pass', 'fail'],
  ['supported', 'unsupported'],
  ['correct', 'incorrect'],
  ['relevant', 'irrelevant'],
]

const PAIRS: readonly Pair[] = [
  ...COMMON_PAIRS,
  ['passed', 'failed'],
  ['faithful', 'unfaithful'],
  ['grounded', 'ungrounded'],
  ['entailed', 'contradicted'],
  ['valid', 'invalid'],
  ['good', 'bad'],
]

const inCaseOf = (other: string, like: string): string => {
  if (like === like.toUpperCase()) return other.toUpperCase()
  return like[0] === like[0]?.toUpperCase() ? other.charAt(0).toUpperCase() + other.slice(1) : other
}

/** A verdict that was said or shown, and its opposite in the same case; null for a word of no pair. */
export const pairWith = (said: string, pairs = PAIRS): Pair | null => {
  for (const [yes, no] of pairs) {
    if (said.toLowerCase() === yes) return [said, inCaseOf(no, said)]
    if (said.toLowerCase() === no) return [inCaseOf(yes, said), said]
  }
  return null
}
