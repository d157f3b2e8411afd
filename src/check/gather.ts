import type { Metric } from '../metrics/metric.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import type { ChangedCall } from '../wire/changed-calls.js'
import type { Disposition } from '../wire/disposition.js'
import type { RecordedRequest } from '../wire/request.js'
import type { CarriedOver } from './carry-over.js'
import type { Comparison } from './compare-sample.js'
import {
  artifactsIn,
  artifactsOf,
  changedWords,
  type Layer,
  type Observation,
  onlyTheId,
  valuesOf,
} from './observation.js'

/** The first changed call that showed an artifact in a slot, as evidence. */
export interface Evidence {
  readonly artifact: Artifact | 'unknown'
  readonly call: ChangedCall
  readonly sample: string
  readonly variant: string
  /** How to see it once more. */
  readonly again: { readonly shown: EvalSample; readonly disposition: Disposition }
}

/** Of one artifact, which samples were compared under it. */
export interface Coverage {
  /** Samples with a valid swap. */
  readonly swapped: ReadonlySet<string>
  /** Samples on which every swap threw although the unmodified pass did not. */
  readonly withoutSwap: readonly string[]
  /** Besides swap, blank or absent was valid on some sample. */
  readonly emptied: boolean
}

type Seen = Pick<Observation, 'sample' | 'variant' | 'kind' | 'disposition'>

/** Gathers what the comparisons of one unit show, artifact by artifact. */
export class Gathered {
  readonly observations: Observation[] = []
  readonly evidence: Evidence[] = []
  readonly notes = new Set<string>()
  readonly #swapped = new Map<Artifact, Set<string>>()
  readonly #swapThrew = new Map<Artifact, Set<string>>()
  readonly #emptied = new Set<Artifact>()

