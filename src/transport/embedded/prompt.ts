/** One message of a request, as the judge reads it. */
export interface PromptMessage {
  readonly role: string
  readonly text: string
}

export type SectionName = 'QUESTION' | 'ANSWER' | 'REFERENCE ANSWER' | 'CONTEXT'

/** An artifact under its heading. */
export interface PromptSection {
  readonly name: SectionName
  readonly text: string
}

export type Task =
  | { readonly kind: 'split'; readonly source: SectionName }
  | {
      readonly kind: 'entail'
      readonly relation: 'supported by' | 'addresses'
      /** The section that the units come from: never evidence for them. */
      readonly source: SectionName
      /** True where the task itself names the QUESTION. */
      readonly namesQuestion: boolean
    }

/** What the judge understood of a prompt. */
export interface ReadPrompt {
  readonly sections: readonly PromptSection[]
  /** The numbered list, or the passages where the task is about each CONTEXT. */
  readonly units: readonly string[]
  /** Runs of text under no heading, in order; the `TASK:` line is left out. */
  readonly unmarked: readonly string[]
  readonly task: Task | null
  /** Sections that the prompt says to ignore. */
  readonly ignored: ReadonlySet<SectionName>
  /** Sections that the prompt says to use alone; empty where it says no such thing. */
  readonly only: ReadonlySet<SectionName>
}

const HEADING =
  /^\s*(?:#{1,6}\s*)?(?:\*\*)?(QUESTION|REFERENCE ANSWER|ANSWER|(?:CONTEXT|PASSAGE)S?(?: +\d+)?|CLAIMS|STATEMENTS)( *\([^)]*\))?(?:\*\*)?\s*(?:$|:(?:\*\*)?\s*(.*)$)/u
const TASK_LINE = /^\s*(?:#{1,6}\s*)?(?:\*\*)?TASK:/u
const ITEM = /^\s*\d{1,3}[.)]\s+(?:> ?)?(.*)$/u
const QUOTED = /^> ?/u

const NAMES = 'REFERENCE ANSWER|REFERENCE|QUESTION|ANSWER|CONTEXTS?|PASSAGES?'

const sectionName = (word: string): SectionName => {
  const name = word.toUpperCase()
  if (name.startsWith('CONTEXT') || name.startsWith('PASSAGE')) return 'CONTEXT'
  if (name.startsWith('REFERENCE')) return 'REFERENCE ANSWER'
  return name === 'QUESTION' ? 'QUESTION' : 'ANSWER'
}

const namesAfter = (pattern: string, text: string): Set<SectionName> =>
  new Set([...text.matchAll(new RegExp(`${pattern}(${NAMES})\\b`, 'giu'))].map((found) => sectionName(found[1]!)))

/** The section that a text says its units come from. */
const sourceIn = (text: string): SectionName | undefined => {
  if (/for each (?:CONTEXT|PASSAGE)\b/iu.test(text)) return 'CONTEXT'
  return [...namesAfter('\\b(?:of|from) (?:the )?', text)][0]
}

/** Reads the task from the line that states it; null where the line states none. */
const taskIn = (line: string, list: string): Task | null => {
  const split = new RegExp(`\\bsplit the (${NAMES})\\b`, 'iu').exec(line)
  if (split !== null) return { kind: 'split', source: sectionName(split[1]!) }
  const relation = /\bsupported by\b/iu.test(line)
    ? 'supported by'
    : /\baddress(?:es)?\b/iu.test(line)
      ? 'addresses'
      : null
  if (relation === null) return null
  const against = [...namesAfter(`${relation}(?: the)? `, line)][0]
  const source = sourceIn(line) ?? sourceIn(list) ?? (against === 'ANSWER' ? 'REFERENCE ANSWER' : 'ANSWER')
  return { kind: 'entail', relation, source, namesQuestion: /\bQUESTION\b/iu.test(line) }
}

/** An open section while its lines are read. `quoted` is undecided (null) until its first line with text. */
interface Open {
  readonly heading: string
  readonly lines: string[]
  quoted: boolean | null
}

/**
 * Reads a prompt into sections, units, unmarked text and task. Headings are whole lines (QUESTION, ANSWER, CONTEXT n,
 * REFERENCE ANSWER, CLAIMS, STATEMENTS; `#`, `**`, a colon and text after it allowed). A section whose first line is
 * quoted with `> ` ends at the first line that is not; one of such lines is never a heading or a task. Any other section
 * ends at the next heading, the TASK line or the end of the message. Odd prompts are read as far as they go.
 */
export const readPrompt = (messages: readonly PromptMessage[]): ReadPrompt => {
  const sections: PromptSection[] = []
  const listed: string[] = []
  const unmarked: string[] = []
  let stated: string | null = null
  let listHeading = ''

  for (const { text } of messages) {
    let open: Open | null = null
    let loose: string[] = []
    const close = () => {
      if (open !== null && !/^(?:CLAIMS|STATEMENTS)/u.test(open.heading))
        sections.push({ name: sectionName(open.heading), text: open.lines.join('\n').trim() })
      open = null
      const run = loose.join('\n').trim()
      if (run !== '') unmarked.push(run)
      loose = []
    }
    for (const line of text.split(/\r?\n/u)) {
      const current = open as Open | null
      const isList = current !== null && /^(?:CLAIMS|STATEMENTS)/u.test(current.heading)
      if (current !== null && !isList && current.quoted !== false && QUOTED.test(line)) {
        current.quoted = true
        current.lines.push(line.replace(QUOTED, ''))
        continue
      }
      if (TASK_LINE.test(line)) {
        close()
        stated ??= line
        continue
      }
      const heading = HEADING.exec(line)
      if (heading !== null) {
        close()
        const first = heading[3] ?? ''
        if (/^(?:CLAIMS|STATEMENTS)/u.test(heading[1]!)) listHeading = line
        open = { heading: heading[1]!, lines: first === '' ? [] : [first], quoted: first === '' ? null : false }
        continue
      }
      if (current === null) {
        loose.push(line)
      } else if (isList) {
        const item = ITEM.exec(line)
        if (item !== null) listed.push(item[1]!.trim())
        else if (line.trim() !== '') {
          close()
          loose.push(line)
        }
      } else if (line.trim() === '') {
        if (current.quoted !== true) current.lines.push(line)
      } else if (current.quoted === true) {
        close()
        loose.push(line)
      } else {
        current.quoted = false
        current.lines.push(line)
      }
    }
    close()
  }

  const said = [...(stated === null ? [] : [stated]), ...unmarked].join('\n')
  const task = [stated ?? '', ...unmarked.flatMap((run) => run.split('\n'))]
    .map((line) => taskIn(line, listHeading))
    .find((found) => found !== null)
  const passages = sections.filter((section) => section.name === 'CONTEXT').map((section) => section.text)
  return {
    sections,
    units: listed.length === 0 && task?.kind === 'entail' && task.source === 'CONTEXT' ? passages : listed,
    unmarked,
    task: task ?? null,
    ignored: namesAfter('\\b(?:ignore|disregard) (?:the )?', said),
    only: namesAfter('\\b(?:use only|only use|using only|based only on|rely only on) (?:the )?', said),
  }
}
