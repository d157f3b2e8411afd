import { type Judge, JudgeError } from './judge.js'
import { ENTAIL, SPLIT } from './prompts.js'
import { type PromptText, quoted, quotedLine, word } from './template.js'
import { unitsSchema, type Verdict, verdictsSchema } from './verdict.js'

/** The headings under which artifacts stand in a prompt. */
export type Section = 'QUESTION' | 'ANSWER' | 'REFERENCE ANSWER'

/**
 * Asks the judge to take a text apart. One request; none for a text without a letter or a digit.
 * @returns the units in order, without empty ones. An empty list means that the text states nothing.
 */
export const splitUnits = async (
  judge: Judge,
  section: Section,
  kind: 'claims' | 'statements',
  text: string,
): Promise<string[]> => {
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const { value } = await judge.ask({
    ...SPLIT.render({ section: word(section), kind: word(kind) }, { text: quoted(text) }),
    schema: unitsSchema,
    schemaName: 'units',
  })
  return value.units.map((unit) => unit.trim()).filter((unit) => unit !== '')
}

const RULES = {
  support:
    'A unit is supported when the evidence states it or plainly implies it; numbers, units, names and negations must agree. What you know yourself does not count.',
  relevance:
    'A unit addresses the question when it answers the question or a part of it, or gives what is needed to answer it, whether or not it is true.',
} as const

/** How units are judged: what a unit is called, against what it is held, and under which rule. */
export interface Entailment {
  readonly unit: string
  readonly relation: 'is supported by' | 'addresses'
  readonly evidence: string
}

const section = (heading: string, text: string) => `${heading}\n${quoted(text)}`

/** One section a passage, `CONTEXT 1` and on; a single empty `CONTEXT` where retrieval supplied nothing. */
export const contextSections = (contexts: readonly string[]): string =>
  contexts.length === 0
    ? section('CONTEXT', '')
    : contexts.map((passage, index) => section(`CONTEXT ${index + 1}`, passage)).join('\n\n')

export const textSection = (heading: Section, text: string): string => section(heading, text)

const unitList = (heading: string, units: readonly string[]) =>
  `${heading}\n${units.map((unit, index) => `${index + 1}. ${quotedLine(unit)}`).join('\n')}`

/**
 * Asks the judge for a verdict on every unit against the evidence, all in one request; none when there is no unit.
 * `sections` are the rendered evidence sections; `list` is the heading under which the units are numbered, or null where
 * the sections are the units themselves (passages).
 */
export const judgeUnits = async (
  judge: Judge,
  units: readonly string[],
  { unit, relation, evidence }: Entailment,
  sections: readonly string[],
  list: 'CLAIMS' | 'STATEMENTS' | null,
): Promise<Verdict[]> => {
  if (units.length === 0) return []
  const shown = list === null ? sections : [...sections, unitList(list, units)]
  const { value } = await judge.ask({
    ...ENTAIL.render(
      {
        unit: word(unit),
        relation: word(relation),
        evidence: word(evidence),
        rule: word(relation === 'addresses' ? RULES.relevance : RULES.support),
      },
      { sections: shown.join('\n\n') as PromptText },
    ),
    schema: verdictsSchema(units.length),
    schemaName: 'verdicts',
  })
  return units.map((text, index) => {
    const verdict = value[String(index + 1)]
    if (verdict === undefined || Object.keys(value).length !== units.length)
      throw new JudgeError(
        'wrong-shape',
        `${units.length} units were asked about, but the judge gave verdicts on ${Object.keys(value).join(', ') || 'none'}`,
      )
    return { unit: text, ...verdict }
  })
}