  #observe(
    artifact: Artifact | 'unknown',
    layer: Layer,
    seen: Seen,
    /** What was evaluated, before and after the change. */
    shown: { readonly before: EvalSample; readonly after: EvalSample },
    {
      calls = [],
      moved = [],
      note = '',
      metric = null,
    }: Partial<Pick<Comparison, 'calls' | 'moved'> & Pick<Observation, 'note' | 'metric'>>,
  ) {
    const slots = [...new Set(calls.map(({ slot }) => slot))]
    this.observations.push({ artifact, layer, ...seen, slots, moved, note, metric })
    for (const call of calls) {
      const { sample, variant, disposition } = seen
      const again = { shown: call.after === null ? shown.before : shown.after, disposition: disposition as Disposition }
      const entry = { artifact, call, sample, variant, again }
      const known = this.evidence.findIndex((entry) => entry.artifact === artifact && entry.call.slot === call.slot)
      // A call seen in two states shows what changed; one that was only scanned does not.
      const better = call.after !== null && this.evidence[known]?.call.after === null
      if (known < 0) this.evidence.push(entry)
      else if (better) this.evidence[known] = entry
    }
  }

  /** A variant of a sample, compared with its base. `others` are samples whose values the harness may have fetched. */
  compare(comparison: Comparison, sample: EvalSample, disposition: string, others: readonly EvalSample[]) {
    const { variant, calls, moved, unseen } = comparison
    const { changed } = variant
    const seen = { sample: sample.id, variant: variant.name, kind: variant.kind, disposition }
    if ('artifact' in changed && !comparison.threw) this.#cover(changed.artifact, comparison, sample.id)
    if (comparison.void) return
    for (const field of unseen) this.#unseen(field, comparison, seen, sample)
    if (calls.length === 0 && moved.length === 0) return
    const shown = { before: sample, after: variant.sample }
    if ('artifact' in changed) {
      this.#observe(changed.artifact, 'ablation', seen, shown, { calls, moved })
      return
    }
    if (
      'id' in changed &&
      moved.length === 0 &&
      calls.every((call) => onlyTheId(call, [sample.id, variant.sample.id]))
    ) {
      this.notes.add('the id of a sample stands in its requests')
      return
    }
    const named = artifactsIn(calls, [sample, ...others])
    const note = 'id' in changed ? "read from the harness's own store, by id" : `read from ${changedWords(variant)}`
    for (const artifact of named.length > 0 ? named : (['unknown'] as const))
      this.#observe(artifact, 'own store', seen, shown, { calls, moved, note })
  }

  #cover(artifact: Artifact, { variant, void: threw }: Comparison, sample: string) {
    const into = variant.kind !== 'swap' ? null : threw ? this.#swapThrew : this.#swapped
    if (into !== null) into.set(artifact, (into.get(artifact) ?? new Set()).add(sample))
    else if (!threw) this.#emptied.add(artifact)
  }

  /** Fields that the model does not see: artifact text in them is a leak, an opaque difference a note. */
  #unseen(
    field: { name: string; before: string; after: string },
    { variant }: Comparison,
    seen: Seen,
    sample: EvalSample,
  ) {
    if (!('artifact' in variant.changed)) return
    const { artifact } = variant.changed
    const shows = [
      [field.before, sample],
      [field.after, variant.sample],
    ].some(([text, from]) => holdsText(text as string, valuesOf(from as EvalSample).get(artifact) ?? ''))
    if (!shows) this.notes.add(`${field.name}, which the model does not see, changes with ${artifact}`)
    else
      this.#observe(
        artifact,
        'unseen field',
        seen,
        { before: sample, after: variant.sample },
        { note: `in ${field.name}, which the model does not see` },
      )
  }

  /** Text that a metric must never receive, in a request of a pass that nothing need have changed. */
  present(
    requests: readonly RecordedRequest[],
    sample: EvalSample,
    /** Samples whose values may have stayed in the harness. */
    others: readonly EvalSample[],
    seen: Seen,
    { name: metric, receives, mustNeverReceive }: Metric,
    template: string,
  ) {
    const values = valuesOf(sample)
    const allowed = [...receives.map((artifact) => values.get(artifact) ?? ''), template]
    requests.forEach((request, index) => {
      for (const { artifact, quote } of artifactsOf([sample, ...others], mustNeverReceive, request.text, allowed))
        this.#observe(
          artifact,
          'presence',
          seen,
          { before: sample, after: sample },
          {
            calls: [{ slot: request.slot, before: request, after: null, call: index + 1, of: requests.length, quote }],
            note: `“${quote}” stands in the request`,
            metric,
          },
        )
    })
  }

  /** What an evaluation showed of a sample that only an earlier one was given. */
  carried({ artifact, from, calls, moved }: CarriedOver, sample: EvalSample, disposition: Disposition) {
    const seen = { sample: sample.id, variant: `swap ${artifact} in the evaluation before`, kind: 'swap', disposition }
    const note = `left behind by an earlier evaluation of ${from}`
    this.#observe(artifact, 'earlier evaluation', seen, { before: sample, after: sample }, { calls, moved, note })
  }

  probed(artifact: Artifact, slots: readonly string[], disposition: string) {
    const seen = { sample: 'probe', variant: 'probe', kind: 'probe', disposition }
    this.observations.push({ artifact, layer: 'probe', ...seen, slots, moved: [], note: '', metric: null })
  }

  coverage(): ReadonlyMap<Artifact, Coverage> {
    return new Map(
      ARTIFACTS.map((artifact) => {
        const swapped = this.#swapped.get(artifact) ?? new Set<string>()
        const threw = [...(this.#swapThrew.get(artifact) ?? [])]
        return [
          artifact,
          { swapped, withoutSwap: threw.filter((id) => !swapped.has(id)), emptied: this.#emptied.has(artifact) },
        ]
      }),
    )
  }
}

/** True where a text holds a value as it is, escaped for a header, or in base64. */
const holdsText = (text: string, value: string): boolean => {
  const wanted = value.trim().slice(0, 40)
  if (wanted.length < 4) return false
  const bytes = new TextEncoder().encode(value.trim())
  const packed = btoa(String.fromCharCode(...bytes.slice(0, 30))).slice(0, 36)
  return [wanted, encodeURIComponent(wanted), JSON.stringify(wanted).slice(1, -1), packed].some((form) =>
    text.includes(form),
  )
}
