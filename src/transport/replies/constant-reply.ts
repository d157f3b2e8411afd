import type { Disposition } from '../../wire/disposition.js'
import type { JsonSchema } from '../json-schema.js'
import { extremesOf, fromTheMiddle } from './choices.js'
import { asDescribed } from './described.js'
import { mannerOf } from './manner.js'
import { numberAt } from './numbers.js'
import { type Asking, height, isNull, NoSuchReply, optionsOf, plainly, restOf, tupleOf, typeOf } from './schema.js'
import { textFor } from './texts.js'

const DEEPEST = 12
/** So many values in one reply are enough: recursive schemas end soon after. */
const MOST_VALUES = 2000
const MOST_ENTRIES = 2
const DIGIT = /^\d$/u

/** Schemas that were found to have an end; the same few are asked for thousands of times. */
const ending = new WeakSet<Asking>()
/** A schema without an end would be walked for ever. @throws NoSuchReply for one */
const checkEnd = (root: Asking): void => {
  if (ending.has(root)) return
  if (height(root, root) === Number.POSITIVE_INFINITY) throw new NoSuchReply('asks for a reply that has no end')
  ending.add(root)
}

/** What a constant says: its own word, or that of the first constant property, by which objects are told apart. */
const wordOf = (option: Asking, root: Asking): unknown => {
  if (option.const !== undefined) return option.const
  if (option.enum?.length === 1) return option.enum[0]
  for (const property of Object.values(option.properties ?? {})) {
    const word = wordOf({ ...plainly(property, root), properties: {} }, root)
    if (word !== undefined) return word
  }
  return undefined
}

/**
 * A constant reply: a JSON value that is valid for `schema` and depends on the schema and the disposition alone.
 *
 * What each disposition does stands beside its name in `wire/disposition.ts`. A schema that is nested deeper than 12 levels (recursive ones) ends in the shortest lists, and in null where it may.
 * @throws NoSuchReply for a reference that leads nowhere, a pattern that cannot be met, or a schema without an end
 */
export const constantReply = (schema: JsonSchema, disposition: Disposition, given?: (n: number) => string): unknown => {
  const root = schema as Asking
  const manner = mannerOf(disposition)
  let choices = 0
  let numbers = 0
  let lists = 0
  let texts = 0
  let optionals = 0
  let values = 0
  const isAbsent = () => manner.absent?.(++optionals) === true
  const ends = (depth: number) => depth > DEEPEST || values > MOST_VALUES

  const choose = <T>(all: readonly T[]): T => {
    if (all.length === 1) return all[0]!
    choices += 1
    if (manner.pick !== undefined) return fromTheMiddle(all)[manner.pick(choices, all.length)] as T
    const { yes, no } = extremesOf(all)
    return (manner.affirms(choices) ? yes : no) as T
  }
  const chooseSign = (all: readonly string[]): string => {
    if (!all.every((sign) => DIGIT.test(sign))) return choose(all)
    const sorted = all.toSorted()
    return sorted[Math.round(manner.level(++numbers) * (sorted.length - 1))]!
  }

  const text = (node: Asking): string => {
    texts += 1
    return textFor(node, given?.(texts) ?? `statement ${texts} of the stand-in judge`, chooseSign)
  }

  const option = (options: readonly Asking[], depth: number): Asking => {
    const nothing = options.find(isNull)
    const others = options.filter((each) => !isNull(each))
    if (others.length === 0) return { type: 'null' }
    if (ends(depth)) return nothing ?? others.toSorted((one, other) => height(one, root) - height(other, root))[0]!
    if (nothing !== undefined && isAbsent()) return nothing
    const words = others.map((each) => wordOf(each, root))
    if (others.length === 1) return others[0]!
    if (new Set(words).size === others.length && !words.includes(undefined))
      return others[words.indexOf(choose(words))]!
    return others[manner.pick?.(++choices, others.length) ?? 0]!
  }

  const list = (node: Asking, depth: number): unknown[] => {
    const tuple = tupleOf(node)
    const rest = restOf(node)
    const shortest = node.minItems ?? 0
    const longest = node.maxItems ?? Number.POSITIVE_INFINITY
    const wanted = ends(depth) ? shortest : Math.max(tuple.length > 0 ? 0 : manner.items(++lists), shortest)
    const length = Math.min(Math.max(wanted, tuple.length), rest === null ? tuple.length : longest, longest)
    const items = Array.from({ length }, (_, index) => value(tuple[index] ?? rest ?? {}, depth + 1))
    return node.uniqueItems === true ? unlike(items, shortest, plainly(rest ?? {}, root)) : items
  }

  const record = (node: Asking, depth: number): Record<string, unknown> => {
    const { properties = {}, required = [], additionalProperties: more } = node
    const wanted = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (!ends(depth) && (required.length === 0 || !isAbsent())),
    )
    const others = typeof more === 'object' ? more : {}
    const named = required.filter((name) => !Object.hasOwn(properties, name))
    const fields = [...wanted, ...named.map((name): [string, JsonSchema] => [name, others as JsonSchema])]
    const isMap = typeof more === 'object' && Object.keys(properties).length === 0
    const entries = isMap && !ends(depth) ? Math.min(manner.items(++lists), MOST_ENTRIES) : 0
    const length = Math.max(0, Math.max(entries, node.minProperties ?? 0) - fields.length)
    const names = node.propertyNames === undefined ? undefined : plainly(node.propertyNames, root).enum
    const extra = Array.from({ length }, (_, index) => String(names?.[index] ?? `entry_${index + 1}`))
    const all = [...fields, ...extra.map((name): [string, JsonSchema] => [name, others as JsonSchema])]
    return Object.fromEntries(all.map(([name, property]) => [name, value(property as Asking, depth + 1)]))
  }

  const value = (asked: Asking, depth: number): unknown => {
    values += 1
    const whole = plainly(asked, root)
    const options = optionsOf(whole, root)
    if (options.length > 1) return value(option(options, depth), depth + 1)
    const node = asDescribed(options[0] ?? whole)
    if (node.const !== undefined) return node.const
    if (node.enum !== undefined) return choose(node.enum)
    const type = typeOf(node)
    if (type === 'boolean') return manner.affirms(++choices)
    if (type === 'integer' || type === 'number') return numberAt(node, type === 'integer', manner.level(++numbers))
    if (type === 'null') return null
    if (type === 'array') return list(node, depth)
    if (type === 'object') return record(node, depth)
    return text(node)
  }
  checkEnd(root)
  return value(root, 0)
}

/** Items that differ, filled up from what else the schema allows where too few are left. */
const unlike = (items: readonly unknown[], shortest: number, rest: Asking): unknown[] => {
  const spare = rest.enum ?? (rest.type === 'boolean' ? [true, false] : [])
  const whole = rest.type === 'integer' ? Array.from({ length: shortest }, (_, n) => numberAt(rest, true, 0) + n) : []
  const seen = new Map<string, unknown>()
  for (const item of items) seen.set(JSON.stringify(item), item)
  for (const item of [...spare, ...whole]) if (seen.size < shortest) seen.set(JSON.stringify(item), item)
  return [...seen.values()]
}
