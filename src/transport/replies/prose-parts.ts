import type { JsonSchema } from '../json-schema.js'
import { numeric, type Range, schemaOf, wordSchema } from './prose-words.js'

/** One part of a reply: what stands before it, its value by schema, and what stands after. */
export interface Part {
  readonly before: string
  readonly schema: JsonSchema
  readonly after: string
}

const TAG = /<(score|verdict|answer|result|rating|grade|label|judge?ment|decision)>([^<\n]*)<\/\1>/giu
const PLACEHOLDER = /^\s*(?:$|[[{(]|your\b|\.\.\.|…|(?:yes|true|pass)\s*(?:\/|\||or)\b)/iu
const SCORED = /scor|rat(?:e|ing)|grade|confidence|percent/iu
const DECIDED = /verdict|label|judge?ment|decision|choice|final|conclusion|result/iu

/** What a label or tag asks for, where its own words do not say. */
const byName = (name: string, range: Range, words: readonly string[] | null): JsonSchema => {
  if (SCORED.test(name)) return numeric(range)
  return wordSchema(words) ?? numeric(range)
}

const tagged = (prompt: string, range: Range, words: readonly string[] | null): Part[] => {
  const seen = new Map<string, Part>()
  for (const [, tag = '', inside = ''] of prompt.matchAll(TAG)) {
    // Judges show the answer itself in a tag of that name.
    if (/answer|result/iu.test(tag) && !PLACEHOLDER.test(inside)) continue
    const schema = inside.trim() === '' ? byName(tag, range, words) : schemaOf(inside, range)
    seen.set(tag, { before: `<${tag}>`, schema, after: `</${tag}>\n` })
  }
  return [...seen.values()]
}

const LETTER = /^\s*\(?([A-H])[.):]\s+\S/gmu

/** `[[A]]`, `[[rating]]`. */
const bracketed = (prompt: string, range: Range): Part[] => {
  const inside = [...prompt.matchAll(/\[\[\s*([A-Za-z]+|\d+)\s*\]\]/gu)].map(([, word = '']) => word)
  if (inside.length === 0) return []
  const letters = [...new Set(inside.filter((word) => /^[A-Z]$/u.test(word)))]
  const before = /["'“]([A-Z][\w ]{0,20}: )\[\[/u.exec(prompt)?.[1] ?? ''
  const schema: JsonSchema = letters.length > 0 ? { type: 'string', enum: letters } : numeric(range)
  return [{ before: `${before}[[`, schema, after: ']]' }]
}

/** `"Verdict: CORRECT" or "Verdict: INCORRECT"`, `"Choice: X"`, `Grade: N/10`: a line that is quoted or named in a sentence. */
const quotedLine = (prompt: string, range: Range, letters: readonly string[]): Part[] => {
  const said = [...prompt.matchAll(/["'“`]([A-Z][A-Za-z ]{0,25}):\s*([^"'”`\n]{1,40})["'”`]/gu)]
  const [, label = '', first = ''] = said[0] ?? []
  const values = [...new Set(said.filter(([, other]) => other === label).map(([, , value = '']) => value.trim()))]
  if (values.length >= 2) return [{ before: `${label}: `, schema: { type: 'string', enum: values }, after: '' }]
  if (label !== '' && /^(?:[A-Z]|<[^>]*>|\[[^\]]*\]|\d+)$/u.test(first.trim())) {
    if (letters.length >= 2) return [{ before: `${label}: `, schema: { type: 'string', enum: letters }, after: '' }]
    if (SCORED.test(label)) return [{ before: `${label}: `, schema: numeric(range), after: '' }]
  }
  const [, graded, most] =
    /\b([A-Z][A-Za-z]{1,20}):\s*(?:[NXY]|<[^>\n]*>|\[[^\]\n]*\]|_+)\s*\/\s*(\d+)\b/u.exec(prompt) ?? []
  return graded === undefined ? [] : [{ before: `${graded}: `, schema: numeric([0, Number(most)]), after: `/${most}` }]
}

/** A heading that says the lines below it are the form of the reply. */
const FORM =
  /\b(?:format|layout|template|like this|as follows|structure|exactly|respond with|reply with)\b[^\n]*:\s*$/iu
const LINE = /^[\s>*-]*\**([A-Za-z][A-Za-z _-]{0,30}?)\**:\**[ \t]*(\S[^\n]*)$/u
const OPEN = /^(?:[A-Z]|\.\.\.|…|_+)$|^[<[({]/u
const KNOWN =
  /^(?:final )?(?:score|verdict|rating|grade|label|judge?ment|decision|result|choice|confidence|reason(?:ing)?|explanation|analysis|rationale|relevan(?:t|ce)|supported|faithful)$/iu
const DESCRIBED = /\bor\b|\d\s*(?:-|–|to)\s*\d|[|/]/iu

/** `Verdict: PASS or FAIL`, `Score: <number>`: labels whose values are described, not headings of artifacts. */
const labelled = (prompt: string, range: Range, words: readonly string[] | null): Part[] => {
  const seen = new Map<string, Part>()
  let form = false
  for (const line of prompt.split('\n')) {
    const [, label = '', described = ''] = LINE.exec(line) ?? []
    if (FORM.test(line)) form = true
    else if (label === '' && line.trim() !== '') form = false
    if (label === '' || described.length >= 120) continue
    const open = OPEN.test(described)
    const known = KNOWN.test(label.trim())
    if (!(form && (open || known)) && !(known && (open || DESCRIBED.test(described))) && !/^[<[]/u.test(described))
      continue
    const own = schemaOf(described, range)
    const vague = own.type === 'string' && own.enum === undefined
    const schema = vague && (SCORED.test(label) || DECIDED.test(label)) ? byName(label, range, words) : own
    seen.set(label.toLowerCase(), { before: `${label}: `, schema, after: '\n' })
  }
  return [...seen.values()]
}

/** The parts of a reply that is written into a form: tags, brackets, a letter, labelled lines; null where there is no form. */
export const partsIn = (prompt: string, said: string, range: Range, words: readonly string[] | null): Part[] | null => {
  const tags = tagged(prompt, range, words)
  if (tags.length > 0) return tags
  const letters = [...new Set([...prompt.matchAll(LETTER)].map(([, letter = '']) => letter))]
  const form = [bracketed(prompt, range), quotedLine(said, range, letters)].find((parts) => parts.length > 0)
  if (form !== undefined) return form
  if (letters.length >= 2) return [{ before: '', schema: { type: 'string', enum: letters }, after: '' }]
  const labels = labelled(said, range, words)
  return labels.length > 0 ? labels : null
}
