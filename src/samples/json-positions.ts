/** A member of an object: its key, and the offset at which its value begins. */
export type Member = { key: string; at: number }

const SPACE = /[ \t\r\n]*/y
const SCALAR = /[^,\]}\s]+/y

const skip = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}

const endOfString = (text: string, open: number): number => {
  for (let at = open + 1; at < text.length; at++) {
    const mark = text[at]
    if (mark === '"') return at + 1
    if (mark === '\\') at++
  }
  return text.length
}

const endOfValue = (text: string, start: number): number => {
  const first = text[start]
  if (first === '"') return endOfString(text, start)
  if (first !== '{' && first !== '[') return skip(SCALAR, text, start)
  let depth = 0
  let at = start
  while (at < text.length) {
    const mark = text[at]
    if (mark === '"') at = endOfString(text, at)
    else {
      if (mark === '{' || mark === '[') depth++
      else if (mark === '}' || mark === ']') depth--
      at++
      if (depth === 0) return at
    }
  }
  return at
}

/** The offsets at which the elements of the array at `start` begin. The text must be valid JSON there. */
export const elementsAt = (text: string, start: number): number[] => {
  const elements: number[] = []
  for (let at = skip(SPACE, text, start + 1); at < text.length && text[at] !== ']'; ) {
    elements.push(at)
    at = skip(SPACE, text, endOfValue(text, at))
    if (text[at] === ',') at = skip(SPACE, text, at + 1)
  }
  return elements
}

/** The members of the object at `start` in the order of the text, doubled keys included. The text must be valid JSON. */
export const membersAt = (text: string, start: number): Member[] => {
  const members: Member[] = []
  for (let at = skip(SPACE, text, start + 1); at < text.length && text[at] !== '}'; ) {
    const keyEnd = endOfString(text, at)
    const key = JSON.parse(text.slice(at, keyEnd)) as string
    at = skip(SPACE, text, skip(SPACE, text, keyEnd) + 1)
    members.push({ key, at })
    at = skip(SPACE, text, endOfValue(text, at))
    if (text[at] === ',') at = skip(SPACE, text, at + 1)
  }
  return members
}

/** The keys that stand more than once in the object at `start`: `JSON.parse` would silently keep the last. */
export const doubledKeys = (text: string, start: number): string[] => {
  const seen = new Set<string>()
  const doubled = new Set<string>()
  for (const { key } of membersAt(text, start)) {
    if (seen.has(key)) doubled.add(key)
    seen.add(key)
  }
  return [...doubled]
}

/** The offset of the first character that is no white space. */
export const startOfValue = (text: string): number => skip(SPACE, text, 0)

/** Turns offsets, asked for in rising order, into lines counted from 1. */
export const lineCounter = (text: string): ((offset: number) => number) => {
  let line = 1
  let next = text.indexOf('\n')
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++
      next = text.indexOf('\n', next + 1)
    }
    return line
  }
}
