import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import type { LeakKind } from '../wire/leak-kind.js'
import { type Acceptance, failingKind, type Policy, type Reach, reachOf } from './leak.js'
import type { Outcome } from './outcome.js'
import type { RequestFindings } from './request-proof.js'

export interface RequestOutcome {
  readonly outcome: Outcome
  readonly reason: string
  readonly leakKind: LeakKind | null
  /** True where scores may still decide: nothing speaks against the cell, but the requests cannot prove it. */
  readonly open: boolean
  readonly reach: Reach
}

export interface OutcomeOptions {
  /** Most samples carry nothing for the artifact. */
  readonly mostLack: boolean
  readonly accept?: readonly Acceptance[]
  readonly policy?: Policy
}

type Verdict = Pick<RequestOutcome, 'outcome' | 'reason' | 'open'>

const samples = (count: number) => `${count} sample${count === 1 ? '' : 's'}`
const decided = (outcome: Outcome, reason: string): Verdict => ({ outcome, reason, open: false })
const undecided = (outcome: Outcome, reason: string): Verdict => ({ outcome, reason, open: true })

/** Requests that cannot be told apart prove nothing, neither a leak nor its absence. */
const confusion = ({ misattributed }: RequestFindings): Verdict | null =>
  misattributed.length === 0
    ? null
    : decided(
        'error',
        `requests of one evaluation came during another on ${samples(misattributed.length)}, first ${misattributed[0]}: calls go through a queue that evaluations share; await each call in its evaluation`,
      )

/** Why nothing can be said for a cell, or null: causes that concern the whole metric, gravest first. */
const obstacle = (findings: RequestFindings, mostLack: boolean): Verdict | null => {
  const { escaped, unanswered, errors } = findings
  if (escaped[0] !== undefined)
    return decided(
      'error',
      `a connection to ${escaped[0]} went past interception; it was refused, and nothing is proved`,
    )
  if (unanswered[0] !== undefined) return decided('error', unanswered[0])
  if (errors[0] !== undefined)
    return decided('error', `threw on ${samples(errors.length)}; first ${errors[0].sample}: ${errors[0].message}`)
  return mostLack ? decided('not-covered', 'most samples do not carry it') : null
}

/** Why the samples that were compared, if any, do not speak for the cell; or null. */
const gap = (metric: Metric, artifact: Artifact, forbidden: boolean, findings: RequestFindings): Verdict | null => {
  const { cached, unstable, erratic, masked, probe, coverage, unseen } = findings
  const { swapped, withoutSwap } = coverage.get(artifact)!
  if (!metric.deterministic && findings.requests === 0)
    return undecided(
      'not-covered',
      'no judge request was seen: the scorer answers from a cache, from a worker or child process, or without a judge',
    )
  if (unseen[0] !== undefined)
    return undecided(
      'not-covered',
      `${unseen[0]} was started while it ran, and what that sends to a judge cannot be seen; ask from the process itself`,
    )
  if (cached.length > 0)
    return undecided(
      'not-covered',
      `the judge was asked only the first time on ${samples(cached.length)}: the scorer answers from a cache; switch it off`,
    )
  if (unstable.length > 0)
    return undecided(
      'inconclusive',
      `two unmodified passes differed in requests or score on ${samples(unstable.length)}, first ${unstable[0]}`,
    )
  if (forbidden && erratic)
    return undecided('inconclusive', 'unmodified passes over one sample differ by more than order, dates or ids')
  if (masked.includes(artifact))
    return undecided('inconclusive', 'text of it stood in a span that differs from pass to pass and had to be masked')
  if (forbidden && withoutSwap.length > 0)
    return undecided(
      'not-covered',
      `the scorer throws on ${samples(withoutSwap.length)} when it is swapped, first ${withoutSwap[0]}`,
    )
  if (swapped.size === 0) return undecided('not-covered', 'no sample could be compared')
  if (forbidden && 'failure' in probe)
    return undecided('not-covered', `the scorer throws on the synthetic probe: ${probe.failure}`)
  return null
}

const leakWords = ({ observations, channels }: Reach, compared: number): string => {
  const changed = new Set(observations.filter(({ layer }) => layer !== 'probe').map(({ sample }) => sample)).size
  const notes = [...new Set(observations.map(({ note }) => note).filter((note) => note !== ''))]
  const first = observations.find(({ note }) => note !== '')?.note
  const shown = observations.some(({ slots }) => slots.length > 0)
  const where = shown
    ? 'the judge is shown it'
    : observations.some(({ layer }) => layer === 'unseen field')
      ? 'its requests carry it'
      : 'no request carries it, but the score moves: local code reads it'
  const how = changed === 0 ? 'on the probe' : `${changed} of ${samples(Math.max(compared, changed))}`
  const only = observations.every(({ note }) => note !== '') && first ? `; ${notes[0]}` : ''
  const kinds = [...new Set(channels.map(({ kind }) => kind))].join(', ')
  return `${where} (${how}; ${kinds})${only}`
}

