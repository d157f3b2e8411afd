import type { JsonSchema } from '../json-schema.js'
import { choicesIn, rangeIn } from './example-json.js'

export type Range = readonly [number, number] | null

/** Headings under which judges show the artifacts: what follows on the line is a sample's text. */
const SHOWN =
  /^[\s>*#[-]*\**(?:question|answer|contexts?|passages?|sources?|reference|response|text|submission|submitted answer|expert(?: answer)?|statements?|claims?|documents?|input|user|one|two|ground truth)(?:\s*\d+)?\**\s*[:\]]\**[ \t]*\S/iu

/** A prompt without the lines on which an artifact stands behind its heading. */
export const withoutShown = (prompt: string): string =>
  prompt
    .split('\n')
    .filter((line) => !SHOWN.test(line) || /[<[{|]|\b(?:yes|true|pass)\b\s*(?:or|\/)/iu.test(line))
    .join('\n')

/** The bounds of the scores that a prompt asks for. */
export const rangeOf = (prompt: string): Range => {
  const scored =
    /(?:scor|rat(?:e|ing)|scale|number|grade|float|percent|integer|out of)[^.\n]{0,40}(?:\.\d[^.\n]{0,20}){0,2}[^.\n]{0,60}/giu
  for (const [words] of prompt.matchAll(scored)) {
    const range = rangeIn(words)
    if (range !== null) return range
  }
  const example = /\b(\d{1,3})\s*%/u.exec(prompt)
  return example === null ? null : [0, 100]
}

export const numeric = (range: Range): JsonSchema => {
  const [minimum, maximum] = range ?? [0, 1]
  return { type: maximum > 1 ? 'integer' : 'number', minimum, maximum }
}

const YES = 'yes|true|pass|supported|correct|relevant|faithful|grounded|attributable|entailed'
const NO =
  'no|false|fail|unsupported|not[ -]supported|incorrect|irrelevant|not[ -]relevant|unfaithful|ungrounded|not[ -]attributable|contradicted'
const JOINT = String.raw`["'”]?\s*(?:,|or|and|\/|\||vs\.?)+\s*["'“]?`
const YES_NO = new RegExp(String.raw`["'“]?\b(${YES})\b${JOINT}\b(${NO})\b`, 'iu')
const NO_YES = new RegExp(String.raw`["'“]?\b(${NO})\b${JOINT}\b(${YES})\b`, 'iu')
/** Words in capitals may stand further apart: `NO if … or YES if not`. */
const LOUD = new RegExp(
  String.raw`\b(${YES.toUpperCase()}|${NO.toUpperCase()})\b[^.\n]*\b(${YES.toUpperCase()}|${NO.toUpperCase()})\b`,
  'u',
)
const QUOTED_PAIR =
  /\b(?:answer|respond|reply|output|return|say|write|print)\b[^.\n]{0,40}?["'“](\w+)["'”]\s*(?:or|\/|,)\s*["'“](\w+)["'”]/iu
const LISTED =
  /\b(?:one of|either|among|options|categories|labels)\b(?: the following)?[^:.\n]{0,30}?:?\s*((?:["'“]?[\p{L}][\p{L}_-]*["'”]?\s*(?:,\s*or|,|\/|\||or)\s*)+["'“]?[\p{L}][\p{L}_-]*["'”]?)/iu

/** The words a prompt offers for a verdict; null where it offers none. */
export const wordsIn = (prompt: string): string[] | null => {
  const listed = LISTED.exec(prompt)?.[1]?.replaceAll(/\s*,\s*(?:or\s+)?/gu, ' | ')
  const choices = listed === undefined ? null : choicesIn(listed)
  if (choices !== null && choices.length > 2) return choices
  const pair = [YES_NO, NO_YES, QUOTED_PAIR, LOUD]
    .map((pattern) => pattern.exec(prompt))
    .find((found) => found !== null)
  if (pair !== undefined && pair !== null && pair[1] !== pair[2]) return [pair[1]!, pair[2]!]
  return choices
}

export const wordSchema = (words: readonly string[] | null): JsonSchema | null =>
  words === null ? null : { type: 'string', enum: words }

/** The schema of a value that is described in a few words, such as `<1-5>`, `PASS or FAIL`, `X`. */
export const schemaOf = (words: string, range: Range): JsonSchema => {
  const plain = words.trim().replace(/^[<[({"'“]+|[>\])}"'”.]+$/gu, '')
  const own = /^[A-Z]\s*\/\s*\d+$/u.test(plain) ? null : rangeIn(plain)
  const choices = own === null ? choicesIn(plain) : null
  if (choices !== null) return { type: 'string', enum: choices }
  if (own !== null || /\b(?:number|score|integer|float|rating|\d)\b/iu.test(plain)) return numeric(own ?? range)
  return { type: 'string' }
}
