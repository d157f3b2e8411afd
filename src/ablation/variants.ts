import { type Artifact, inTableOrder } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type Ablation, type AblationKind, ablate, ablationName, ablationsOf } from './ablation.js'
import type { Donors } from './donors.js'

export const UNMODIFIED = 'unmodified'

/** One way of changing a sample, and what it is compared with. */
export interface Variant {
  /** `swap ground_truth`, `swap ground_truth under blank contexts`, `opaque id`, `blank column reference`. */
  readonly name: string
  readonly sample: EvalSample
  /** What was changed: an artifact, the id, or another column. */
  readonly changed: { readonly artifact: Artifact } | { readonly id: true } | { readonly column: string }
  readonly kind: AblationKind | 'id'
  /** Name of the variant it is compared with. */
  readonly base: string
}

export interface VariantOptions {
  readonly artifacts: readonly Artifact[]
  /** Pairs to try beside: the first, forbidden one swapped while the second, received one is blank. */
  readonly pairs: readonly (readonly [forbidden: Artifact, received: Artifact])[]
  readonly donors: Donors
  /** Every kind of change; else `swap` of each artifact and an opaque id. */
  readonly full: boolean
}

const idsOf = (sample: EvalSample, donor: EvalSample, full: boolean): Variant[] => {
  const changed = (name: string, id: string): Variant => ({
    name,
    sample: { ...structuredClone(sample), id },
    changed: { id: true },
    kind: 'id',
    base: UNMODIFIED,
  })
  const opaque = changed('opaque id', 'id-0f3c9a71')
  return full ? [opaque, changed("another sample's id", donor.id)] : [opaque]
}

/** Each other column taken from another sample, and taken away: a scorer that demands it throws without it. */
const columnsOf = (sample: EvalSample, donor: EvalSample): Variant[] =>
  Object.keys(sample.extras ?? {}).flatMap((column) => {
    const { [column]: _, ...others } = structuredClone(sample.extras ?? {})
    const variant = (kind: AblationKind, extras: Record<string, unknown>): Variant => ({
      name: `${kind} column ${column}`,
      sample: { ...structuredClone(sample), extras },
      changed: { column },
      kind,
      base: UNMODIFIED,
    })
    const swapped = structuredClone(donor.extras?.[column])
    return [
      ...(swapped === undefined ? [] : [variant('swap', { ...others, [column]: swapped })]),
      variant('absent', others),
    ]
  })

/**
 * The variants of one sample: each artifact in each kind, the id, the other columns, and each forbidden artifact swapped
 * under each blanked received one (a reference may be pasted only when the contexts are empty). A variant always comes
 * after the one it is compared with.
 */
export const variantsOf = (sample: EvalSample, { artifacts, pairs, donors, full }: VariantOptions): Variant[] => {
  const change = (from: EvalSample, ablation: Ablation) => ablate(from, ablation, donors(sample, ablation.artifact))
  const single = ablationsOf(inTableOrder(artifacts))
    .filter(({ kind }) => full || kind === 'swap')
    .map(
      (ablation): Variant => ({
        name: ablationName(ablation),
        sample: change(sample, ablation),
        changed: { artifact: ablation.artifact },
        kind: ablation.kind,
        base: UNMODIFIED,
      }),
    )
  const asked = full ? pairs.filter((pair) => pair.every((artifact) => artifacts.includes(artifact))) : []
  const under = asked.map(([forbidden, received]): Variant => {
    const blank: Ablation = { artifact: received, kind: 'blank' }
    const swap: Ablation = { artifact: forbidden, kind: 'swap' }
    return {
      name: `${ablationName(swap)} under ${ablationName(blank)}`,
      sample: change(change(sample, blank), swap),
      changed: { artifact: forbidden },
      kind: 'swap',
      base: ablationName(blank),
    }
  })
  return [
    ...single,
    ...under,
    ...idsOf(sample, donors(sample, 'question'), full),
    ...(full ? columnsOf(sample, donors(sample, 'question')) : []),
  ]
}
