import type { JsonSchema } from '../json-schema.js'
import { pairWith } from './choices.js'

/** Two numbers that bound a score: `between 0 and 1`, `1-5`, `from 1 (bad) to 10`, `0..1`, `[0, 1]`, `out of 10`, `85%`. */
export const rangeIn = (text: string): readonly [number, number] | null => {
  const found =
    /(?:between|from)\s+(-?\d+(?:\.\d+)?)\s*(?:\([^)\n]*\)\s*)?(?:and|to|-|–)\s*(-?\d+(?:\.\d+)?)/iu.exec(text) ??
    /(-?\d+(?:\.\d+)?)\s*(?:\([^)\n]*\)\s*)?(?:-|–|—|to|\.\.\.?)\s*(\d+(?:\.\d+)?)/iu.exec(text) ??
    /(?:in|range)\s*\[\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\]/iu.exec(text)
  const bounds = found === null ? null : ([Number(found[1]), Number(found[2])] as const)
  if (bounds !== null) return bounds[0] < bounds[1] ? bounds : null
  const most = /(?:out of|\/)\s*(\d+)\b/iu.exec(text)?.[1]
  if (most !== undefined && Number(most) > 0) return [0, Number(most)]
  return /\bpercent(?:age)?\b|\d\s*%/iu.test(text) ? [0, 100] : null
}

const bounded = (range: readonly [number, number] | null, whole: boolean): JsonSchema => ({
  type: whole ? 'integer' : 'number',
  minimum: range?.[0] ?? 0,
  maximum: range?.[1] ?? 1,
})

