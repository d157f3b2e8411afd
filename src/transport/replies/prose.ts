import type { Disposition } from '../../wire/disposition.js'
import type { JsonSchema } from '../json-schema.js'
import { constantReply } from './constant-reply.js'
import { choicesIn, rangeIn, schemaOfExample } from './example-json.js'

/** One part of a reply: what stands before it, its value by schema, and what stands after. */
interface Part {
  readonly before: string
  readonly schema: JsonSchema
  readonly after: string
}

/** The shape of a reply that only the prompt describes. */
export type Shape =
  | { readonly kind: 'json'; readonly schema: JsonSchema; readonly fenced: boolean }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }

const TEXT: JsonSchema = { type: 'string' }

/** Every balanced block between braces or brackets, outermost ones, in order. */
const blocks = (prompt: string): string[] => {
  const found: string[] = []
  const open: number[] = []
  for (const { 0: sign, index } of prompt.matchAll(/[{}[\]]/gu)) {
    if (sign === '{' || sign === '[') open.push(index)
    else {
      const start = open.pop()
      if (start !== undefined && open.length === 0) found.push(prompt.slice(start, index + 1))
    }
  }
  return found
}

const pastedSchema = (block: string): JsonSchema | null => {
  try {
    const parsed = JSON.parse(block) as JsonSchema
    return parsed.type === 'object' && parsed.properties !== undefined ? parsed : null
  } catch {
    return null
  }
}

