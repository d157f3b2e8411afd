import type { Disposition } from '../../wire/disposition.js'
import type { JsonSchema } from '../json-schema.js'
import { constantReply } from './constant-reply.js'
import { schemaOfExample, type Told } from './example-json.js'
import { type Part, partsIn } from './prose-parts.js'
import { numeric, type Range, rangeOf, withoutShown, wordSchema, wordsIn } from './prose-words.js'
import { schemaInWords } from './told-json.js'

/** The shape of a reply that only the prompt describes. */
export type Shape =
  | { readonly kind: 'json'; readonly schema: JsonSchema; readonly fenced: boolean }
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  /** As many items as the disposition has; `#` in `before` is their number. */
  | { readonly kind: 'list'; readonly before: string; readonly items: JsonSchema; readonly separator: string }

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

/** The last block that describes an object or a list of them, else what the prompt tells in words. */
const jsonShape = (prompt: string, told: Told): Shape | null => {
  const fenced = /```(?:json)?|fenced|code block/iu.test(prompt)
  for (const block of blocks(prompt).reverse()) {
    if (!/["'\w]\s*\??\s*:/u.test(block)) continue
    const schema = pastedSchema(block) ?? schemaOfExample(block, told)
    if (schema !== null && schema.type !== 'string') return { kind: 'json', schema, fenced }
  }
  const schema = schemaInWords(prompt, told)
  return schema === null ? null : { kind: 'json', schema, fenced }
}

const LINES =
  /one (?:\w+ )?(?:per|a|on each|for each) (?:\w+ )?line|\b(?:its|their) own line|each (?:on|in) (?:a|its own) (?:new )?line|line by line|\bone line (?:per|for each)\b/iu
const NUMBERED = /numbered list|\bnumber(?:ed)? (?:each|the|them)\b|^\s*<[\w ]*(?:number|index|id)>\s*[:.)]/imu
const BULLETS = /bullet(?:ed)?\b|\bdash(?:es)?\b/iu
const COMMAS = /comma[- ]separated/iu

const listShape = (prompt: string, range: Range): Shape | null => {
  const numbered = NUMBERED.test(prompt)
  const bullets = BULLETS.test(prompt)
  const commas = COMMAS.test(prompt)
  if (!numbered && !bullets && !commas && !LINES.test(prompt)) return null
  const words = wordSchema(perLine(prompt) ?? wordsIn(prompt))
  const items = words ?? (commas && range !== null ? numeric(range) : { type: 'string' })
  const colon = /^\s*<[\w ]*(?:number|index|id)>\s*:/imu.test(prompt)
  const before = colon ? '#: ' : numbered ? '#. ' : bullets ? '- ' : ''
  return { kind: 'list', before, items, separator: commas ? ', ' : '\n' }
}

/** `<claim number>: <ENTAILED|NEUTRAL>`: the words behind a number. */
const perLine = (prompt: string): string[] | null =>
  /^\s*<[\w ]*(?:number|index|id)>\s*[:.)]\s*<?((?:[\w ]+\s*[|/]\s*)+[\w ]+)>?\s*$/imu
    .exec(prompt)?.[1]
    ?.split(/\s*[|/]\s*/u) ?? null

const only = (schema: JsonSchema, before = '', after = ''): Shape => ({
  kind: 'parts',
  parts: [{ before, schema, after }],
})

/**
 * Reads from a prompt in which shape the reply is wanted: JSON described by example, schema or in words, tags, labelled
 * lines, a letter, a list of lines, a number in a range, one of some words; a sentence where nothing is said.
 */
export const proseShape = (prompt: string): Shape => {
  const said = withoutShown(prompt)
  const range = rangeOf(said)
  const words = wordsIn(said)
  const json = jsonShape(prompt, { range, words })
  if (json !== null) return json
  const list = perLine(said) === null ? null : listShape(said, range)
  if (list !== null) return list
  const parts = partsIn(prompt, said, range, words)
  if (parts !== null) return { kind: 'parts', parts }
  const lines = listShape(said, range)
  if (lines !== null) return lines
  const verdict = wordSchema(words)
  const percent = range?.[1] === 100 && /percentage|\d\s*%/iu.test(said) ? '%' : ''
  const asksForWord = /^(?:answer|respond|reply|start|output only)/imu.test(said)
  if (range !== null && (verdict === null || !asksForWord || percent !== '')) return only(numeric(range), '', percent)
  return only(verdict ?? { type: 'string' })
}

/** A reply in a shape, by the disposition alone. */
export const replyInShape = (shape: Shape, disposition: Disposition, text?: (n: number) => string): string => {
  if (shape.kind === 'json') {
    const json = JSON.stringify(constantReply(shape.schema, disposition, text))
    return shape.fenced ? `\`\`\`json\n${json}\n\`\`\`` : json
  }
  if (shape.kind === 'list') {
    const items = constantReply({ type: 'array', items: shape.items, minItems: 1 }, disposition, text) as unknown[]
    return items.map((item, index) => `${shape.before.replace('#', String(index + 1))}${item}`).join(shape.separator)
  }
  const properties = Object.fromEntries(shape.parts.map(({ schema }, index) => [`part ${index}`, schema]))
  const required = Object.keys(properties)
  const values = constantReply({ type: 'object', properties, required }, disposition, text) as Record<string, unknown>
  return shape.parts
    .map(({ before, after }, index) => `${before}${values[`part ${index}`]}${after}`)
    .join('')
    .trim()
}
