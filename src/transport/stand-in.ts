import type { Disposition } from '../wire/disposition.js'
import { type JsonSchema, resolveRef } from './json-schema.js'

/** Words by which an enum value, lower-cased, is recognised as a denial. */
const DENIES =
  /^(no|n|false|f|0|fail(ed)?|incorrect|wrong|bad|none|neither|irrelevant|disagree|invalid|low)$|^(un|not|in|dis|contra|hallucinat)/u
const AFFIRMS =
  /^(yes|y|true|t|1|pass(ed)?|supported|correct|relevant|faithful|entail(ed|ment)?|attributable|good|valid|high|agree)/u

const ITEMS = 3
const DEEPEST = 12

/** One schema that asks for what every part of `allOf` asks for. */
const together = ({ allOf = [], ...node }: JsonSchema, root: JsonSchema): JsonSchema => {
  const parts = [node, ...allOf].map((part) => resolveRef(part, root))
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  }
}

/**
 * A constant reply: a JSON value that is valid for `schema` and depends on the schema and the disposition alone.
 *
 * `affirming` says true, the affirming enum value and the highest number; `denying` the opposite; `mixed` changes from
 * one to the other at every choice; `empty` is affirming with lists as short as the schema allows. A schema that is
 * nested deeper than 12 levels (recursive ones) ends in the shortest lists, and in null where it may.
 */
export const constantReply = (schema: JsonSchema, disposition: Disposition): unknown => {
  let choices = 0
  let texts = 0
  const affirms = () => {
    choices += 1
    return disposition === 'mixed' ? choices % 2 === 1 : disposition !== 'denying'
  }

  const choice = (values: readonly unknown[]): unknown => {
    const wanted = affirms()
    const word = (value: unknown) => String(value).toLowerCase()
    const denies = (value: unknown) => DENIES.test(word(value))
    const affirming =
      values.find((value) => AFFIRMS.test(word(value)) && !denies(value)) ??
      values.find((value) => !denies(value)) ??
      values[0]
    if (wanted) return affirming
    // Two values give two replies, whatever they mean: a choice that never changes moves no score.
    const others = values.filter((value) => value !== affirming)
    return others.find(denies) ?? others.at(-1) ?? affirming
  }

  const number = (node: JsonSchema, whole: boolean): number => {
    const step = whole ? 1 : 1e-6
    const lowest = node.minimum ?? (node.exclusiveMinimum === undefined ? undefined : node.exclusiveMinimum + step)
    const highest = node.maximum ?? (node.exclusiveMaximum === undefined ? undefined : node.exclusiveMaximum - step)
    const low = lowest ?? (highest === undefined || highest > 0 ? 0 : highest - 1)
    const high = highest ?? Math.max(1, low + 1)
    if (affirms()) return whole ? Math.floor(high) : high
    return whole ? Math.ceil(low) : low
  }

  const text = (node: JsonSchema): string => {
    texts += 1
    const plain = `statement ${texts} of the stand-in judge`
    return plain.padEnd(node.minLength ?? 0, '.').slice(0, node.maxLength ?? plain.length + (node.minLength ?? 0))
  }

  const value = (given: JsonSchema, depth: number): unknown => {
    const node = resolveRef(given, schema)
    const options = node.anyOf ?? node.oneOf
    if (options !== undefined) {
      const nothing = options.find(({ type }) => type === 'null')
      const something = options.find(({ type }) => type !== 'null')
      return value((depth > DEEPEST ? nothing : something) ?? something ?? { type: 'null' }, depth + 1)
    }
    if (node.allOf !== undefined) return value(together(node, schema), depth + 1)
    if (node.const !== undefined) return node.const
    if (node.enum !== undefined) return choice(node.enum)
    const types = [node.type ?? []].flat()
    const type = types.find((name) => (depth > DEEPEST ? name === 'null' : name !== 'null')) ?? types[0]
    if (type === 'boolean') return affirms()
    if (type === 'integer') return number(node, true)
    if (type === 'number') return number(node, false)
    if (type === 'null') return null
    if (type === 'array') {
      const shortest = node.minItems ?? 0
      const usual = Math.min(Math.max(ITEMS, shortest), node.maxItems ?? Number.POSITIVE_INFINITY)
      const length = disposition === 'empty' || depth > DEEPEST ? shortest : usual
      return Array.from({ length }, () => value(node.items ?? {}, depth + 1))
    }
    if (type === 'object' || node.properties !== undefined)
      return Object.fromEntries(
        Object.entries(node.properties ?? {})
          .filter(([name]) => depth <= DEEPEST || node.required?.includes(name))
          .map(([name, property]) => [name, value(property, depth + 1)]),
      )
    return text(node)
  }
  return value(schema, 0)
}
