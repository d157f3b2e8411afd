import type { Donors } from '../ablation/donors.js'
import { variantsOf } from '../ablation/variants.js'
import { TimeLimitError } from '../errors.js'
import type { Judge } from '../judge/judge.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { DISPOSITIONS, type Disposition, MAIN_DISPOSITIONS } from '../wire/disposition.js'
import { foreignText } from '../wire/presence.js'
import { PROBE, type ProbedCall, readProbe, replyToken, wireMap } from '../wire/probe.js'
import type { RecordedRequest } from '../wire/request.js'
import type { Volatile } from '../wire/volatile.js'
import { carriedOver } from './carry-over.js'
import { compareSample, type Evaluate, type Masking, maskedArtifacts, maskRequests } from './compare-sample.js'
import { findSites } from './find-sites.js'
import { type Coverage, type Evidence, Gathered } from './gather.js'
import { leftOut, type Mechanism } from './mechanisms.js'
import { type Observation, valuesOf } from './observation.js'
import { isSteady } from './steadiness.js'
import { toVary } from './to-vary.js'
import type { Replies, Tracer } from './tracer.js'
import type { Unit } from './unit.js'
import { type CallEffects, ReplyEffects } from './vary-replies.js'

/** Everything the requests of one unit showed. */
export interface RequestFindings {
  readonly unit: Unit
  readonly observations: readonly Observation[]
  readonly evidence: readonly Evidence[]
  readonly coverage: ReadonlyMap<Artifact, Coverage>
  /** The calls of the probe, or why it could not be made. */
  readonly probe: { readonly calls: readonly ProbedCall[]; readonly map: string } | { readonly failure: string }
  /** What the reply of each call does; null where it was not worked out (a single metric without a leak). */
  readonly effects: CallEffects | null
  /** Of each metric, the most distinct scores the dispositions gave on one sample; below two it was not exercised. */
  readonly distinctScores: ReadonlyMap<string, number>
  readonly errors: readonly { readonly sample: string; readonly message: string }[]
  /** Samples during whose evaluation a request of another one came. */
  readonly misattributed: readonly string[]
  readonly unstable: readonly string[]
  /** Unmodified passes differ by more than order and volatile spans, so that a changed request shows nothing. */
  readonly erratic: boolean
  readonly cached: readonly string[]
  readonly volatile: readonly Volatile[]
  /** Artifacts whose text was ever masked away as volatile. */
  readonly masked: readonly Artifact[]
  readonly notes: readonly string[]
  /** Judge requests of the unit itself. */
  readonly requests: number
  /** All work of the proof, evaluations of other units before the unit's own included. */
  readonly made: { readonly evaluations: number; readonly requests: number }
  readonly refused: readonly string[]
  readonly unanswered: readonly string[]
  readonly escaped: readonly string[]
  /** Threads and child processes that its evaluations started, and whose requests nobody sees. */
  readonly unseen: readonly string[]
}

export interface RequestProofOptions {
  readonly samples: readonly EvalSample[]
  readonly artifacts: readonly Artifact[]
  readonly donors: Donors
  /** Ids of the samples that get every kind under every disposition; the rest get `swap` under the affirming one. */
  readonly variety: ReadonlySet<string>
  /** All units of the harness: what one of them leaves behind, another may pick up. */
  readonly units: readonly Unit[]
  readonly tracer: Tracer
  readonly judge: Judge
  readonly onSample?: () => void
  readonly signal?: AbortSignal
  readonly without?: ReadonlySet<Mechanism>
}

const EXTRA_DISPOSITIONS = DISPOSITIONS.filter((name) => !(MAIN_DISPOSITIONS as readonly string[]).includes(name))
/** Samples of varied shape that also get the dispositions beyond the main ones. */
const EXTRA_SAMPLES = 3
/** Samples of varied shape on which state left behind by earlier evaluations is looked for. */
const CARRY_OVER_SAMPLES = 2

/** A scorer that hangs so often is not waited for again: nothing more is asked of it. */
const MOST_TIMED_OUT = 2

/** The forbidden and the received artifacts of any metric of the unit, as pairs to try together. */
const pairsOf = ({ metrics }: Unit) => {
  const pairs = new Map<string, readonly [Artifact, Artifact]>()
  for (const { mustNeverReceive, receives, deterministic } of metrics)
    if (!deterministic)
      for (const forbidden of mustNeverReceive)
        for (const received of receives) pairs.set(`${forbidden} ${received}`, [forbidden, received])
  return [...pairs.values()]
}

