import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'

/** How one artifact is changed: another sample's value, an empty one, or the key itself taken away. */
export const ABLATION_KINDS = ['swap', 'blank', 'absent'] as const
export type AblationKind = (typeof ABLATION_KINDS)[number]

/** One change, made to the same artifact of every sample of a pass; everything else is held still. */
export interface Ablation {
  readonly artifact: Artifact
  readonly kind: AblationKind
}

export const ablationName = ({ artifact, kind }: Ablation): string => `${kind} ${artifact}`

/** Every ablation of the given artifacts, artifact by artifact in table order, swap first (it decides). */
export const ablationsOf = (artifacts: readonly Artifact[]): Ablation[] =>
  ARTIFACTS.filter((artifact) => artifacts.includes(artifact)).flatMap((artifact) =>
    ABLATION_KINDS.map((kind) => ({ artifact, kind })),
  )

/**
 * The sample with one artifact changed; the sample itself is left alone. Labels of passages go with the passages.
 * @param donor the sample whose value a `swap` takes
 */
export const ablate = (sample: EvalSample, { artifact, kind }: Ablation, donor: EvalSample): EvalSample => {
  const changed: Record<string, unknown> = structuredClone(sample)
  const keys = artifact === 'contexts' && sample.relevance !== undefined ? [artifact, 'relevance' as const] : [artifact]
  for (const key of keys) {
    const value = donor[key]
    if (kind === 'absent' || (kind === 'swap' && value === undefined)) delete changed[key]
    else if (kind === 'blank') changed[key] = typeof sample[key] === 'string' ? '' : []
    else changed[key] = Array.isArray(value) ? [...value] : value
  }
  return changed as EvalSample
}

/** The sample with its reference as one more passage: a leak made on purpose, which a score check must find. */
export const plantReference = (sample: EvalSample): EvalSample =>
  sample.ground_truth === ''
    ? sample
    : { ...structuredClone(sample), contexts: [...sample.contexts, sample.ground_truth] }
