import type { Disposition } from '../wire/disposition.js'
import { type JsonSchema, resolveRef } from './json-schema.js'

/** Words by which an enum value, lower-cased, is recognised as a denial. */
const DENIES =
  /^(no|n|false|f|0|fail(ed)?|incorrect|wrong|bad|none|neither|irrelevant|disagree|invalid|low)$|^(un|not|in|dis|contra|hallucinat)/u
const AFFIRMS =
  /^(yes|y|true|t|1|pass(ed)?|supported|correct|relevant|faithful|entail(ed|ment)?|attributable|good|valid|high|agree)/u

const ITEMS = 3
const DEEPEST = 12

/**
 * A constant reply: a JSON value that is valid for `schema` and depends on the schema and the disposition alone.
 *
 * `affirming` says true, the affirming enum value and the highest number; `denying` the opposite; `mixed` changes from
 * one to the other at every choice; `empty` is affirming with lists as short as the schema allows. A schema that is
 * nested deeper than 12 levels (recursive ones) ends in the shortest lists.
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
    const affirming = values.find((value) => AFFIRMS.test(word(value)) && !DENIES.test(word(value))) ?? values[0]
    const denying = values.find((value) => DENIES.test(word(value))) ?? values.at(-1)
    return wanted ? affirming : denying
  }

  const number = (node: JsonSchema, whole: boolean): number => {
    const step = whole ? 1 : 1e-6
    const low = node.minimum ?? (node.exclusiveMinimum === undefined ? 0 : node.exclusiveMinimum + step)
    const high = node.maximum ?? (node.exclusiveMaximum === undefined ? Math.max(low, 1) : node.exclusiveMaximum - step)
    const value = affirms() ? high : low
    return whole ? Math.round(value) : value
  }

  const text = (node: JsonSchema): string => {
    texts += 1
    const plain = `statement ${texts} of the stand-in judge`
    return plain.padEnd(node.minLength ?? 0, '.').slice(0, node.maxLength ?? plain.length + (node.minLength ?? 0))
  }

  const value = (given: JsonSchema, depth: number): unknown => {
    const node = resolveRef(given, schema)
    const options = node.anyOf ?? node.oneOf
    if (options !== undefined) return value(options.find(({ type }) => type !== 'null') ?? {}, depth + 1)
    if (node.allOf !== undefined) return value(Object.assign({}, ...node.allOf), depth + 1)
    if (node.const !== undefined) return node.const
    if (node.enum !== undefined) return choice(node.enum)
    const type = Array.isArray(node.type) ? node.type.find((name) => name !== 'null') : node.type
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
