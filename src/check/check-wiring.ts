import type { Ablation } from '../ablation/ablation.js'
import { donorsAmong } from '../ablation/donors.js'
import { varietyOf } from '../ablation/variety.js'
import type { Judge } from '../judge/judge.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import type { Metric } from '../metrics/metric.js'
import { ratioInWords } from '../metrics/ratio.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type Cell, foldCell } from './fold.js'
import { exitCodeOf } from './outcome.js'
import type { WiringReport } from './report.js'
import { requestOutcome } from './request-outcome.js'
import { proveByRequests, type RequestFindings } from './request-proof.js'
import { type CollectedScores, collectScores, type MetricArms } from './score-collection.js'
import { proveByScores, type ScoreProof } from './score-proof.js'
import { summaryOf } from './summary.js'
import type { Tracer } from './tracer.js'

/** Samples that get every kind of ablation under every disposition. */
const FULL_PRODUCT = 8

export interface ScoreOptions {
  /** Who answers the score checks. The request proof always has the stand-in's constant replies. */
  readonly kind: 'embedded' | 'live'
  readonly judge: Judge
  readonly repeats: number
  readonly ablatedRepeats: number
  readonly margin?: number | undefined
  readonly concurrency: number
}

export interface Progress {
  readonly phase: 'requests' | 'scores'
  readonly done: number
  readonly total: number
}

