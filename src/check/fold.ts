import type { Artifact } from '../samples/artifact.js'
import { type Outcome, passes } from './outcome.js'
import type { CheckReport, ScoreEvidence } from './report.js'
import { requestEvidence } from './request-evidence.js'
import type { RequestOutcome } from './request-outcome.js'
import type { RequestFindings } from './request-proof.js'
import { type ScoredMetric, scoreKey } from './score-proof.js'

/** Everything known of one cell of the wiring matrix. */
export interface Cell {
  readonly metric: ScoredMetric
  readonly artifact: Artifact
  /** The harness's metrics and the reference metrics: what a prompt could turn into. */
  readonly metrics: readonly ScoredMetric[]
  readonly requests: RequestOutcome
  /** Null where no request was seen. */
  readonly findings: RequestFindings | null
}

/** The metrics whose ratio becomes computable from a prompt that also holds `artifact`. */
const turnsInto = ({ metric, artifact, metrics }: Cell): string[] => {
  const shown = new Set<Artifact>([...metric.receives, artifact])
  return metrics
    .filter(
      ({ name, receives }) =>
        name !== metric.name && receives.includes(artifact) && receives.every((a) => shown.has(a)),
    )
    .map(({ name }) => name)
}

const ONLY_THE_SCORES =
  'no request changed, so this is chance (at most 5 % of clean gates) or a judge that remembers; a run with another --seed tells which'

/**
 * Requests first: a leak by either proof is a leak; a cell that requests proved stays proved, whatever the scores could
 * not decide; only where requests left it open do the scores decide.
 */
const combined = (
  { outcome, reason, open, leakKind }: RequestOutcome,
  scores: ScoreEvidence | null,
): Pick<CheckReport, 'outcome' | 'reason' | 'proof' | 'leakKind'> => {
  const seen = leakKind !== null
  if (!seen && scores?.outcome === 'leak') {
    const doubt = outcome === 'invariant' ? `; ${ONLY_THE_SCORES}` : ''
    return { outcome: 'leak', reason: `${scores.sentence}${doubt}`, proof: 'scores', leakKind: 'score' }
  }
  if (open && scores !== null) {
    const words = reason === '' ? scores.sentence : `${scores.sentence} (${reason})`
    return { outcome: scores.outcome, reason: words, proof: 'scores', leakKind: null }
  }
  const byRequests: readonly Outcome[] = ['leak', 'dead-wire']
  return { outcome, reason, leakKind, proof: passes(outcome) || byRequests.includes(outcome) ? 'requests' : null }
}

/**
 * The checks of one cell: `ignores` or `reads`, and `collapses` where the metric must fall without the artifact.
 * @param collapseAsked whether scores without it were asked for
 */
export const foldCell = (
  cell: Cell,
  scores: ReadonlyMap<string, ScoreEvidence>,
  collapseAsked: boolean,
): CheckReport[] => {
  const { metric, artifact, requests, findings } = cell
  const forbidden = metric.mustNeverReceive.includes(artifact)
  const measured = scores.get(scoreKey(metric.name, artifact, forbidden ? 'ignores' : 'reads')) ?? null
  const main = combined(requests, measured)
  const checks: CheckReport[] = [
    {
      metric: metric.name,
      artifact,
      expectation: forbidden ? 'ignores' : 'reads',
      ...main,
      turnsInto: main.outcome === 'leak' ? turnsInto(cell) : [],
      requests: findings && requestEvidence(metric, artifact, findings, requests.reach),
      scores: measured,
    },
  ]
  if (metric.collapsesWithout.includes(artifact)) {
    const fall = scores.get(scoreKey(metric.name, artifact, 'collapses')) ?? null
    const missing = collapseAsked
      ? ({ outcome: 'not-covered', reason: 'no score was collected' } as const)
      : ({ outcome: 'not-asked', reason: 'needs a judge that scores' } as const)
    checks.push({
      metric: metric.name,
      artifact,
      expectation: 'collapses',
      outcome: fall?.outcome ?? missing.outcome,
      proof: fall ? 'scores' : null,
      reason: fall?.sentence ?? missing.reason,
      leakKind: null,
      turnsInto: [],
      requests: null,
      scores: fall,
    })
  }
  return checks
}
