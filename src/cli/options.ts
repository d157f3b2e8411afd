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

/** Collects artifacts from a repeatable, comma-separated flag. */
export const artifactList = (text: string, before: readonly Artifact[] = []): Artifact[] => {
  const names = text.split(',').map((name) => name.trim())
  for (const name of names)
    if (!(ARTIFACTS as readonly string[]).includes(name))
      throw new InvalidArgumentError(`\`${name}\` is no artifact; they are ${ARTIFACTS.join(', ')}.`)
  return [...before, ...(names as Artifact[])]
}