const ofForbidden = (
  metric: Metric,
  artifact: Artifact,
  findings: RequestFindings,
  options: OutcomeOptions,
  reach: Reach,
) => {
  const { swapped, emptied } = findings.coverage.get(artifact)!
  if (reach.observations.length > 0) {
    const kind = failingKind(reach.channels)
    const words = leakWords(reach, swapped.size)
    if (kind !== null) return { ...decided('leak', words), leakKind: kind }
    const accepted = reach.channels.find(({ accepted }) => accepted !== null)?.accepted
    const leakKind = reach.channels[0]?.kind ?? null
    return accepted
      ? { ...decided('accepted', `${words}; accepted: ${accepted}`), leakKind }
      : { ...decided('noted', `${words}; no score depends on it`), leakKind }
  }
  const blocked = obstacle(findings, options.mostLack) ?? gap(metric, artifact, true, findings)
  if (blocked !== null) return { ...blocked, leakKind: null }
  if ((findings.distinctScores.get(metric.name) ?? 0) < 2)
    return {
      ...undecided(
        'not-covered',
        'no reply of the stand-in judge moves the score: its reply format is not understood (give `respond` in the config), or the scorer swallows errors',
      ),
      leakKind: null,
    }
  const how = emptied ? 'swapped, blanked or absent' : 'swapped (blank and absent made the scorer throw)'
  return {
    ...decided('invariant', `no request and no score changed on ${samples(swapped.size)}, ${how}`),
    leakKind: null,
  }
}

const ofReceived = (metric: Metric, artifact: Artifact, findings: RequestFindings, mostLack: boolean, reach: Reach) => {
  const blocked = obstacle(findings, mostLack)
  if (blocked !== null) return blocked
  const { swapped } = findings.coverage.get(artifact)!
  const changed = new Set(reach.observations.filter(({ layer }) => layer === 'ablation').map(({ sample }) => sample))
    .size
  if (changed > 0)
    return decided('reads', `the judge is shown it (${changed} of ${samples(Math.max(swapped.size, changed))})`)
  const open = gap(metric, artifact, false, findings)
  if (open !== null) return open
  if (findings.distinctScores.get(metric.name) === 0)
    return undecided('not-covered', 'no sample gave a score: what the metric counts is missing from all of them')
  return decided('dead-wire', `no request and no score changed with it on ${samples(swapped.size)}`)
}

const ofDeterministic = (
  metric: Metric,
  artifact: Artifact,
  findings: RequestFindings,
  mostLack: boolean,
  reach: Reach,
) => {
  if (findings.requests > 0) return decided('error', 'declared deterministic, but it asks a judge')
  const blocked = obstacle(findings, mostLack)
  if (blocked !== null) return blocked
  const forbidden = metric.mustNeverReceive.includes(artifact)
  if (reach.observations.length > 0)
    return forbidden
      ? decided('noted', 'a deterministic metric reads it, though its ratio does not declare it')
      : decided('reads', 'the score changes with it')
  const open = gap(metric, artifact, false, findings)
  if (open !== null) return open
  const count = samples(findings.coverage.get(artifact)!.swapped.size)
  return forbidden
    ? decided('invariant', `the score did not change on ${count}; no judge is asked`)
    : decided('dead-wire', `the score never changed with it on ${count}`)
}

/** What the requests of a metric decide about one artifact. */
export const requestOutcome = (
  metric: Metric,
  artifact: Artifact,
  findings: RequestFindings,
  options: OutcomeOptions,
): RequestOutcome => {
  const reach = reachOf(metric, artifact, findings, options)
  const confused = confusion(findings)
  if (confused !== null) return { ...confused, leakKind: null, reach: { observations: [], channels: [] } }
  if (metric.deterministic)
    return { ...ofDeterministic(metric, artifact, findings, options.mostLack, reach), leakKind: null, reach }
  const found = metric.mustNeverReceive.includes(artifact)
    ? ofForbidden(metric, artifact, findings, options, reach)
    : { ...ofReceived(metric, artifact, findings, options.mostLack, reach), leakKind: null }
  const { accept = [] } = options
  const waived = accept.find(
    (entry) => entry.outcome === found.outcome && entry.metric === metric.name && entry.artifact === artifact,
  )
  return waived
    ? { ...found, outcome: 'accepted', reason: `${found.reason}; accepted: ${waived.reason}`, open: false, reach }
    : { ...found, reach }
}