/** The last block that describes an object, or a list of them. */
const jsonShape = (prompt: string, range: readonly [number, number] | null): Shape | null => {
  for (const block of blocks(prompt).reverse()) {
    if (!/["'\w]\s*:/u.test(block)) continue
    const schema = pastedSchema(block) ?? schemaOfExample(block, range)
    if (schema !== null && schema.type !== 'string')
      return { kind: 'json', schema, fenced: /```(?:json)?|fenced|code block/iu.test(prompt) }
  }
  return null
}

const numeric = (range: readonly [number, number] | null): JsonSchema => {
  const [minimum, maximum] = range ?? [0, 1]
  return { type: maximum > 1 ? 'integer' : 'number', minimum, maximum }
}

const schemaOf = (words: string, range: readonly [number, number] | null): JsonSchema => {
  const plain = words.trim().replace(/^[<[({"'“]+|[>\])}"'”.]+$/gu, '')
  const choices = choicesIn(plain)
  if (choices !== null) return { type: 'string', enum: choices }
  const own = rangeIn(plain)
  if (own !== null || /\b(?:number|score|integer|float|rating|\d)\b/iu.test(plain)) return numeric(own ?? range)
  return TEXT
}

const TAG = /<(score|verdict|answer|result|rating|grade|label|judge?ment|decision)>([^<\n]*)<\/\1>/giu
/** `Verdict: PASS or FAIL`, `Score: <number>`: a label whose value is described, not an artifact's heading. */
const LABEL =
  /^[\s>*-]*\**([A-Za-z][A-Za-z _-]{1,30})\**:\**[ \t]*([<[({][^\n]*|[^\n]*\b(?:or|\d\s*(?:-|–|to)\s*\d)\b[^\n]*|[^\n]*[|/][^\n]*)$/gimu

const tagged = (prompt: string, range: readonly [number, number] | null): Part[] => {
  const seen = new Map<string, Part>()
  for (const [, tag = '', words = ''] of prompt.matchAll(TAG))
    seen.set(tag, {
      before: `<${tag}>`,
      schema: words.trim() === '' ? numericOr(prompt, range) : schemaOf(words, range),
      after: `</${tag}>\n`,
    })
  return [...seen.values()]
}

const labelled = (prompt: string, range: readonly [number, number] | null): Part[] => {
  const seen = new Map<string, Part>()
  for (const [, label = '', words = ''] of prompt.matchAll(LABEL))
    if (words.length < 120)
      seen.set(label.toLowerCase(), { before: `${label}: `, schema: schemaOf(words, range), after: '\n' })
  return [...seen.values()]
}

const YES_NO =
  /["'“]?\b(yes|true|pass|supported|correct|relevant|faithful|grounded|attributable)\b["'”]?\s*(?:,|or|\/|\||vs\.?)+\s*["'“]?\b(no|false|fail|unsupported|not[ -]supported|incorrect|irrelevant|unfaithful|ungrounded|not[ -]attributable)\b/iu
const QUOTED_PAIR =
  /\b(?:answer|respond|reply|output|return|say|write)\b[^.\n]{0,40}?["'“](\w+)["'”]\s*(?:or|\/|,)\s*["'“](\w+)["'”]/iu

const pairIn = (prompt: string): JsonSchema | null => {
  const found = YES_NO.exec(prompt) ?? QUOTED_PAIR.exec(prompt)
  return found === null ? null : { type: 'string', enum: [found[1], found[2]] }
}

const numericOr = (prompt: string, range: readonly [number, number] | null): JsonSchema =>
  range === null ? (pairIn(prompt) ?? numeric(null)) : numeric(range)

const LETTER = /^\s*\(?([A-H])[.):]\s+\S/gmu

const only = (schema: JsonSchema, before = '', after = ''): Shape => ({
  kind: 'parts',
  parts: [{ before, schema, after }],
})

/**
 * Reads from a prompt in which shape the reply is wanted: JSON described by example or schema, tags, labelled lines, a
 * letter, one line a statement, a number in a range, one of two words; a sentence where nothing is said.
 */
export const proseShape = (prompt: string): Shape => {
  const scored = /(?:score|rate|rating|scale|number|grade)[^.\n]{0,60}/giu
  const range = [...prompt.matchAll(scored)].map(([words]) => rangeIn(words)).find((found) => found !== null) ?? null
  const json = jsonShape(prompt, range)
  if (json !== null) return json
  const tags = tagged(prompt, range)
  if (tags.length > 0) return { kind: 'parts', parts: tags }
  const letters = [...new Set([...prompt.matchAll(LETTER)].map(([, letter = '']) => letter))]
  const bracketed = /\[\[\s*[A-Z]\s*\]\]/u.test(prompt)
  if (bracketed || letters.length >= 2) {
    const choices =
      letters.length >= 2
        ? letters
        : [...new Set([...prompt.matchAll(/\[\[\s*([A-Z])\s*\]\]/gu)].map(([, letter = '']) => letter))]
    return only({ type: 'string', enum: choices }, bracketed ? '[[' : '', bracketed ? ']]' : '')
  }
  const labels = labelled(prompt, range)
  if (labels.length > 0) return { kind: 'parts', parts: labels }
  if (
    /one (?:\w+ )?(?:per|a|on each) line|numbered list|each (?:on|in) (?:a|its own) (?:new )?line|line by line/iu.test(
      prompt,
    )
  ) {
    const schema = pairIn(prompt) ?? TEXT
    return { kind: 'parts', parts: [1, 2, 3].map((number) => ({ before: `${number}. `, schema, after: '\n' })) }
  }
  const pair = pairIn(prompt)
  if (range !== null && !(pair !== null && /^(?:answer|respond|reply)/imu.test(prompt))) return only(numeric(range))
  return only(pair ?? TEXT)
}

/** A reply in a shape, by the disposition alone. */
export const replyInShape = (shape: Shape, disposition: Disposition, text?: (n: number) => string): string => {
  if (shape.kind === 'json') {
    const json = JSON.stringify(constantReply(shape.schema, disposition, text))
    return shape.fenced ? `\`\`\`json\n${json}\n\`\`\`` : json
  }
  const properties = Object.fromEntries(shape.parts.map(({ schema }, index) => [String(index), schema]))
  const values = constantReply({ type: 'object', properties }, disposition, text) as Record<string, unknown>
  return shape.parts
    .map(({ before, after }, index) => `${before}${values[String(index)]}${after}`)
    .join('')
    .trim()
}
