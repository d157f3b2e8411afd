/**
 * The single values of a JSON body, by path (`messages[1].content`); an empty list or object is one. A body that is no
 * JSON is one field, `body`.
 */
export const fieldsOf = (body: string): Map<string, unknown> => {
  const found = new Map<string, unknown>()
  const walk = (value: unknown, path: string) => {
    const isList = Array.isArray(value)
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
    for (const [key, entry] of entries) walk(entry, isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`)
    if (entries.length === 0) found.set(path || 'body', typeof value === 'object' ? JSON.stringify(value) : value)
  }
  try {
    walk(JSON.parse(body), '')
  } catch {
    found.set('body', body)
  }
  return found
}

/** The same body with every string leaf changed by `change`; text that is no JSON is changed as a whole. */
export const mapFields = (body: string, change: (text: string, path: string) => string): string => {
  const walk = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((entry, index) => walk(entry, `${path}[${index}]`))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([key, entry]) => [key, walk(entry, path === '' ? key : `${path}.${key}`)]),
      )
    return typeof value === 'string' || typeof value === 'number' ? change(String(value), path) : value
  }
  try {
    return JSON.stringify(walk(JSON.parse(body), ''))
  } catch {
    return change(body, 'body')
  }
}
