import { type JsonSchema, resolveRef } from '../json-schema.js'

/** Why no reply can be made up, in words that continue "it …". */
export class NoSuchReply extends Error {}

/** What else a schema may ask for, beside what every structured output has. */
export interface Asking extends Omit<JsonSchema, 'exclusiveMinimum' | 'exclusiveMaximum' | 'items'> {
  readonly description?: string
  readonly pattern?: string
  readonly format?: string
  readonly multipleOf?: number
  /** True in older drafts: `minimum` itself is excluded. */
  readonly exclusiveMinimum?: number | boolean
  readonly exclusiveMaximum?: number | boolean
  /** A list in older drafts: a tuple. */
  readonly items?: JsonSchema | readonly JsonSchema[] | boolean
  readonly prefixItems?: readonly JsonSchema[]
  readonly uniqueItems?: boolean
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly minProperties?: number
}

const LONGEST_CHAIN = 32
const MOST_LEVELS = 16

/** Follows references until there is none. @throws NoSuchReply for one that leads nowhere, or out of the schema */
const followed = (given: Asking, root: Asking): Asking => {
  let node = given
  for (let step = 0; node.$ref !== undefined; step++) {
    const { $ref, ...beside } = node
    const found = $ref.startsWith('#') ? resolveRef({ $ref }, root as JsonSchema) : {}
    if (step > LONGEST_CHAIN || ($ref !== '#' && Object.keys(found).length === 0))
      throw new NoSuchReply(`refers to ${$ref}, which its schema does not hold`)
    const { description = (found as Asking).description } = beside
    node = { ...(found as Asking), ...(description === undefined ? {} : { description }) }
  }
  return node
}

/** Of every bound, which of two is the tighter one. */
const TIGHTER = {
  minimum: Math.max,
  minItems: Math.max,
  minLength: Math.max,
  maximum: Math.min,
  maxItems: Math.min,
  maxLength: Math.min,
} as const

const tightestBounds = (parts: readonly Asking[]): Partial<Record<keyof typeof TIGHTER, number>> =>
  Object.fromEntries(
    (Object.keys(TIGHTER) as (keyof typeof TIGHTER)[]).flatMap((name) => {
      const found = parts.map((part) => part[name]).filter((bound) => bound !== undefined)
      return found.length === 0 ? [] : [[name, TIGHTER[name](...found)]]
    }),
  )

const sharedEnum = (parts: readonly Asking[]) => {
  const lists = parts.map((part) => part.enum).filter((values) => values !== undefined)
  const [first, ...others] = lists
  return first === undefined ? {} : { enum: first.filter((value) => others.every((values) => values.includes(value))) }
}

/** One schema that asks for what all parts ask for. */
export const together = (parts: readonly Asking[]): Asking => ({
  ...Object.assign({}, ...parts),
  ...tightestBounds(parts),
  ...sharedEnum(parts),
  ...(parts.some(({ properties }) => properties !== undefined)
    ? { properties: Object.assign({}, ...parts.map(({ properties }) => properties)) }
    : {}),
  ...(parts.some(({ required }) => required !== undefined)
    ? { required: [...new Set(parts.flatMap(({ required }) => required ?? []))] }
    : {}),
})

/** A schema without references and `allOf` at its top. */
export const plainly = (given: Asking, root: Asking): Asking => {
  const node = followed(given, root)
  if (node.allOf === undefined) return node
  const { allOf, ...rest } = node
  return together([rest, ...allOf.map((part) => plainly(part, root))])
}

/**
 * The alternatives of a schema, each whole: of `anyOf`, `oneOf`, several types, or where null may stand instead. One
 * alone where there is no choice.
 */
export const optionsOf = (node: Asking, root: Asking, left = MOST_LEVELS): Asking[] => {
  if (left === 0) return []
  const { anyOf, oneOf, nullable, ...rest } = node
  const given = anyOf ?? oneOf
  if (given !== undefined)
    return given
      .map((option) => plainly(option, root))
      .map((option) => (Object.keys(rest).length === 0 ? option : together([withoutDefinitions(rest), option])))
      .flatMap((option) => optionsOf(option, root, left - 1))
  if (nullable === true) return [rest, { type: 'null' }]
  if (Array.isArray(node.type) && node.type.length > 1)
    return node.type.map((type: string): Asking => {
      if (type === 'null') return { type }
      const values = node.enum?.filter((value) => value !== null)
      return { ...node, type, ...(values === undefined ? {} : { enum: values }) }
    })
  if (node.enum !== undefined && node.enum.length > 1 && node.enum.includes(null))
    return [{ ...node, enum: node.enum.filter((value) => value !== null) }, { type: 'null' }]
  return [node]
}

const withoutDefinitions = ({ $defs: _, definitions: __, ...rest }: Asking): Asking => rest

export const isNull = ({ type, const: fixed }: Asking): boolean => type === 'null' || fixed === null

/** The type a schema has or, by the keywords it uses, must mean. */
export const typeOf = (node: Asking): string | undefined => {
  const [type] = [node.type ?? []].flat()
  if (type !== undefined) return type
  if (node.properties !== undefined || typeof node.additionalProperties === 'object' || node.required?.length)
    return 'object'
  if (node.items !== undefined || node.prefixItems !== undefined || node.minItems !== undefined) return 'array'
  const bounds = [node.minimum, node.maximum, node.exclusiveMinimum, node.exclusiveMaximum, node.multipleOf]
  return bounds.some((bound) => bound !== undefined) ? 'number' : undefined
}

/**
 * Levels of the shallowest reply to a schema; infinite where it goes on beyond 16. It decides where recursion ends.
 * @param known what was found for references, which may be met very often
 */
export const height = (given: Asking, root: Asking, left = MOST_LEVELS, known = new Map<string, number>()): number => {
  if (left === 0) return Number.POSITIVE_INFINITY
  const key = `${given.$ref} ${left}`
  const before = given.$ref === undefined ? undefined : known.get(key)
  if (before !== undefined) return before
  const node = plainly(given, root)
  const options = optionsOf(node, root)
  const below = (part: Asking) => height(part, root, left - 1, known)
  const found = options.some(isNull)
    ? 1
    : options.length > 1
      ? Math.min(...options.map(below))
      : 1 + Math.max(0, ...neededIn(options[0] ?? node).map(below))
  known.set(key, found)
  return found
}

/** What the shortest reply to a schema still holds. */
const neededIn = (node: Asking): readonly Asking[] => {
  const { properties = {}, required = [], minItems = 0 } = node
  const tuple = tupleOf(node)
  switch (typeOf(node)) {
    case 'object':
      return required.flatMap((name) => properties[name] ?? [])
    case 'array':
      return minItems > tuple.length ? [...tuple, restOf(node) ?? {}] : tuple
    default:
      return []
  }
}

/** The places of a tuple, each with its own schema. */
export const tupleOf = ({ prefixItems, items }: Asking): readonly Asking[] =>
  prefixItems ?? (Array.isArray(items) ? (items as readonly JsonSchema[]) : [])

/** The schema of the items after a tuple, or of all; null where there may be none. */
export const restOf = ({ items, prefixItems }: Asking): Asking | null => {
  if (items === false) return null
  if (typeof items === 'object' && !Array.isArray(items)) return items as Asking
  return items === undefined && prefixItems === undefined ? {} : null
}