export interface CheckWiringOptions {
  readonly metrics: readonly Metric[]
  readonly samples: readonly EvalSample[]
  /** Of each artifact, how many samples carry nothing. */
  readonly lacking: Readonly<Record<Artifact, number>>
  readonly ablated: readonly Artifact[]
  readonly seed: number
  readonly tracer: Tracer
  /** Asked during the request proof; its requests are answered by the stand-in. */
  readonly judge: Judge
  /** Null: no score checks. */
  readonly scores: ScoreOptions | null
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** A report without what only the rim knows: where the samples came from, versions, stray requests, the time. */
export type CheckedWiring = Omit<WiringReport, 'version' | 'spec' | 'stray' | 'timing'> & {
  readonly spec: Omit<WiringReport['spec'], 'groundwire' | 'samples'>
}

/**
 * The arms that are worth asking a judge for. The embedded judge costs nothing: every forbidden artifact. A live judge is
 * not asked again for what identical requests have proved, only for cells that leak (how much) or that stayed open.
 */
const armsOf = (
  { metrics, ablated, scores }: CheckWiringOptions,
  cell: (metric: Metric, artifact: Artifact) => { outcome: string; open: boolean },
): MetricArms[] =>
  metrics
    .filter(({ deterministic }) => !deterministic)
    .map((metric) => {
      const wanted = (artifact: Artifact) => {
        const { outcome, open } = cell(metric, artifact)
        return scores?.kind === 'embedded' || outcome === 'leak' || open
      }
      const swaps = metric.mustNeverReceive
        .filter((artifact) => ablated.includes(artifact) && wanted(artifact))
        .map((artifact): Ablation => ({ artifact, kind: 'swap' }))
      const blanks = metric.collapsesWithout
        .filter((artifact) => ablated.includes(artifact))
        .map((artifact): Ablation => ({ artifact, kind: 'blank' }))
      return { metric, ablations: [...swaps, ...blanks] }
    })

const NOTHING_COLLECTED: ScoreProof = { checks: new Map(), noise: [] }

/**
 * Checks a harness: the request proof for every metric, then the score checks, folded into one outcome a check.
 * Everything is decided here from data; the ports (tracer, judges) do the asking. Aborting `signal` ends both after the
 * evaluations under way, and the report says what was not reached.
 */
export const checkWiring = async (options: CheckWiringOptions): Promise<CheckedWiring> => {
  const { metrics, samples, lacking, ablated, seed, tracer, judge, scores, onProgress, signal } = options
  const donors = donorsAmong(samples, seed)
  const variety = varietyOf(samples, FULL_PRODUCT, seed)

  const findings = new Map<string, RequestFindings>()
  const total = metrics.length * samples.length
  let done = 0
  for (const metric of metrics) {
    const onSample = () => onProgress?.({ phase: 'requests', done: ++done, total })
    const shared = { samples, artifacts: ablated, donors, variety, tracer, judge, onSample }
    findings.set(metric.name, await proveByRequests(metric, signal ? { ...shared, signal } : shared))
  }

  const cellOf = (metric: Metric, artifact: Artifact) =>
    signal?.aborted && done < total
      ? { outcome: 'not-covered' as const, reason: 'interrupted before it was proved', open: false }
      : requestOutcome(metric, artifact, findings.get(metric.name)!, lacking[artifact] * 2 > samples.length)

  const arms = scores === null || signal?.aborted ? [] : armsOf(options, cellOf)
  let collected: CollectedScores | null = null
  let proof = NOTHING_COLLECTED
  if (scores !== null && arms.length > 0) {
    const { repeats, ablatedRepeats, concurrency, kind } = scores
    const perSample = arms.reduce((sum, { ablations }) => sum + repeats + ablations.length * ablatedRepeats, 0)
    let evaluated = 0
    collected = await collectScores({
      arms,
      samples,
      donors,
      repeats,
      ablatedRepeats,
      seed,
      concurrency,
      replies: { judge: kind },
      tracer,
      judge: scores.judge,
      onEvaluation: () => onProgress?.({ phase: 'scores', done: ++evaluated, total: perSample * samples.length }),
      ...(signal ? { signal } : {}),
    })
    proof = proveByScores(arms, samples, collected, { margin: scores.margin, seed, interleaved: true })
  }

  const checks = metrics.flatMap((metric) =>
    ARTIFACTS.flatMap((artifact) => {
      const cell: Cell = {
        metric,
        artifact,
        metrics: [...metrics, ...REFERENCE_METRICS.filter(({ name }) => !findings.has(name))],
        requests: cellOf(metric, artifact),
        findings: findings.get(metric.name)!.artifacts[artifact] ?? null,
      }
      return foldCell(cell, proof.checks, scores !== null)
    }),
  )
  const interrupted = signal?.aborted === true
  const incomplete = interrupted || (collected?.lost.length ?? 0) > 0
  const all = [...findings.values()]
  const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0)
  const exitCode = exitCodeOf(
    checks.map(({ outcome }) => outcome),
    !incomplete,
  )
  return {
    status: interrupted ? 'interrupted' : incomplete ? 'incomplete' : 'complete',
    exitCode,
    summary: summaryOf(checks, collected),
    spec: {
      seed,
      metrics: metrics.map(({ name, ratio, receives, mustNeverReceive, deterministic }) => ({
        name,
        ratio: ratioInWords(ratio),
        receives: [...receives],
        mustNeverReceive: [...mustNeverReceive],
        deterministic,
      })),
      ablated: [...ablated],
      scores: scores && {
        judge: scores.kind,
        repeats: scores.repeats,
        ablatedRepeats: scores.ablatedRepeats,
        margin: scores.margin ?? null,
      },
    },
    checks,
    noise: [...proof.noise],
    scores: (collected?.rows ?? []).map((row) => ({ ...row, scores: [...row.scores] })),
    lost: [...(collected?.lost ?? [])],
    refused: [...new Set(all.flatMap(({ refused }) => refused))],
    provenance: [...(collected?.provenance ?? [])],
    totals: {
      fullProductSamples: variety.size,
      requestProof: {
        evaluations: sum(all.map(({ evaluations }) => evaluations)),
        requests: sum(all.map(({ requests }) => requests)),
      },
      scores: {
        evaluations: collected?.completed ?? 0,
        planned: collected?.planned ?? 0,
        requests: collected?.requests ?? 0,
      },
    },
  }
}