/**
 * The request proof of one unit under constant replies: a probe with tokens, then every sample in its variants, one
 * evaluation at a time, so that a request belongs to the evaluation that runs. Calls that show what some metric must not
 * receive are then examined: which score does their reply move.
 */
export const proveByRequests = async (unit: Unit, options: RequestProofOptions): Promise<RequestFindings> => {
  const { samples, artifacts, donors, variety, tracer, judge, signal, without = new Set() } = options
  const gathered = new Gathered()
  const masking: Masking = { masks: [], covered: new Set(), unordered: false }
  const distinct = new Map(unit.metrics.map(({ name }) => [name, 0]))
  const errors: { sample: string; message: string }[] = []
  const unstable = new Set<string>()
  const misattributed = new Set<string>()
  const cached = new Set<string>()
  const seen = {
    refused: new Set<string>(),
    unanswered: new Set<string>(),
    escaped: new Set<string>(),
    unseen: new Set<string>(),
  }
  const made = { evaluations: 0, requests: 0 }
  const timedOut: { sample: string; message: string }[] = []
  let requests = 0
  let previous = PROBE
  /** The harness keeps what it was shown last: then the sample itself goes before each of its passes, the same for all. */
  let remembers = false

  const run = async (of: Unit, sample: EvalSample, arm: string, repeat: number, replies: Replies) => {
    const texts = [...valuesOf(sample).values(), sample.id]
    const evaluation = { metric: of.name, sample: sample.id, arm, repeat, texts }
    const traced = await tracer.trace(evaluation, replies, () => of.evaluate(sample, { judge }))
    made.evaluations += 1
    made.requests += traced.requests.length
    if ('error' in traced.result && traced.result.error instanceof TimeLimitError)
      timedOut.push({ sample: sample.id, message: traced.result.error.message })
    return traced
  }
  const trace = async (sample: EvalSample, arm: string, repeat: number, replies: Replies) => {
    const traced = await run(unit, sample, arm, repeat, replies)
    const [before, now] = [valuesOf(previous), [...valuesOf(sample).values()]]
    if (traced.requests.some(({ adrift, text }) => adrift && foreignText(text, before, now).length > 0))
      misattributed.add(sample.id)
    previous = sample
    requests += traced.requests.length
    for (const kind of ['refused', 'unanswered', 'escaped', 'unseen'] as const)
      for (const place of traced[kind]) seen[kind].add(place)
    return traced
  }
  const stuck = () => timedOut.length >= MOST_TIMED_OUT
  const evaluate = (sample: EvalSample, arm: string, repeat: number, disposition: Disposition) =>
    trace(sample, arm, repeat, { judge: 'stand-in', disposition })
  const evaluateAfter = (sample: EvalSample) => {
    const pass: Evaluate = async (...asked) => {
      if (remembers) await evaluate(sample, 'evaluated before', 0, asked[3])
      return evaluate(...asked)
    }
    return pass
  }

  const probe = async (): Promise<{ calls: readonly ProbedCall[]; requests: readonly RecordedRequest[] } | Error> => {
    const replies = (disposition: Disposition): Replies => ({ judge: 'stand-in', disposition, mark: replyToken })
    const first = await trace(PROBE, 'probe', 0, replies('affirming'))
    if ('error' in first.result) return first.result.error
    for (const disposition of MAIN_DISPOSITIONS) {
      const traced = disposition === 'affirming' ? first : await trace(PROBE, 'probe', 0, replies(disposition))
      const calls = readProbe(traced.requests)
      for (const artifact of artifacts) {
        const slots = calls.filter(({ sees }) => sees.includes(artifact)).map(({ slot }) => slot)
        if (slots.length > 0) gathered.probed(artifact, slots, disposition)
      }
    }
    return { calls: readProbe(first.requests), requests: first.requests }
  }

  const proveSample = async (sample: EvalSample, disposition: Disposition, full: boolean, template: string) => {
    if (cached.has(sample.id)) return null
    const before = previous
    const variants = variantsOf(sample, { artifacts, pairs: pairsOf(unit), donors, full }).filter(
      (variant) => !leftOut(variant, without),
    )
    const result = await compareSample(
      sample,
      variants,
      disposition,
      evaluateAfter(sample),
      masking,
      without.has('two unmodified passes'),
    )
    if (result.state === 'compared' && result.threw !== null) {
      if (disposition === DISPOSITIONS[0]) errors.push({ sample: sample.id, message: result.threw })
      else
        gathered.notes.add(
          `threw under ${disposition} replies, so branches behind them are not covered: ${result.threw}`,
        )
    }
    const scan = (scanned: readonly RecordedRequest[], shown: EvalSample, variant: string, other: EvalSample) => {
      if (without.has('presence scan')) return
      const where = { sample: sample.id, variant, kind: 'presence', disposition }
      for (const metric of unit.metrics)
        if (!metric.deterministic) gathered.present(scanned, shown, [other], where, metric, template)
    }
    scan(result.requests, sample, 'unmodified', before)
    if (result.state !== 'compared') {
      ;(result.state === 'cached' ? cached : unstable).add(sample.id)
      return null
    }
    const others = artifacts.map((artifact) => donors(sample, artifact))
    for (const comparison of result.comparisons) {
      gathered.compare(comparison, sample, disposition, others)
      if (full) scan(comparison.requests, comparison.variant.sample, comparison.variant.name, sample)
    }
    return result.scores
  }

  const probed = without.has('probe') ? null : await probe()
  const template = probed === null || probed instanceof Error ? '' : probed.requests.map(({ text }) => text).join('\n')
  if (samples[0] !== undefined) await evaluate(samples[0], 'warm-up', 0, DISPOSITIONS[0])
  const varied = samples.filter(({ id }) => variety.has(id))
  const erratic = !without.has('two unmodified passes') && !(await isSteady(varied, evaluate, masking))
  if (!without.has('earlier evaluations'))
    for (const sample of varied.slice(0, CARRY_OVER_SAMPLES)) {
      if (signal?.aborted || stuck()) break
      const replies: Replies = { judge: 'stand-in', disposition: DISPOSITIONS[0] }
      const carried = await carriedOver(unit, sample, {
        earlier: options.units,
        artifacts,
        donors,
        masking,
        evaluate: (of, shown, arm) => (of === unit ? trace(shown, arm, 0, replies) : run(of, shown, arm, 0, replies)),
      })
      for (const each of carried) gathered.carried(each, sample, DISPOSITIONS[0])
      remembers ||= carried.some(({ from }) => from === unit.name)
    }

  let fullyProved = 0
  for (const sample of samples) {
    if (signal?.aborted) break
    if (stuck()) {
      options.onSample?.()
      continue
    }
    const full = variety.has(sample.id)
    if (full) fullyProved += 1
    const more = fullyProved <= EXTRA_SAMPLES ? EXTRA_DISPOSITIONS : []
    const dispositions = full && !without.has('dispositions') ? [...MAIN_DISPOSITIONS, ...more] : [DISPOSITIONS[0]]
    const wholly = (disposition: Disposition) => full && !more.includes(disposition)
    const scores = new Map(unit.metrics.map(({ name }) => [name, new Set<number>()]))
    for (const disposition of dispositions)
      for (const [name, score] of (await proveSample(sample, disposition, wholly(disposition), template)) ?? [])
        if (score !== null) scores.get(name)?.add(score)
    for (const [name, values] of scores) distinct.set(name, Math.max(distinct.get(name) ?? 0, values.size))
    options.onSample?.()
  }

  const effects = new ReplyEffects(unit.metrics.map(({ name }) => name))
  for (const { shown, disposition } of toVary(unit, gathered.evidence, effects, samples)) {
    if (signal?.aborted || stuck()) break
    await effects.vary(async (replies) => {
      const traced = await trace(shown, 'varied replies', 0, replies)
      return { ...traced, requests: maskRequests(traced.requests, masking) }
    }, disposition)
  }
  const evidence = await findSites(gathered.evidence, ({ again: { shown, disposition } }, read) =>
    tracer.withSites(async () => read(await trace(shown, 'call sites', 0, { judge: 'stand-in', disposition }))),
  )
  return {
    unit,
    observations: gathered.observations,
    evidence,
    coverage: gathered.coverage(),
    probe:
      probed instanceof Error
        ? { failure: probed.message }
        : { calls: probed?.calls ?? [], map: probed === null ? '' : wireMap(probed.calls) },
    effects,
    distinctScores: distinct,
    errors: [...timedOut, ...errors],
    erratic,
    misattributed: [...misattributed],
    unstable: [...unstable],
    cached: [...cached],
    volatile: masking.masks,
    masked: maskedArtifacts(masking, samples),
    notes: [
      ...gathered.notes,
      ...(masking.unordered
        ? ['unmodified passes differ in the order of their words: order was left out of account']
        : []),
    ],
    requests,
    made,
    refused: [...seen.refused],
    unanswered: [...seen.unanswered],
    escaped: [...seen.escaped],
    unseen: [...seen.unseen],
  }
}
