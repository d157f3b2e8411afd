import { InvalidArgumentError } from 'commander'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'

/** Parses a whole number of at least `low`, for commander. */
export const wholeNumber =
  (low: number) =>
  (text: string): number => {
    const value = Number(text)
    if (!/^-?\d+$/u.test(text) || !Number.isSafeInteger(value) || value < low)
      throw new InvalidArgumentError(`expected a whole number of at least ${low}.`)
    return value
  }

/** Parses a share above 0 and up to 1, for commander. */
export const shareOfScale = (text: string): number => {
  const value = Number(text)
  if (text.trim() === '' || !(value > 0 && value <= 1))
    throw new InvalidArgumentError('expected a number above 0 and up to 1, such as 0.05.')
  return value
}

/** Parses `2/4`, for commander. */
export const shardOf = (text: string): { readonly index: number; readonly of: number } => {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/u.exec(text) ?? []).map(Number)
  if (index < 1 || index > of) throw new InvalidArgumentError('expected a part and how many there are, such as 2/4.')
  return { index, of }
}

/** Collects artifacts from a repeatable, comma-separated flag. */
export const artifactList = (text: string, before: readonly Artifact[] = []): Artifact[] => {
  const names = text.split(',').map((name) => name.trim())
  for (const name of names)
    if (!(ARTIFACTS as readonly string[]).includes(name))
      throw new InvalidArgumentError(`\`${name}\` is no artifact; they are ${ARTIFACTS.join(', ')}.`)
  return [...before, ...(names as Artifact[])]
}

/** The same, or `none`: no artifact at all. */
export const artifactsOrNone = (text: string, before: readonly Artifact[] = []): Artifact[] =>
  text.trim() === 'none' ? [...before] : artifactList(text, before)
