import type { JsonSchema } from '../json-schema.js'

/** Two numbers that bound a score: `between 0 and 1`, `1-5`, `from 1 to 10`, `0..1`. */
export const rangeIn = (text: string): readonly [number, number] | null => {
  const found =
    /(?:between|from)\s+(-?\d+(?:\.\d+)?)\s+(?:and|to)\s+(-?\d+(?:\.\d+)?)/iu.exec(text) ??
    /(-?\d+(?:\.\d+)?)\s*(?:-|–|—|to|\.\.\.?)\s*(\d+(?:\.\d+)?)/iu.exec(text) ??
    /(?:in|range)\s*\[\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*\]/iu.exec(text)
  if (found === null) return null
  const [low, high] = [Number(found[1]), Number(found[2])]
  return low < high ? [low, high] : null
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

/** The schema of a value that is described in words: `<number between 0 and 1>`, `boolean`, `string[]`, `"yes" | "no"`. */
const described = (text: string, range: readonly [number, number] | null): JsonSchema => {
  const plain = text.trim().replace(/^[<"'“]+|[>"'”]+$/gu, '')
  if (/^(?:true|false)$|\bbool(?:ean)?\b|true\s*(?:\/|\||or)\s*false/iu.test(plain)) return { type: 'boolean' }
  if (/^(?:string|str|text)\s*\[\]/iu.test(plain) || /\b(?:list|array) of strings?\b/iu.test(plain))
    return { type: 'array', items: { type: 'string' } }
  if (/^-?\d+$/u.test(plain)) return bounded(range, true)
  if (/^-?\d+\.\d+$/u.test(plain)) return bounded(range, false)
  const own = rangeIn(plain)
  if (/\b(?:int|integer)\b/iu.test(plain)) return bounded(own ?? range, true)
  if (own !== null || /\b(?:number|float|double|decimal|score|rating)\b/iu.test(plain))
    return bounded(own ?? range, own !== null && own[1] > 1)
  const choices = choicesIn(plain)
  return choices === null ? { type: 'string' } : { type: 'string', enum: choices }
}

/**
 * The schema of an object or list that a prompt describes by example: quoted or bare keys, comments, `…`, placeholders
 * in angle brackets, alternatives. Null where the text is no such example.
 * @param range bounds of scores that the prompt names elsewhere
 */
export const schemaOfExample = (text: string, range: readonly [number, number] | null): JsonSchema | null => {
  let at = 0
  const skip = () => {
    for (;;) {
      const gap = /^(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*|\.\.\.|…|,)+/u.exec(text.slice(at))
      if (gap === null) return
      at += gap[0].length
    }
  }
  const value = (): JsonSchema | null => {
    skip()
    if (text[at] === '{') return object()
    if (text[at] === '[') return list()
    // Quoted parts, or anything up to a separator: `"yes" | "no"`, `<number between 0 and 1>`.
    const found =
      /^(?:"(?:[^"\\\n]|\\.)*"|<[^>\n]*>|\([^)\n]*\)|\[\]|(?!\/\/)[^,}\]\n"<([]+?(?=[,}\]\n"<([]|\/\/))+/u.exec(
        text.slice(at),
      )
    if (found === null) return null
    at += found[0].length
    const whole = found[0].trim()
    const quoted = /^"((?:[^"\\]|\\.)*)"$/u.exec(whole)
    return described(quoted?.[1] ?? whole.replaceAll('"', ''), range)
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
      const found = value()
      if (found === null) return null
      properties[key[1] ?? key[2] ?? key[3] ?? ''] = found
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
