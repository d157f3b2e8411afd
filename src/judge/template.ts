import { sha256 } from '../random.js'
import { remembered } from '../remembered.js'
import type { Message } from './judge.js'

declare const SAFE: unique symbol
/** Text that may enter a prompt: quoted data, or a word of groundwire's own. Artifact text as it is does not compile. */
export type PromptText = string & { readonly [SAFE]: true }

/**
 * Artifact text as data: every line behind `> `, so that no line of it can pass for a heading, a task or an instruction
 * of the prompt. All line breaks that Unicode knows count.
 */
export const quoted = (text: string): PromptText =>
  text
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u)
    .map((line) => `> ${line}`)
    .join('\n') as PromptText

/** Data that must stay on one line (an item of a numbered list). */
export const quotedLine = (text: string): PromptText => `> ${text.replace(/[\s\u0085]+/gu, ' ').trim()}` as PromptText

/** A fixed word of groundwire's own: it becomes part of the template and of its hash. */
export const word = (text: string): PromptText => text as PromptText

/** The names that stand in `{{…}}` in a template, at type level. */
export type Placeholders<T extends string> = T extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** In how many wordings one template is kept: five metrics share two templates. */
const WORDINGS = 50

/** A template of which every placeholder is declared. */
type OnlyDeclared<T extends string, Name extends string> = [Placeholders<T>] extends [Name]
  ? T
  : `undeclared placeholder: ${Exclude<Placeholders<T>, Name>}`

export interface PromptTemplate<Words extends string, Data extends string> {
  /**
   * Messages with every placeholder filled, and the hash of the template with the words filled in and the data left
   * out: equal for every sample, different as soon as a word of the prompt changes.
   */
  readonly render: (
    words: Readonly<Record<Words, PromptText>>,
    data: Readonly<Record<Data, PromptText>>,
  ) => { readonly messages: readonly Message[]; readonly templateHash: string }
}

/**
 * A prompt of a system and a user text. Placeholders are declared: `words` become part of the template, `data` comes
 * from the sample. A placeholder that is not declared does not compile, so a prompt cannot ask for an artifact that its
 * metric was not given.
 */
export const promptTemplate =
  <const Words extends string, const Data extends string>(declared: {
    readonly words: readonly Words[]
    readonly data: readonly Data[]
  }) =>
  <const System extends string, const User extends string>(
    system: OnlyDeclared<System, Words | Data>,
    user: OnlyDeclared<User, Words | Data>,
  ): PromptTemplate<Words, Data> => {
    const fill = (text: string, values: Readonly<Record<string, string>>) =>
      text.replace(/\{\{(\w+)\}\}/gu, (whole, name: string) => values[name] ?? whole)
    for (const name of (system + user).matchAll(/\{\{(\w+)\}\}/gu))
      if (![...declared.words, ...declared.data].includes(name[1] as Words & Data))
        throw new TypeError(`the template asks for \`${name[1]}\`, which it does not declare`)
    const withWords = remembered((words) => {
      const [asSystem, asUser] = [system, user].map((text) => fill(text, JSON.parse(words))) as [string, string]
      const templateHash = sha256(JSON.stringify([asSystem, asUser])).slice(0, 16)
      return { system: asSystem, user: asUser, templateHash }
    }, WORDINGS)
    return {
      render: (words, data) => {
        const template = withWords(JSON.stringify(words))
        return {
          messages: [
            { role: 'system', content: fill(template.system, data) },
            { role: 'user', content: fill(template.user, data) },
          ],
          templateHash: template.templateHash,
        }
      },
    }
  }
