/** Where a text stops being JSON: an offset into it, and what was found and expected there. */
export type JsonFault = { offset: number; found: string; expected: string }

type Expecting = 'value' | 'item or ]' | 'key' | 'key or }' | 'colon' | 'separator' | 'end'

const SPACE = /[ \t\r\n]*/y
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y
const WORD = /[\w.+-]+/y

/** What other languages write, and what JSON writes instead. */
const REMEDIES: Readonly<Record<string, string>> = {
  NaN: 'write null',
  Infinity: 'write null',
  '-Infinity': 'write null',
  None: 'write null',
  undefined: 'write null',
  True: 'write true',
  False: 'write false',
}

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const found = (text: string, at: number): string => {
  if (at >= text.length) return 'the end'
  const word = matchAt(WORD, text, at)
  return word === undefined ? `\`${String.fromCodePoint(text.codePointAt(at) ?? 0)}\`` : `\`${word.slice(0, 30)}\``
}

const scanString = (text: string, open: number): { end: number } | JsonFault => {
  let at = open + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { end: at + 1 }
    if (code < 0x20) {
      const name = code === 0x0a || code === 0x0d ? 'a line break' : `the control character ${code}`
      return { offset: at, found: `${name} inside a string`, expected: 'a closing quote; write a line break as \\n' }
    }
    if (code === 0x5c) {
      const escaped = matchAt(ESCAPE, text, at)
      if (escaped === undefined) {
        const wrong = text.slice(at, at + 2)
        return {
          offset: at,
          found: `the escape \`${wrong}\``,
          expected: 'an escape that JSON knows; write \\\\ for a backslash',
        }
      }
      at += escaped.length
    } else at++
  }
  return { offset: at, found: 'the end inside a string', expected: 'a closing quote' }
}

const expectedThere = (expecting: Expecting, mark: string | undefined, inObject: boolean): string => {
  if (expecting === 'end') return 'nothing after the value'
  if (expecting === 'separator') return inObject ? '`,` or `}`' : '`,` or `]`'
  if (expecting === 'colon') return '`:`'
  if (expecting === 'key' && mark === '}') return 'a key; remove the comma before `}`'
  if (expecting === 'value' && mark === ']') return 'a value; remove the comma before `]`'
  if (expecting === 'key' || expecting === 'key or }') return 'a key in double quotes'
  return mark === "'" ? 'a value; JSON strings stand in double quotes' : 'a value'
}

/**
 * The first place at which a text is no JSON (RFC 8259), or undefined where it is JSON throughout. It exists because
 * the messages of `JSON.parse` name a position on some engines and in some cases only.
 */
export const findJsonFault = (text: string): JsonFault | undefined => {
  const open: ('{' | '[')[] = []
  let expecting = 'value' as Expecting
  let at = 0
  const afterValue = (): Expecting => (open.length === 0 ? 'end' : 'separator')
  for (;;) {
    at += matchAt(SPACE, text, at)?.length ?? 0
    const mark = text[at]
    const inObject = open.at(-1) === '{'
    if (expecting === 'end' && mark === undefined) return undefined
    const closes: boolean = inObject
      ? mark === '}' && (expecting === 'key or }' || expecting === 'separator')
      : mark === ']' && (expecting === 'item or ]' || (expecting === 'separator' && open.length > 0))
    if (closes) {
      open.pop()
      expecting = afterValue()
      at++
    } else if (expecting === 'colon' && mark === ':') {
      expecting = 'value'
      at++
    } else if (expecting === 'separator' && mark === ',') {
      expecting = inObject ? 'key' : 'value'
      at++
    } else if (mark === '"' && expecting !== 'colon' && expecting !== 'separator' && expecting !== 'end') {
      const string = scanString(text, at)
      if (!('end' in string)) return string
      expecting = expecting === 'key' || expecting === 'key or }' ? 'colon' : afterValue()
      at = string.end
    } else if (expecting === 'value' || expecting === 'item or ]') {
      const scalar = matchAt(SCALAR, text, at)
      if (mark === '{' || mark === '[') {
        open.push(mark)
        expecting = mark === '{' ? 'key or }' : 'item or ]'
        at++
      } else if (scalar !== undefined) {
        expecting = afterValue()
        at += scalar.length
      } else {
        const word = matchAt(WORD, text, at) ?? ''
        const remedy = Object.hasOwn(REMEDIES, word) ? `a value; ${REMEDIES[word]}` : undefined
        return { offset: at, found: found(text, at), expected: remedy ?? expectedThere(expecting, mark, inObject) }
      }
    } else return { offset: at, found: found(text, at), expected: expectedThere(expecting, mark, inObject) }
  }
}
