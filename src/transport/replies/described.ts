import { rangeIn } from './example-json.js'
import { hasBounds } from './numbers.js'
import { type Asking, typeOf } from './schema.js'

const QUOTED = /(["'`“‘])([\p{L}\d][\p{L}\d _-]{0,30})["'`”’](?:\s*(?:,|\/|\||or\b|,\s*or\b)\s*)?/gu
const BARE =
  /\b(yes|true|pass|supported|correct|relevant|faithful)\s*(?:,|or|\/|\|)\s*(no|false|fail|unsupported|not supported|incorrect|irrelevant|unfaithful)\b/iu

/** Words in quotes that follow each other, as in `'yes', 'no' or 'unclear'`; or a bare pair. Null where none are offered. */
const offeredIn = (text: string): string[] | null => {
  const runs: string[][] = []
  let end = -1
  for (const { 0: whole, 2: word = '', index } of text.matchAll(QUOTED)) {
    if (index === end) runs.at(-1)!.push(word)
    else runs.push([word])
    // A run goes on only behind a separator.
    end = /["'`”’]$/u.test(whole) ? -1 : index + whole.length
  }
  const run = runs.find((words) => new Set(words).size >= 2)
  if (run !== undefined) return [...new Set(run)]
  const [, one, other] = BARE.exec(text) ?? []
  return one === undefined || other === undefined ? null : [one, other]
}

/** A schema with the bounds and alternatives that only its description names: many judges state them in words. */
export const asDescribed = (node: Asking): Asking => {
  const { description } = node
  if (description === undefined || typeof description !== 'string') return node
  const type = typeOf(node)
  if ((type === 'number' || type === 'integer') && !hasBounds(node)) {
    const range = rangeIn(description)
    return range === null ? node : { ...node, minimum: range[0], maximum: range[1] }
  }
  const open = [node.enum, node.const, node.pattern, node.format, node.minLength, node.maxLength]
  if (type !== 'string' || open.some((asked) => asked !== undefined)) return node
  const words = offeredIn(description)
  return words === null ? node : { ...node, enum: words }
}