/** `yes|no`, `"yes" | "no"`, `PASS or FAIL`, `supported/unsupported` → the choices; null for anything else. */
export const choicesIn = (text: string): string[] | null => {
  const parts = text
    .split(/\s*\|\s*|\s+or\s+|\s*\/\s*/u)
    .map((part) => part.trim().replace(/^["'“”<([]+|["'“”>)\].,;]+$/gu, ''))
  const plain =
    parts.length >= 2 && parts.length <= 8 && parts.every((part) => /^[\p{L}\d][\p{L}\d _-]{0,30}$/u.test(part))
  return plain ? parts : null
}

const ARRAY = /^(string|str|text|number|float|int|integer|bool|boolean)\s*\[\]|\b(?:list|array) of (\w+?)s?\b/iu
const VERDICT =
  /verdict|label|judge?ment|decision|answer|class|grade|rating|result|supported|faithful|relevant|correct/iu
const SCORE = /score|rating|confidence|grade|probability/iu

/** What a prompt says of its reply beyond the example itself. */
export interface Told {
  /** Bounds of scores. */
  readonly range: readonly [number, number] | null
  /** Words of verdicts. */
  readonly words?: readonly string[] | null
}

/**
 * The schema of a value that is described in words: `<number between 0 and 1>`, `boolean`, `string[]`, `"yes" | "no"`.
 * @param remark a comment behind it
 * @param name the key it stands under
 */
export const described = (text: string, { range, words = null }: Told, remark = '', name = ''): JsonSchema => {
  const plain = text.trim().replace(/^[<"'“`(]+|[>"'”`)]+$/gu, '')
  if (/^(?:true|false)$|\bbool(?:ean)?\b(?!\s*\[)|true\s*(?:\/|\||or)\s*false/iu.test(plain)) return { type: 'boolean' }
  const [array, typed, counted] = ARRAY.exec(plain) ?? []
  if (array !== undefined)
    return { type: 'array', items: described((typed ?? counted ?? '').replace(/^object$/u, ''), { range }) }
  const own = rangeIn(plain) ?? rangeIn(remark)
  if (/^-?\d+$/u.test(plain)) return bounded(own ?? range, true)
  if (/^-?\d+\.\d+$/u.test(plain)) return bounded(own ?? range, false)
  if (/\b(?:int|integer)\b/iu.test(plain)) return bounded(own ?? range, true)
  if (rangeIn(plain) !== null || /\b(?:number|float|double|decimal|score|rating)\b/iu.test(plain))
    return bounded(own ?? range, own !== null && own[1] > 1)
  const choices = choicesIn(plain)
  if (choices !== null) {
    const real = choices.filter((choice) => choice !== 'null')
    if (real.length < choices.length)
      return { ...described(real.join(' | '), { range, words }, remark, name), nullable: true }
    return { type: 'string', enum: choices }
  }
  const others = [...remark.matchAll(/["'`]([\p{L}\d][\p{L}\d _-]{0,30})["'`]/gu)].map(([, word = '']) => word)
  if (/\bor\b|\|/u.test(remark) && others.length > 0 && /^[\p{L}\d _-]+$/u.test(plain))
    return { type: 'string', enum: [...new Set([plain, ...others])] }
  if (SCORE.test(name) && plain === '') return bounded(own ?? range, (own ?? range ?? [0, 1])[1] > 1)
  const pair = pairWith(plain)
  if (pair !== null) return { type: 'string', enum: [...pair] }
  return VERDICT.test(name) && words !== null ? { type: 'string', enum: [...words] } : { type: 'string' }
}

/**
 * The schema of an object or list that a prompt describes by example: quoted or bare keys, comments, `…`, placeholders
 * in angle brackets, alternatives, types as TypeScript writes them. Null where the text is no such example.
 * @param told what the prompt says elsewhere
 */
export const schemaOfExample = (text: string, told: Told): JsonSchema | null => {
  let at = 0
  const skip = () => {
    for (;;) {
      const gap = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*|\.\.\.|…|,|;)+/u.exec(text.slice(at))
      if (gap === null) return
      at += gap[0].length
    }
  }
  const remark = (): string => {
    const found = /^[ \t]*[,;]?[ \t]*(?:\/\/([^\n]*)|\/\*([\s\S]*?)\*\/|#([^\n]*))/u.exec(text.slice(at))
    return found?.[1] ?? found?.[2] ?? found?.[3] ?? ''
  }
  const value = (name = ''): JsonSchema | null => {
    skip()
    const generic = /^Array\s*<\s*(?=\{)/u.exec(text.slice(at))
    if (generic !== null) at += generic[0].length
    if (text[at] === '{') {
      const found = object()
      const many = /^\s*(?:\[\]|>)/u.exec(text.slice(at))
      if (found === null || many === null) return found
      at += many[0].length
      return { type: 'array', items: found }
    }
    if (text[at] === '[') return list()
    // Quoted parts, or anything up to a separator: `"yes" | "no"`, `<number between 0 and 1>`.
    const found =
      /^(?:"(?:[^"\\\n]|\\.)*"|<[^>\n]*>|\([^)\n]*\)|\[\]|(?!\/\/|\/\*)[^,;}\]\n"<([](?:(?!\/\/|\/\*)[^,;}\]\n"<([])*)+/u.exec(
        text.slice(at),
      )
    if (found === null) return null
    at += found[0].length
    const whole = found[0].trim()
    const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(whole)
    return described(quoted?.[1] ?? whole.replaceAll('"', ''), told, remark(), name)
  }
  const object = (): JsonSchema | null => {
    at += 1
    const properties: Record<string, JsonSchema> = {}
    for (;;) {
      skip()
      if (text[at] === '}') break
      const key = /^(?:"([^"\n]+)"|'([^'\n]+)'|([A-Za-z_][\w-]*))\??\s*:/u.exec(text.slice(at))
      if (key === null) return null
      at += key[0].length
      const name = key[1] ?? key[2] ?? key[3] ?? ''
      const found = value(name)
      if (found === null) return null
      properties[name] = found
    }
    at += 1
    return Object.keys(properties).length === 0
      ? null
      : { type: 'object', properties, required: Object.keys(properties) }
  }
  const list = (): JsonSchema | null => {
    at += 1
    skip()
    const items = text[at] === ']' ? { type: 'string' } : value()
    if (items === null) return null
    const end = text.indexOf(']', at)
    if (end < 0) return null
    at = end + 1
    return { type: 'array', items }
  }
  return value()
}
