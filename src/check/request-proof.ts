import { type Ablation, ablate, ablationName, ablationsOf } from '../ablation/ablation.js'
import type { Donors } from '../ablation/donors.js'
import type { Judge } from '../judge/judge.js'
import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type RequestDifference, requestDifference } from '../wire/difference.js'
import { DISPOSITIONS, type Disposition } from '../wire/disposition.js'
import { requestsFingerprint } from '../wire/request.js'
import type { Trace, Tracer } from './tracer.js'

/** How one ablation changed one sample's evaluation. */
export interface Change {
  readonly sample: string
  readonly ablation: Ablation
  readonly disposition: Disposition
  /** False where no request carries the artifact and only the score moved: code outside the judge reads it. */
  readonly inRequests: boolean
}

/** What the requests of one metric say about one artifact. */
export interface ArtifactFindings {
  /** Samples of which at least a valid swap was compared. */
  readonly compared: number
  readonly changes: readonly Change[]
  /** Of the first change that a request shows: where it stands. */
  readonly evidence: (RequestDifference & { readonly sample: string; readonly ablation: string }) | null
  /** Samples on which every swap threw although the unmodified pass did not: nothing is known about them. */
  readonly withoutSwap: readonly string[]
  /** True when, besides swap, blank or absent was valid on some sample. */
  readonly emptied: boolean
}

/** What the requests of one metric say. */
export interface RequestFindings {
  readonly metric: string
  readonly artifacts: Readonly<Partial<Record<Artifact, ArtifactFindings>>>
  /**
   * The most distinct scores that the dispositions of the stand-in judge produced on one sample; fewer than two: no reply
   * moves the score, so the metric was not exercised.
   */
  readonly distinctScores: number
  /** Samples whose unmodified pass threw, with the cause. */
  readonly errors: readonly { readonly sample: string; readonly message: string }[]
  /** Samples on which two unmodified passes did not send the same requests, or not give the same score. */
  readonly unstable: readonly string[]
  /** Samples on which the second of two unmodified passes gave the same score without asking again. */
  readonly cached: readonly string[]
  readonly evaluations: number
  readonly requests: number
  readonly refused: readonly string[]
  readonly unanswered: readonly string[]
}

export interface RequestProofOptions {
  readonly samples: readonly EvalSample[]
  readonly artifacts: readonly Artifact[]
  readonly donors: Donors
  /** Ids of the samples that get every kind under every disposition; the rest get `swap` under the affirming one. */
  readonly variety: ReadonlySet<string>
  readonly tracer: Tracer
  readonly judge: Judge
  readonly onSample?: () => void
  readonly signal?: AbortSignal
}

const scoreOf = ({ result }: Trace) => ('scored' in result ? result.scored.score : undefined)

/** Collects what is found of one artifact, sample by sample. */
class Findings {
  readonly changes: Change[] = []
  evidence: ArtifactFindings['evidence'] = null
  readonly swapped = new Set<string>()
  readonly swapThrew = new Set<string>()
  emptied = false
  summary = (): ArtifactFindings => ({
    compared: this.swapped.size,
    changes: this.changes,
    evidence: this.evidence,
    withoutSwap: [...this.swapThrew].filter((sample) => !this.swapped.has(sample)),
    emptied: this.emptied,
  })
}

/**
 * Ablates one artifact after another in every sample and compares, per sample, the judge requests and the score with
 * those of the unmodified sample, all under constant replies. One evaluation at a time: a request then belongs to the
 * evaluation that runs.
 */
export const proveByRequests = async (metric: Metric, options: RequestProofOptions): Promise<RequestFindings> => {
  const { samples, artifacts, donors, variety, tracer, judge, signal } = options
  const found = new Map(artifacts.map((artifact) => [artifact, new Findings()]))
  const errors: { sample: string; message: string }[] = []
  const unstable = new Set<string>()
  const cached = new Set<string>()
  let distinctScores = 0
  const refused = new Set<string>()
  const unanswered = new Set<string>()
  let evaluations = 0
  let requests = 0

  const evaluate = async (sample: EvalSample, arm: string, repeat: number, disposition: Disposition) => {
    const trace = await tracer.trace(
      { metric: metric.name, sample: sample.id, arm, repeat },
      { judge: 'stand-in', disposition },
      () => metric.evaluate(sample, { judge }),
    )
    evaluations += 1
    requests += trace.requests.length
    for (const place of trace.refused) refused.add(place)
    for (const reason of trace.unanswered) unanswered.add(reason)
    return trace
  }

  const compareUnder = async (
    sample: EvalSample,
    disposition: Disposition,
    ablations: readonly Ablation[],
    scores: Set<number>,
  ) => {
    const first = await evaluate(sample, 'unmodified', 0, disposition)
    const score = scoreOf(first)
    if ('error' in first.result) {
      if (disposition === DISPOSITIONS[0]) errors.push({ sample: sample.id, message: first.result.error.message })
      return
    }
    if (typeof score === 'number') scores.add(score)
    const second = await evaluate(sample, 'unmodified', 1, disposition)
    const fingerprint = requestsFingerprint(first.requests)
    if (fingerprint !== requestsFingerprint(second.requests) || score !== scoreOf(second)) {
      const fromCache = first.requests.length > 0 && second.requests.length === 0 && score === scoreOf(second)
      ;(fromCache ? cached : unstable).add(sample.id)
      return
    }
    for (const ablation of ablations) {
      const findings = found.get(ablation.artifact)!
      const changed = ablate(sample, ablation, donors(sample, ablation.artifact))
      const trace = await evaluate(changed, ablationName(ablation), 0, disposition)
      if ('error' in trace.result) {
        if (ablation.kind === 'swap') findings.swapThrew.add(sample.id)
        continue
      }
      if (ablation.kind === 'swap') findings.swapped.add(sample.id)
      else findings.emptied = true
      const inRequests = requestsFingerprint(trace.requests) !== fingerprint
      if (!inRequests && score === scoreOf(trace)) continue
      findings.changes.push({ sample: sample.id, ablation, disposition, inRequests })
      const difference = inRequests && !findings.evidence && requestDifference(first.requests, trace.requests)
      if (difference) findings.evidence = { ...difference, sample: sample.id, ablation: ablationName(ablation) }
    }
  }

  const all = ablationsOf(artifacts)
  const swaps = all.filter(({ kind }) => kind === 'swap')
  if (samples[0] !== undefined) await evaluate(samples[0], 'warm-up', 0, DISPOSITIONS[0])
  for (const sample of samples) {
    if (signal?.aborted) break
    const scores = new Set<number>()
    if (variety.has(sample.id))
      for (const disposition of DISPOSITIONS) await compareUnder(sample, disposition, all, scores)
    else await compareUnder(sample, DISPOSITIONS[0], swaps, scores)
    distinctScores = Math.max(distinctScores, scores.size)
    options.onSample?.()
  }
  return {
    metric: metric.name,
    artifacts: Object.fromEntries([...found].map(([artifact, findings]) => [artifact, findings.summary()])),
    distinctScores,
    errors,
    unstable: [...unstable],
    cached: [...cached],
    evaluations,
    requests,
    refused: [...refused],
    unanswered: [...unanswered],
  }
}
