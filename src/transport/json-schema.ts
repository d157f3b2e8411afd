/** The part of JSON Schema that structured outputs use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly definitions?: Readonly<Record<string, JsonSchema>>
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** OpenAPI's way to allow null. */
  readonly nullable?: boolean
}

/** The schema behind a local `$ref` (`#`, `#/$defs/name`, any JSON pointer into the root), or the schema itself. */
export const resolveRef = (schema: JsonSchema, root: JsonSchema): JsonSchema => {
  if (schema.$ref === undefined) return schema
  let found: unknown = root
  for (const step of schema.$ref.split('/').slice(1))
    found = (found as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  return (found as JsonSchema | undefined) ?? {}
}
