import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import type { Outcome } from './outcome.js'
import type { RequestEvidence } from './report.js'
import type { ArtifactFindings, RequestFindings } from './request-proof.js'

export interface RequestOutcome {
  readonly outcome: Outcome
  readonly reason: string
  /** True where scores may still decide: nothing speaks against the cell, but the requests cannot prove it. */
  readonly open: boolean
}

const samples = (count: number) => `${count} sample${count === 1 ? '' : 's'}`

const first = (errors: RequestFindings['errors']) =>
  `threw on ${samples(errors.length)}; first ${errors[0]!.sample}: ${errors[0]!.message}`

const undecided = (outcome: Outcome, reason: string): RequestOutcome => ({ outcome, reason, open: true })

/** Why nothing can be said for a cell, or null: causes that concern the whole metric, gravest first. */
const obstacle = (findings: RequestFindings, mostLack: boolean): RequestOutcome | null => {
  if (findings.unanswered[0] !== undefined) return { outcome: 'error', reason: findings.unanswered[0], open: false }
  if (findings.errors.length > 0) return { outcome: 'error', reason: first(findings.errors), open: false }
  if (mostLack) return { outcome: 'not-covered', reason: 'most samples do not carry it', open: false }
  return null
}

/** Why the samples that were compared, if any, do not speak for the cell; or null. */
const uncompared = (forbidden: boolean, cell: ArtifactFindings, findings: RequestFindings): RequestOutcome | null => {
  if (findings.unstable.length > 0)
    return undecided(
      'inconclusive',
      `two unmodified passes differed in requests or score on ${samples(findings.unstable.length)}, first ${findings.unstable[0]}`,
    )
  if (forbidden && cell.withoutSwap.length > 0)
    return undecided(
      'not-covered',
      `the scorer throws on ${samples(cell.withoutSwap.length)} when it is swapped, first ${cell.withoutSwap[0]}`,
    )
  return cell.compared === 0 ? undecided('not-covered', 'no sample could be compared') : null
}

const ofJudged = (
  forbidden: boolean,
  cell: ArtifactFindings,
  findings: RequestFindings,
  mostLack: boolean,
): RequestOutcome => {
  const changed = new Set(cell.changes.map(({ sample }) => sample)).size
  const inRequests = cell.changes.some((change) => change.inRequests)
  const where = inRequests ? 'the judge is shown it' : 'no request carries it, but the score moves: local code reads it'
  const reason = `${where} (${changed} of ${samples(Math.max(cell.compared, changed))})`
  if (changed > 0 && forbidden) return { outcome: 'leak', reason, open: false }
  const blocked = obstacle(findings, mostLack)
  if (blocked !== null) return blocked
  if (changed > 0) return { outcome: 'reads', reason, open: false }
  if (findings.requests === 0)
    return undecided(
      'not-covered',
      'no judge request was seen: the scorer answers from a cache, from a worker or child process, or without a judge',
    )
  if (findings.cached.length > 0)
    return undecided(
      'not-covered',
      `the judge was asked only the first time on ${samples(findings.cached.length)}: the scorer answers from a cache; switch it off`,
    )
  const open = uncompared(forbidden, cell, findings)
  if (open !== null) return open
  if (findings.distinctScores === 0)
    return undecided('not-covered', 'no sample gave a score: what the metric counts is missing from all of them')
  if (!forbidden)
    return {
      outcome: 'dead-wire',
      reason: `no request and no score changed with it on ${samples(cell.compared)}`,
      open: false,
    }
  if (findings.distinctScores < 2)
    return undecided(
      'not-covered',
      'no reply of the stand-in judge moves the score: its reply format is not understood, or the scorer swallows errors',
    )
  const kinds = cell.emptied ? 'swapped, blanked or absent' : 'swapped (blank and absent made the scorer throw)'
  return {
    outcome: 'invariant',
    reason: `no request and no score changed on ${samples(cell.compared)}, ${kinds}`,
    open: false,
  }
}

const ofDeterministic = (
  forbidden: boolean,
  cell: ArtifactFindings,
  findings: RequestFindings,
  mostLack: boolean,
): RequestOutcome => {
  const say = (outcome: Outcome, reason: string): RequestOutcome => ({ outcome, reason, open: false })
  if (findings.requests > 0) return say('error', 'declared deterministic, but it asks a judge')
  const blocked = obstacle(findings, mostLack)
  if (blocked !== null) return blocked
  if (cell.changes.length > 0)
    return forbidden
      ? say('noted', 'a deterministic metric reads it, though its ratio does not declare it')
      : say('reads', 'the score changes with it')
  const open = uncompared(forbidden, cell, findings)
  if (open !== null) return open
  return forbidden
    ? say('invariant', `the score did not change on ${samples(cell.compared)}; no judge is asked`)
    : say('dead-wire', `the score never changed with it on ${samples(cell.compared)}`)
}

/** What the requests of a metric decide about one artifact. `mostLack`: most samples carry nothing for it. */
export const requestOutcome = (
  metric: Metric,
  artifact: Artifact,
  findings: RequestFindings,
  mostLack: boolean,
): RequestOutcome => {
  const cell = findings.artifacts[artifact]
  if (cell === undefined) return { outcome: 'not-asked', reason: 'not ablated', open: false }
  const forbidden = metric.mustNeverReceive.includes(artifact)
  return metric.deterministic
    ? ofDeterministic(forbidden, cell, findings, mostLack)
    : ofJudged(forbidden, cell, findings, mostLack)
}

/** The evidence behind it, for the report. */
export const requestEvidence = (cell: ArtifactFindings): RequestEvidence => {
  const { changes } = cell
  const ids = [...new Set(changes.map(({ sample }) => sample))]
  return {
    compared: cell.compared,
    changed: ids.length,
    samples: ids.slice(0, 5),
    kinds: [...new Set(changes.map(({ ablation }) => ablation.kind))],
    dispositions: [...new Set(changes.map(({ disposition }) => disposition))],
    difference: cell.evidence && {
      ...cell.evidence,
      unmodified: [...cell.evidence.unmodified],
      ablated: [...cell.evidence.ablated],
    },
  }
}
