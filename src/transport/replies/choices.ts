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

const PAIRS = [
  ['yes', 'no'],
  ['true', 'false'],
  ['pass', 'fail'],
  ['passed', 'failed'],
  ['supported', 'unsupported'],
  ['correct', 'incorrect'],
  ['relevant', 'irrelevant'],
  ['faithful', 'unfaithful'],
  ['grounded', 'ungrounded'],
  ['entailed', 'contradicted'],
  ['valid', 'invalid'],
  ['good', 'bad'],
] as const

const inCaseOf = (other: string, like: string): string => {
  if (like === like.toUpperCase()) return other.toUpperCase()
  return like[0] === like[0]?.toUpperCase() ? other.charAt(0).toUpperCase() + other.slice(1) : other
}

/** A verdict that an example shows, and its opposite; null for any other word. */
export const pairWith = (said: string): readonly [string, string] | null => {
  for (const [yes, no] of PAIRS) {
    if (said.toLowerCase() === yes) return [said, inCaseOf(no, said)]
    if (said.toLowerCase() === no) return [inCaseOf(yes, said), said]
  }
  return null
}
