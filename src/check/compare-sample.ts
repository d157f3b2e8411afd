import { UNMODIFIED, type Variant } from '../ablation/variants.js'
import type { Scored } from '../metrics/metric.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type ChangedCall, changedCalls } from '../wire/changed-calls.js'
import type { Disposition } from '../wire/disposition.js'
import { fieldsOf } from '../wire/fields.js'
import { type RecordedRequest, requestsFingerprint } from '../wire/request.js'
import { maskVolatile, type Volatile, volatileSpans } from '../wire/volatile.js'
import { wordsOf } from '../wire/words.js'
import { valuesOf } from './observation.js'
import type { Trace } from './tracer.js'

export type ScoresByMetric = ReadonlyMap<string, Scored>

/** Evaluates a sample under an arm; the arm's name and repeat are for attribution only. */
export type Evaluate = (
  sample: EvalSample,
  arm: string,
  repeat: number,
  disposition: Disposition,
) => Promise<Trace<ScoresByMetric>>

/** How one variant compared with its base. */
export interface Comparison {
  readonly variant: Variant
  /** The variant threw and its base did not, or the reverse: nothing is known, and a throw alone is no leak. */
  readonly void: boolean
  /** Both threw: the requests made until then are compared, and no score. */
  readonly threw: boolean
  readonly calls: readonly ChangedCall[]
  /** Metrics whose score moved. */
  readonly moved: readonly string[]
  /** Names of fields that the model does not see and that changed, with the two values. */
  readonly unseen: readonly { readonly name: string; readonly before: string; readonly after: string }[]
  readonly requests: readonly RecordedRequest[]
}

export type SampleComparison =
  | { readonly state: 'unstable' | 'cached'; readonly requests: readonly RecordedRequest[] }
  | {
      readonly state: 'compared'
      readonly requests: readonly RecordedRequest[]
      /** Why the unmodified passes threw; null where they gave scores. */
      readonly threw: string | null
      readonly scores: ReadonlyMap<string, number | null>
      readonly comparisons: readonly Comparison[]
    }

/** The score of each metric; of a metric that gave none, null. */
export const scoresOf = (trace: Pick<Trace<ScoresByMetric>, 'result'>): ReadonlyMap<string, number | null> =>
  new Map('value' in trace.result ? [...trace.result.value].map(([name, { score }]) => [name, score]) : [])

/** The metrics whose score differs. */
export const movedBetween = (left: ReadonlyMap<string, number | null>, right: ReadonlyMap<string, number | null>) =>
  [...left].filter(([name, score]) => right.get(name) !== score).map(([name]) => name)

/** The masks that make two unmodified passes agree, or null where no mask may. */
const masksBetween = (
  first: readonly RecordedRequest[],
  second: readonly RecordedRequest[],
): readonly Volatile[] | null => {
  const masks: Volatile[] = []
  for (const { before, after } of changedCalls(first, second)) {
    const spans = before && after && volatileSpans(before.body, after.body)
    if (!spans) return null
    masks.push(...spans)
  }
  return masks
}

const unseenChanges = (before: readonly RecordedRequest[], after: readonly RecordedRequest[]) =>
  before.flatMap((request) => {
    const same = after.find(({ slot }) => slot === request.slot)
    if (same === undefined) return []
    return [...new Set([...Object.keys(request.unseen), ...Object.keys(same.unseen)])]
      .map((name) => ({ name, before: request.unseen[name] ?? '', after: same.unseen[name] ?? '' }))
      .filter((field) => field.before !== field.after)
  })

/** Masks found so far in a harness, and the artifact text they were seen to cover. */
export interface Masking {
  readonly masks: Volatile[]
  /** Passes agree but for the order of their words, as where passages are shuffled: order is left out of account. */
  unordered: boolean
  readonly covered: Set<string>
}

/** Masks what differs between two passes that should agree; unchanged where no masks make them agree. */
export const learnMasks = (
  first: readonly RecordedRequest[],
  second: readonly RecordedRequest[],
  masking: Masking,
): boolean => {
  const agree = () =>
    requestsFingerprint(maskRequests(first, masking)) === requestsFingerprint(maskRequests(second, masking))
  if (agree()) return true
  const known = masking.masks.length
  masking.masks.push(...(masksBetween(maskRequests(first, masking), maskRequests(second, masking)) ?? []))
  if (agree()) return true
  masking.masks.length = known
  return false
}

/** In a harness with masked spans, so many more unmodified passes must agree once the masks are known. */
const CONFIRMATIONS = 3

/** The requests with every volatile span masked. */
export const maskRequests = (
  requests: readonly RecordedRequest[],
  { masks, covered, unordered }: Masking,
): readonly RecordedRequest[] =>
  masks.length === 0 && !unordered
    ? requests
    : requests.map((request) => {
        const body = maskVolatile(request.body, masks, (text) => covered.add(text))
        return unordered
          ? {
              ...request,
              body,
              compared: wordsOf([...fieldsOf(body).values()].join('\n'))
                .sort()
                .join(' '),
            }
          : { ...request, body }
      })

