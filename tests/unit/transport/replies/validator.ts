// biome-ignore lint/suspicious/noExplicitAny: a schema is any JSON
type Schema = any

/** What is wrong with a value under a JSON schema: the paths of faults; empty where it is valid. Hand-written for tests. */
export const faults = (value: unknown, schema: Schema, root: Schema = schema, path = '$'): string[] => {
  if (schema === true) return []
  if (schema === false) return [`${path}: nothing allowed`]
  if (schema.$ref !== undefined) {
    const steps = schema.$ref.split('/').slice(1)
    return faults(
      value,
      steps.reduce((node: Schema, step: string) => node[step], root),
      root,
      path,
    )
  }
  const found: string[] = []
  const must = (holds: boolean, what: string) => {
    if (!holds) found.push(`${path}: ${what}, is ${JSON.stringify(value)}`)
  }
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  if (schema.type !== undefined && !(schema.nullable === true && value === null))
    must(
      [schema.type].flat().some((name: string) => name === type || (name === 'integer' && Number.isInteger(value))),
      `type ${schema.type}`,
    )
  if ('const' in schema) must(JSON.stringify(value) === JSON.stringify(schema.const), `const ${schema.const}`)
  if (schema.enum !== undefined) must(schema.enum.includes(value), `enum ${schema.enum}`)
  for (const part of schema.allOf ?? []) found.push(...faults(value, part, root, path))
  for (const parts of [schema.anyOf, schema.oneOf])
    if (parts !== undefined)
      must(
        parts.some((part: Schema) => faults(value, part, root, path).length === 0),
        'an option',
      )
  if (typeof value === 'number') {
    must(value >= (schema.minimum ?? -Infinity), `minimum ${schema.minimum}`)
    must(value <= (schema.maximum ?? Infinity), `maximum ${schema.maximum}`)
    must(value > (schema.exclusiveMinimum ?? -Infinity), `above ${schema.exclusiveMinimum}`)
    must(value < (schema.exclusiveMaximum ?? Infinity), `below ${schema.exclusiveMaximum}`)
    if (schema.multipleOf !== undefined) {
      const times = value / schema.multipleOf
      must(Math.abs(times - Math.round(times)) < 1e-9, `multiple of ${schema.multipleOf}`)
    }
  }
  if (typeof value === 'string') {
    must(value.length >= (schema.minLength ?? 0), `minLength ${schema.minLength}`)
    must(value.length <= (schema.maxLength ?? Infinity), `maxLength ${schema.maxLength}`)
    if (schema.pattern !== undefined) must(new RegExp(schema.pattern, 'u').test(value), `pattern ${schema.pattern}`)
    if (schema.format === 'date') must(/^\d{4}-\d\d-\d\d$/u.test(value), 'a date')
  }
  if (Array.isArray(value)) {
    must(value.length >= (schema.minItems ?? 0), `minItems ${schema.minItems}`)
    must(value.length <= (schema.maxItems ?? Infinity), `maxItems ${schema.maxItems}`)
    if (schema.uniqueItems) must(new Set(value.map((item) => JSON.stringify(item))).size === value.length, 'unique')
    const tuple = schema.prefixItems ?? (Array.isArray(schema.items) ? schema.items : [])
    for (const [index, item] of value.entries()) {
      const each = tuple[index] ?? (Array.isArray(schema.items) ? true : (schema.items ?? true))
      found.push(...faults(item, each, root, `${path}[${index}]`))
    }
  }
  if (type === 'object') {
    const fields = value as Record<string, unknown>
    for (const name of schema.required ?? []) must(Object.hasOwn(fields, name), `required ${name}`)
    must(Object.keys(fields).length >= (schema.minProperties ?? 0), `minProperties ${schema.minProperties}`)
    for (const [name, field] of Object.entries(fields)) {
      const own = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties[name] : undefined
      found.push(...faults(field, own ?? schema.additionalProperties ?? true, root, `${path}.${name}`))
      if (schema.propertyNames !== undefined) found.push(...faults(name, schema.propertyNames, root, `${path}#${name}`))
    }
  }
  return found
}
