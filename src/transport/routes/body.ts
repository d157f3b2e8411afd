/** A JSON object. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The text of a message's content: a string, or parts with text, thinking, or a tool's input and result. */
export const textOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(content)) return ''
  const { text, content: inner, parts, input } = content
  return textOf(text ?? inner ?? parts) || (input === undefined ? '' : JSON.stringify(input))
}

/** Other fields of a body that the model sees, as messages of their own: descriptions of tools and schemas hold text. */
export const fieldsIn = (body: Record<string, unknown>, names: readonly string[]) =>
  names.filter((name) => body[name] !== undefined).map((name) => ({ role: name, text: JSON.stringify(body[name]) }))

/** The texts of a field that holds one, several, or lists of token numbers. */
export const textsIn = (field: unknown): string[] =>
  (Array.isArray(field) && typeof field[0] !== 'number' ? field : [field]).map((text) =>
    typeof text === 'string' ? text : JSON.stringify(text),
  )

/** The model a request names: in its body, else in its path (`/deployments/NAME/…`, as Azure has it). */
export const modelOf = (body: Record<string, unknown>, path: string): string =>
  String(body.model ?? inPath(/\/deployments\/([^/]+)\//u.exec(path)?.[1]))

/** A part of a path as its client wrote it. */
export const inPath = (part = ''): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