/** Artifacts of the samples whose text was ever masked away as volatile. */
export const maskedArtifacts = ({ covered }: Masking, samples: readonly EvalSample[]): Artifact[] => {
  const spans = [...covered].filter((text) => text.length >= 4)
  if (spans.length === 0) return []
  const texts = samples.map(valuesOf)
  return ARTIFACTS.filter((artifact) =>
    texts.some((values) => spans.some((span) => values.get(artifact)?.includes(span))),
  )
}

/**
 * Evaluates one sample twice unmodified, then under each variant, all with the same constant replies, and compares
 * requests and scores. Spans that differ between the two unmodified passes are masked from then on; where they differ by
 * more, or where a later pass does, the sample is `unstable`. Where the second pass asked nothing, or only another id
 * asks anything, it is `cached`. Where every pass throws, the requests made until then are compared all the same.
 * @param once leaves the second unmodified pass out, to show what it finds
 */
export const compareSample = async (
  sample: EvalSample,
  variants: readonly Variant[],
  disposition: Disposition,
  evaluate: Evaluate,
  masking: Masking,
  once = false,
): Promise<SampleComparison> => {
  const first = await evaluate(sample, UNMODIFIED, 0, disposition)
  const second = once ? first : await evaluate(sample, UNMODIFIED, 1, disposition)
  const threw = 'error' in first.result ? first.result.error.message : null
  const scores = scoresOf(first)
  const masked = ({ requests }: Pick<Trace<unknown>, 'requests'>) => maskRequests(requests, masking)
  const agrees = (other: Trace<ScoresByMetric>) =>
    requestsFingerprint(masked(first)) === requestsFingerprint(masked(other))
  const scoresAgree = (other: Trace<ScoresByMetric>) =>
    'error' in other.result === (threw !== null) && movedBetween(scores, scoresOf(other)).length === 0
  const sameScores = scoresAgree(second)
  if (first.requests.length > 0 && second.requests.length === 0 && sameScores)
    return { state: 'cached', requests: first.requests }
  if (!learnMasks(first.requests, second.requests, masking) || !sameScores)
    return { state: 'unstable', requests: first.requests }

  const kept = (shown: EvalSample, { result, requests }: Trace<ScoresByMetric>) => {
    const known = masked({ requests })
    return { sample: shown, result, raw: requests, requests: known, fingerprint: requestsFingerprint(known) }
  }
  const traced = new Map([[UNMODIFIED, kept(sample, first)]])
  const unseenVary = new Set(unseenChanges(first.requests, second.requests).map(({ name }) => name))
  const comparisons: Comparison[] = []
  for (const variant of variants) {
    const base = traced.get(variant.base)
    const nothing = { variant, void: true, threw: false, calls: [], moved: [], unseen: [], requests: [] }
    if (base === undefined) {
      comparisons.push(nothing)
      continue
    }
    const trace = await evaluate(variant.sample, variant.name, 0, disposition)
    if ('error' in trace.result !== (threw !== null)) {
      comparisons.push(nothing)
      continue
    }
    const changed = kept(variant.sample, trace)
    traced.set(variant.name, changed)
    let pair = base.fingerprint === changed.fingerprint ? null : { before: base.requests, after: changed.requests }
    if (pair !== null && variant.base !== UNMODIFIED && !once) {
      // What stands before a volatile span may be what this base leaves out: its spans are learned anew.
      const again = await evaluate(base.sample, variant.base, 1, disposition)
      const own: Masking = { ...masking, masks: [...masking.masks] }
      if (!learnMasks(base.raw, again.requests, own)) {
        comparisons.push(nothing)
        continue
      }
      pair = { before: maskRequests(base.raw, own), after: maskRequests(changed.raw, own) }
    }
    const calls = pair === null ? [] : changedCalls(pair.before, pair.after)
    comparisons.push({
      variant,
      void: false,
      threw: threw !== null,
      // Of two passes that threw, one may have come further: only a call that both made says anything.
      calls: threw === null ? calls : calls.filter(({ before, after }) => before !== null && after !== null),
      moved: movedBetween(scoresOf(base), scoresOf(changed)),
      unseen: unseenChanges(base.requests, changed.requests).filter(({ name }) => !unseenVary.has(name)),
      requests: changed.requests,
    })
  }
  const asksByIdOnly = comparisons.some(({ variant, requests }) => 'id' in variant.changed && requests.length > 0)
  if (first.requests.length === 0 && asksByIdOnly) return { state: 'cached', requests: first.requests }
  const confirmations = masking.masks.length > 0 && !once ? CONFIRMATIONS : 0
  for (let repeat = 2; repeat < 2 + confirmations; repeat++) {
    const again = await evaluate(sample, UNMODIFIED, repeat, disposition)
    if (!agrees(again) || !scoresAgree(again)) return { state: 'unstable', requests: first.requests }
  }
  return { state: 'compared', requests: masked(first), threw, scores, comparisons }
}
