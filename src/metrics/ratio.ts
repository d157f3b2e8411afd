import { WiringError } from '../errors.js'
import { ARTIFACTS, type Artifact, inTableOrder } from '../samples/artifact.js'

/** At least one: with a plain array type, `[]` would infer every artifact. */
export type NonEmpty<T> = readonly [T, ...T[]]

/** One side of a ratio: what it counts, in words, and the artifacts it ranges over. */
export interface Term<A extends Artifact = Artifact> {
  readonly counts: string
  readonly artifacts: NonEmpty<A>
}

/** What a metric is: a numerator over a denominator. */
export interface Ratio<N extends Artifact = Artifact, D extends Artifact = Artifact> {
  readonly numerator: Term<N>
  readonly denominator: Term<D>
}

/** The artifacts a ratio ranges over, at type level: the union of its two terms. */
export type Receives<R> = R extends Ratio<infer N, infer D> ? N | D : never

const describe = (artifacts: readonly Artifact[]) => artifacts.join(' and ')

/**
 * A ratio from the artifacts of its two terms, in words of its own when given.
 * @throws {WiringError} when a term is empty or names something that is no artifact (plain JavaScript).
 */
export const ratio = <const N extends Artifact, const D extends Artifact>(
  numerator: NonEmpty<N>,
  denominator: NonEmpty<D>,
  words: { numerator?: string; denominator?: string } = {},
): Ratio<N, D> =>
  checkRatio({
    numerator: { counts: words.numerator ?? `what is judged over ${describe(numerator)}`, artifacts: numerator },
    denominator: { counts: words.denominator ?? `what ${describe(denominator)} holds`, artifacts: denominator },
  })

/** The ratio itself, or a {@link WiringError} that says what is wrong with it. */
export const checkRatio = <R extends Ratio>(candidate: R): R => {
  for (const side of ['numerator', 'denominator'] as const) {
    const artifacts: readonly string[] = candidate?.[side]?.artifacts ?? []
    if (artifacts.length === 0) throw new WiringError(`a ratio's ${side} names no artifact; name at least one`)
    for (const name of artifacts)
      if (!(ARTIFACTS as readonly string[]).includes(name))
        throw new WiringError(`a ratio's ${side} names \`${name}\`; the artifacts are ${ARTIFACTS.join(', ')}`)
  }
  return candidate
}

/** What a metric receives: the union of the artifacts of numerator and denominator, in table order. */
export const receivesOf = <R extends Ratio>(candidate: R): Receives<R>[] =>
  inTableOrder([...candidate.numerator.artifacts, ...candidate.denominator.artifacts]) as Receives<R>[]

/** What a metric must never receive when a language model judges it: every artifact its ratio does not range over. */
export const mustNeverReceive = (candidate: Ratio): Artifact[] => {
  const received = new Set<Artifact>(receivesOf(candidate))
  return ARTIFACTS.filter((artifact) => !received.has(artifact))
}

/** `claims in the answer that the contexts entail / claims in the answer` */
export const ratioInWords = ({ numerator, denominator }: Ratio): string => `${numerator.counts} / ${denominator.counts}`
