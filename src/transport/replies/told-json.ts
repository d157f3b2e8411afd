import type { JsonSchema } from '../json-schema.js'
import { described, schemaOfExample, type Told } from './example-json.js'

const NAME = /["'`“]([A-Za-z_]\w{0,40})["'`”]/gu
const ALTERNATIVES =
  /(?:(?:either|one of|is|be|of|:|=|\()\s*)?((?:["'`“][\p{L}\d][\p{L}\d _-]{0,30}["'`”]\s*(?:,\s*or\b|,|\/|\||\bor\b)\s*)+["'`“][\p{L}\d][\p{L}\d _-]{0,30}["'`”])/gu
const KEYS = /\b(?:keys?|fields?|propert(?:y|ies)|attributes?|containing|contains|object with|with)\b/iu

/** Names that a judge's author gives to what is no text, though nothing else says so. */
const byName = (name: string, told: Told): JsonSchema => {
  if (/^(?:is|has|was|does)(?:[A-Z_])|^(?:passed|ok|valid|hallucinated)$/u.test(name)) return { type: 'boolean' }
  if (/^(?:claims|statements|verdicts|reasons|issues|missing|facts|sentences)$/iu.test(name))
    return { type: 'array', items: { type: 'string' } }
  return described('', told, '', name)
}

/**
 * The schema of an object whose keys a prompt tells in words: `a JSON object with keys "score" (0-1) and "reason"`, or
 * one key a line. Null where it names none.
 */
const objectInWords = (prompt: string, told: Told): JsonSchema | null => {
  const start = /\bJSON\b/u.exec(prompt)
  if (start === null) return null
  const lineStart = prompt.lastIndexOf('\n', start.index) + 1
  const [paragraph = ''] = prompt.slice(lineStart).split(/\n\s*\n/u, 1)
  if (!KEYS.test(paragraph)) return null
  // Words to choose from are no keys: they are kept with the key before them.
  const marked = paragraph.replaceAll(ALTERNATIVES, (whole, words: string) =>
    /\bor\b|[|/]/u.test(words) || /^(?:either|one of)/u.test(whole)
      ? ` ⟨${words.replaceAll(/["'`“”]/gu, '')}⟩ `
      : whole,
  )
  const names = [...marked.matchAll(NAME)]
  const properties: Record<string, JsonSchema> = {}
  for (const [index, { 0: whole, 1: name = '', index: at }] of names.entries()) {
    const words = marked.slice(at + whole.length, names[index + 1]?.index).split(/(?<=[.!?])\s/u, 1)[0] ?? ''
    const choices = /⟨([^⟩]*)⟩/u.exec(words)?.[1]?.split(/\s*(?:,\s*or\b|,|\/|\||\bor\b)\s*/u)
    const bracketed = /^\s*\(([^)\n]*)\)/u.exec(words)?.[1]
    const named = byName(name, told)
    const said = described(bracketed ?? words.replaceAll(/^[\s:–-]+|\s*(?:,|and|;)*\s*$/gu, ''), told, '', name)
    properties[name] = choices ? { type: 'string', enum: choices } : said.type === 'string' && !said.enum ? named : said
  }
  return names.length === 0 ? null : { type: 'object', properties, required: Object.keys(properties) }
}

/** The schema of JSON that a prompt tells in words: a list, or an object with named keys; null where it tells none. */
export const schemaInWords = (prompt: string, told: Told): JsonSchema | null => {
  const object = objectInWords(prompt, told)
  if (object !== null) return object
  if (!/\bJSON (?:array|list)\b|\b(?:array|list) in JSON\b/iu.test(prompt)) return null
  const example = /\[\s*(?:-?\d+(?:\.\d+)?|true|false|"[^"\n]*")\s*(?:,[^\]\n]*)?\]/u.exec(prompt)?.[0]
  return (example && schemaOfExample(example, told)) || { type: 'array', items: { type: 'string' } }
}
