import { type JsonSchema, resolveRef } from '../json-schema.js'

/** What is said about one unit. */
export interface UnitReply {
  readonly number: number
  readonly text: string
  readonly holds: boolean
  readonly quote: string
}

const YES = /^(?:yes|true|supported|supports?|entail(?:s|ed|ment)|relevant|addresse[sd]|correct|pass|1)$/iu
const NO = /^(?:un|non?\b|not|false|ir|in|contra|fail|0)/iu
const UNIT_TEXT = /^(?:claim|statement|unit)(?:_?text)?$/iu
const UNIT_NUMBER = /^(?:index|id|number|no|claim|statement|unit|passage)(?:_?(?:id|index|number))?$/iu

/** Follows a reference; of `anyOf`, `oneOf` or `allOf` takes the first branch that is not null, or all if each is a constant. */
const resolved = (given: JsonSchema | undefined, root: JsonSchema, depth = 0): JsonSchema => {
  if (given === undefined || depth > 20) return {}
  const schema = resolveRef(given, root)
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (schema === given && branches === undefined) return schema
  if (branches?.every((branch) => 'const' in branch)) return { enum: branches.map((branch) => branch.const) }
  const next = branches === undefined ? schema : branches.find((branch) => branch.type !== 'null')
  return resolved(next, root, depth + 1)
}

const typeOf = ({ type, properties, items }: JsonSchema): string => {
  if (typeof type === 'string') return type
  if (type !== undefined) return type.find((one) => one !== 'null') ?? 'null'
  return properties !== undefined ? 'object' : items !== undefined ? 'array' : 'string'
}

const propertiesOf = ({ properties = {} }: JsonSchema): [string, JsonSchema][] => Object.entries(properties)

const clamped = ({ minimum = -Infinity, maximum = Infinity }: JsonSchema, value: number): number =>
  Math.min(Math.max(value, minimum), maximum)

const verdictOf = (values: readonly unknown[], holds: boolean): unknown => {
  const yes = values.find((value) => YES.test(String(value))) ?? values[0]
  if (holds) return yes
  const rest = values.filter((value) => value !== yes)
  return rest.find((value) => NO.test(String(value))) ?? rest.at(-1) ?? yes
}

const padded = <T>(items: readonly T[], { minItems = 0, maxItems }: JsonSchema, filler: () => T): T[] => {
  const kept = items.slice(0, maxItems)
  return [...kept, ...Array.from({ length: Math.max(0, minItems - kept.length) }, filler)]
}

const NOBODY: UnitReply = { number: 0, text: '', holds: false, quote: '' }

/** A value for the schema that says `unit`'s verdict wherever there is room for it. `name` is the property's. */
const filled = (given: JsonSchema | undefined, root: JsonSchema, unit: UnitReply, name: string, depth = 0): unknown => {
  const schema = resolved(given, root)
  if ('const' in schema) return schema.const
  if (schema.enum !== undefined) return verdictOf(schema.enum, unit.holds)
  switch (depth > 20 ? 'null' : typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        propertiesOf(schema).map(([key, value]) => [key, filled(value, root, unit, key, depth + 1)]),
      )
    case 'array':
      return padded([], schema, () => filled(schema.items, root, unit, name, depth + 1))
    case 'boolean':
      return unit.holds
    case 'integer':
    case 'number':
      if (UNIT_NUMBER.test(name)) return clamped(schema, unit.number)
      return clamped(schema, unit.holds ? (schema.maximum ?? 1) : 0)
    case 'null':
      return null
    default: {
      const text = UNIT_TEXT.test(name) ? unit.text : unit.quote
      return text.padEnd(schema.minLength ?? 0, '-').slice(0, schema.maxLength)
    }
  }
}

/** The first property of an object whose array takes one entry a unit; its name and item schema. */
const listOf = (schema: JsonSchema, root: JsonSchema, fits: (items: JsonSchema) => boolean): string | undefined =>
  propertiesOf(schema).find(([, value]) => {
    const list = resolved(value, root)
    return typeOf(list) === 'array' && fits(resolved(list.items, root))
  })?.[0]

const entries = (list: JsonSchema, root: JsonSchema, units: readonly UnitReply[]): unknown[] =>
  padded(
    units.map((unit) => filled(list.items, root, unit, '')),
    list,
    () => filled(list.items, root, NOBODY, ''),
  )

/**
 * A reply to *split*: the units go into the first array of strings, at the root or one level down; whatever else the
 * schema asks for gets a neutral value.
 */
export const splitReply = (given: JsonSchema, units: readonly string[]): unknown => {
  const root = resolved(given, given)
  // In a list of units an item that is a string is the unit itself.
  const said = units.map((text, index) => ({ number: index + 1, text, holds: false, quote: text }))
  if (typeOf(root) === 'array') return entries(root, given, said)
  const key =
    listOf(root, given, (items) => typeOf(items) === 'string') ??
    listOf(root, given, (items) => typeOf(items) === 'object')
  return Object.fromEntries(
    propertiesOf(root).map(([name, value]) => [
      name,
      name === key ? entries(resolved(value, given), given, said) : filled(value, given, NOBODY, name),
    ]),
  )
}

/**
 * A reply to *entail*: one entry a unit under the keys `"1"` to `"n"`, in the first array of objects (or of verdicts), or
 * the one verdict of the first unit where the schema has room for one only.
 */
export const entailReply = (given: JsonSchema, units: readonly UnitReply[]): unknown => {
  const root = resolved(given, given)
  if (typeOf(root) === 'array') return entries(root, given, units)
  const numbered = propertiesOf(root).some(([name]) => name === '1')
  const key = numbered ? undefined : listOf(root, given, (items) => typeOf(items) !== 'string' || 'enum' in items)
  if (typeOf(root) !== 'object' || (!numbered && key === undefined)) return filled(root, given, units[0] ?? NOBODY, '')
  return Object.fromEntries(
    propertiesOf(root).map(([name, value]) => {
      if (name === key) return [name, entries(resolved(value, given), given, units)]
      const unit = numbered ? units[Number(name) - 1] : undefined
      return [name, filled(value, given, unit ?? NOBODY, name)]
    }),
  )
}
