import { uniform } from '../../random.js'
import type { Disposition } from '../../wire/disposition.js'
import { type JsonSchema, resolveRef } from '../json-schema.js'

/** Words by which an enum value, lower-cased, is recognised as a denial. */
const DENIES =
  /^(no|n|false|f|0|fail(ed)?|incorrect|wrong|bad|none|neither|irrelevant|disagree|invalid|low)$|^(un|not|in|dis|contra|hallucinat)/u
const AFFIRMS =
  /^(yes|y|true|t|1|pass(ed)?|supported|correct|relevant|faithful|entail(ed|ment)?|attributable|good|valid|high|agree)/u

const DEEPEST = 12

/** How a disposition decides, from the ordinal of the decision within a reply alone. */
interface Manner {
  /** Yes to the n-th choice (1-based)? */
  readonly affirms: (n: number) => boolean
  /** Where the n-th number lies between its bounds, 0 to 1. */
  readonly level: (n: number) => number
  /** Items of the n-th list, before its bounds. */
  readonly items: (n: number) => number
  /** Which of `count` enum values the n-th choice takes; without it, one that affirms or denies. */
  readonly pick?: (n: number, count: number) => number
  /** Null for the n-th value that may be null? */
  readonly absent?: (n: number) => boolean
}

const yes = () => true
const no = () => false
const steady = (affirms: (n: number) => boolean, level: number, items = 3): Manner => ({
  affirms,
  level: () => level,
  items: () => items,
})

const UNEVEN = [1, 3, 2]
/** Between the extremes: 2, 3 and 4 of a scale from 1 to 5. */
const LEVELS = [0.25, 0.5, 0.75, 0.4]

/** Seeded lists and decisions; numbers between the extremes and enum values in turn, so that no branch is left out. */
const mixture = (disposition: Disposition): Manner => {
  const turn = Number(disposition.at(-1)) - 1
  return {
    affirms: (n) => uniform(disposition, 'choice', n) < 0.5,
    level: (n) => LEVELS[(turn + n - 1) % LEVELS.length]!,
    items: (n) => 1 + Math.floor(uniform(disposition, 'list', n) * 4),
    pick: (n, count) => (turn + n - 1) % count,
    absent: (n) => (turn === 3 && n % 2 === 1) || (turn === 2 && n % 2 === 0),
  }
}

const mannerOf = (disposition: Disposition): Manner => {
  switch (disposition) {
    case 'denying':
      return steady(no, 0)
    case 'mixed':
      return { affirms: (n) => n % 2 === 1, level: (n) => n % 2, items: () => 3 }
    case 'empty':
      return steady(yes, 1, 0)
    case 'high':
      return steady(no, 1)
    case 'low':
      return steady(yes, 0)
    case 'uneven':
      return { affirms: yes, level: () => 1, items: (n) => UNEVEN[(n - 1) % UNEVEN.length]! }
    case 'affirming':
    case 'broken':
      return steady(yes, 1)
    default:
      return mixture(disposition)
  }
}

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
 * What each disposition does stands beside its name in `wire/disposition.ts`. A schema that is nested deeper than 12 levels (recursive ones) ends in the shortest lists, and in null where it may.
 */
export const constantReply = (schema: JsonSchema, disposition: Disposition, given?: (n: number) => string): unknown => {
  const manner = mannerOf(disposition)
  let choices = 0
  let numbers = 0
  let lists = 0
  let texts = 0
  let nullables = 0
  const isAbsent = () => manner.absent?.(++nullables) === true
  const affirms = () => manner.affirms(++choices)

  const choice = (values: readonly unknown[]): unknown => {
    if (manner.pick !== undefined) return values[manner.pick(++choices, values.length)]
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
    const value = low + manner.level(++numbers) * (high - low)
    return whole ? Math.min(Math.max(Math.round(value), Math.ceil(low)), Math.floor(high)) : value
  }

  const text = (node: JsonSchema): string => {
    texts += 1
    const plain = given?.(texts) ?? `statement ${texts} of the stand-in judge`
    return plain.padEnd(node.minLength ?? 0, '.').slice(0, node.maxLength ?? plain.length + (node.minLength ?? 0))
  }

  const value = (given: JsonSchema, depth: number): unknown => {
    const node = resolveRef(given, schema)
    const options = node.anyOf ?? node.oneOf
    if (options !== undefined) {
      const nothing = options.find(({ type }) => type === 'null')
      const something = options.find(({ type }) => type !== 'null')
      return value(
        (depth > DEEPEST || (nothing !== undefined && isAbsent()) ? nothing : something) ??
          something ?? { type: 'null' },
        depth + 1,
      )
    }
    if (node.allOf !== undefined) return value(together(node, schema), depth + 1)
    if (node.const !== undefined) return node.const
    if (node.enum !== undefined) return choice(node.enum)
    const types = [node.type ?? []].flat()
    if (types.length > 1 && types.includes('null') && isAbsent()) return null
    const type = types.find((name) => (depth > DEEPEST ? name === 'null' : name !== 'null')) ?? types[0]
    if (type === 'boolean') return affirms()
    if (type === 'integer') return number(node, true)
    if (type === 'number') return number(node, false)
    if (type === 'null') return null
    if (type === 'array') {
      const shortest = node.minItems ?? 0
      const wanted = Math.min(Math.max(manner.items(++lists), shortest), node.maxItems ?? Number.POSITIVE_INFINITY)
      const length = depth > DEEPEST ? shortest : wanted
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
