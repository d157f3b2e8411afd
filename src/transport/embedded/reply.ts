import type { JsonSchema } from '../json-schema.js'
import { blockOf } from './block.js'
import { isOnTopic, type Judgement, judgeAddresses, judgeSupport } from './judgement.js'
import {
  type PromptMessage,
  type PromptSection,
  type ReadPrompt,
  readPrompt,
  type SectionName,
  type Task,
} from './prompt.js'
import { entailReply, splitReply, type UnitReply } from './schema.js'
import { splitUnits } from './units.js'

/** How good the embedded judge is; each 0 … 1. */
export interface EmbeddedOptions {
  /** How reliably it finds the support that is there, drawn for each unit. */
  readonly strength: number
  /** How often an instruction to ignore a section, or to use one alone, works; drawn for each unit. */
  readonly obedience: number
  /** How often a verdict comes out the other way, drawn for each unit. */
  readonly noise: number
}

export const EMBEDDED_DEFAULTS: EmbeddedOptions = { strength: 1, obedience: 0.2, noise: 0.05 }

/** A number from [0, 1) for a purpose and a unit's text, given by the caller: the judge itself has no randomness. */
export type Draw = (purpose: 'strength' | 'obedience' | 'noise', unit: string) => number

type Entail = Extract<Task, { kind: 'entail' }>

/** What is in view for a unit: everything but the section it comes from, less what an obeyed instruction takes away. */
const inView = (prompt: ReadPrompt, source: SectionName, obeys: boolean) => {
  const { ignored, only } = prompt
  const restricted = obeys && only.size > 0
  const stays = (name: SectionName) => !(obeys && ignored.has(name)) && (!restricted || only.has(name))
  return {
    sections: prompt.sections.filter(({ name }) => name !== source && stays(name)),
    unmarked: restricted ? [] : prompt.unmarked,
  }
}

/** What a question asserts: its sentences that ask nothing. */
const asserted = (question: string): string =>
  blockOf(question)
    .sentences.map(({ text }) => text)
    .filter((text) => !/[?？؟]["'”’»)\]*_]*$/u.test(text))
    .join('\n')

const textsOf = (sections: readonly PromptSection[], name: SectionName) =>
  sections.filter((section) => section.name === name).map(({ text }) => text)

const judge = (unit: string, task: Entail, prompt: ReadPrompt, draw: Draw, options: EmbeddedOptions): Judgement => {
  const obeys = draw('obedience', unit) < options.obedience
  const { sections, unmarked } = inView(prompt, task.source, obeys)
  const question = textsOf(sections, 'QUESTION').join('\n')
  if (task.relation === 'addresses') {
    const shown = sections.filter(({ name }) => name !== 'QUESTION').map(({ text }) => text)
    return judgeAddresses(unit, question, [...shown, ...unmarked])
  }
  const evidence = sections.map(({ name, text }) => (name === 'QUESTION' ? asserted(text) : text))
  const found = judgeSupport(unit, [...evidence, ...unmarked])
  const located = draw('strength', unit) < options.strength
  const wanted = task.namesQuestion || isOnTopic(unit, question)
  return { ...found, holds: found.holds && located && wanted }
}

/**
 * The embedded judge: the reply of a simulated model to a prompt, valid for the schema. It conditions on the whole prompt:
 * support counts wherever it stands, in a section that the task does not name or under no heading; only the section that
 * the units come from is no evidence. Pure: all chance comes from `draw`. A prompt without a task or units that it knows
 * gets the schema's neutral reply ("unsupported", empty lists); it never throws.
 */
export const embeddedReply = (
  messages: readonly PromptMessage[],
  schema: JsonSchema,
  draw: Draw,
  options: EmbeddedOptions = EMBEDDED_DEFAULTS,
): unknown => {
  const prompt = readPrompt(messages)
  const { task } = prompt
  if (task === null) return entailReply(schema, [])
  if (task.kind === 'split') return splitReply(schema, textsOf(prompt.sections, task.source).flatMap(splitUnits))
  const replies = prompt.units.map((text, index): UnitReply => {
    const judged = judge(text, task, prompt, draw, options)
    const holds = draw('noise', text) < options.noise ? !judged.holds : judged.holds
    return { number: index + 1, text, holds, quote: holds ? judged.quote : '' }
  })
  return entailReply(schema, replies)
}
