import type { Variant } from '../ablation/variants.js'
import type { Artifact } from '../samples/artifact.js'
import { ARTIFACTS } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import type { ChangedCall } from '../wire/changed-calls.js'
import { foreignText } from '../wire/presence.js'
import type { RecordedRequest } from '../wire/request.js'

/** The layers of the request proof, and the ways in which an artifact shows. */
export const LAYERS = ['probe', 'ablation', 'presence', 'own store', 'unseen field', 'earlier evaluation'] as const
export type Layer = (typeof LAYERS)[number]

/** One sign that an artifact reaches a judge request, or the score. */
export interface Observation {
  readonly artifact: Artifact | 'unknown'
  readonly layer: Layer
  readonly sample: string
  readonly variant: string
  readonly kind: string
  readonly disposition: string
  /** Slots of the calls that show it; empty where only the score moved. */
  readonly slots: readonly string[]
  /** Metrics whose score moved with it. */
  readonly moved: readonly string[]
  /** Where it was found, in words, where that is not the artifact's own field. */
  readonly note: string
  /** The one metric it speaks of; null: every metric that its calls decide. */
  readonly metric: string | null
}

const asText = (value: EvalSample[Artifact] | undefined): string => [value ?? ''].flat().join('\n')

/** The values of a sample's artifacts, as text. */
export const valuesOf = (sample: EvalSample): Map<Artifact, string> =>
  new Map(ARTIFACTS.map((artifact) => [artifact, asText(sample[artifact])]))

/** The artifacts, of any of some samples, whose text stands in a request; see {@link foreignText}. */
export const artifactsOf = (
  samples: readonly EvalSample[],
  artifacts: readonly Artifact[],
  request: string,
  allowed: readonly string[],
): { readonly artifact: Artifact; readonly quote: string }[] => {
  const values = new Map(
    samples.flatMap((sample, index) =>
      artifacts.map((artifact): [string, string] => [`${artifact} ${index}`, asText(sample[artifact])]),
    ),
  )
  const found = foreignText(request, values, allowed)
  return found.map(({ name, quote }) => ({ artifact: name.split(' ')[0] as Artifact, quote }))
}

/**
 * Which artifacts a changed call holds the text of, given the samples whose values it may have fetched. Empty where the
 * text is nobody's.
 */
export const artifactsIn = (calls: readonly ChangedCall[], samples: readonly EvalSample[]): Artifact[] => {
  const found = new Set<Artifact>()
  for (const { before, after } of calls)
    for (const [shown, other] of [
      [before, after],
      [after, before],
    ] as const)
      if (shown !== null)
        for (const { artifact } of artifactsOf(samples, ARTIFACTS, shown.text, [other?.text ?? ''])) found.add(artifact)
  return ARTIFACTS.filter((artifact) => found.has(artifact))
}

/** True where two calls differ in the text of the id alone. */
export const onlyTheId = ({ before, after }: ChangedCall, ids: readonly [string, string]): boolean => {
  const blanked = (request: RecordedRequest, id: string) =>
    request.body.replaceAll(JSON.stringify(id).slice(1, -1), '⟨id⟩')
  return before !== null && after !== null && blanked(before, ids[0]) === blanked(after, ids[1])
}

/** What was changed, in words for a report. */
export const changedWords = ({ changed }: Variant): string =>
  'artifact' in changed ? changed.artifact : 'column' in changed ? `column ${changed.column}` : 'id'
