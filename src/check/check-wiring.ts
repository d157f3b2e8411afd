import type { Ablation } from '../ablation/ablation.js'
import { donorsAmong } from '../ablation/donors.js'
import { varietyOf } from '../ablation/variety.js'
import type { Judge } from '../judge/judge.js'
import { withReferenceMetrics } from '../metrics/known-names.js'
import type { Metric } from '../metrics/metric.js'
import { ratioInWords } from '../metrics/ratio.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { armsOfCollection, collectionOf } from './collection.js'
import { type Cell, foldCell } from './fold.js'
import { type Acceptance, failingKind, type Policy, reachOf } from './leak.js'
import type { Mechanism } from './mechanisms.js'
import { exitCodeOf } from './outcome.js'
import { isPlantable, plantedControls } from './planted.js'
import type { CheckReport, ControlReport, WiringReport } from './report.js'
import { requestEvidence } from './request-evidence.js'
import { type RequestOutcome, requestOutcome } from './request-outcome.js'
import { proveByRequests, type RequestFindings } from './request-proof.js'
import { oneJudge } from './run-record.js'
import {
  type CollectedScores,
  collectScores,
  evaluationsPerSample,
  type Journal,
  type MetricArms,
} from './score-collection.js'
import { decidingAblations, proveByScores, type ScoreProof } from './score-proof.js'
import { summaryOf } from './summary.js'
import type { Tracer } from './tracer.js'
import { type Unit, unitsOf } from './unit.js'

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
  /** Also plants the reference into the contexts of metrics that judge support: the control of the score checks. */
  readonly planted?: boolean
  /** Keeps what was scored, so that an interrupted invocation can go on. */
  readonly journal?: Journal
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
  /** Leaks that the user accepts, each pinned to metric, artifact, kind and call. */
  readonly accept?: readonly Acceptance[]
  /** What a leak does by artifact and kind; default: an explanation is noted, everything else fails. */
  readonly policy?: Policy
  /** Functions of the harness that were not taken for scorers: then no summary says "all". */
  readonly leftOut?: number
  /** Parts of the request proof to leave out, to show what each finds. */
  readonly without?: ReadonlySet<Mechanism>
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

/** A report without what only the rim knows: where the samples came from, versions, stray requests, the time. */
export type CheckedWiring = Omit<WiringReport, 'version' | 'spec' | 'stray' | 'timing'> & {
  readonly spec: Omit<WiringReport['spec'], 'groundwire' | 'harness' | 'samples'>
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
      const wanted = ({ artifact, kind }: Ablation) => {
        if (kind === 'blank' || scores?.kind === 'embedded') return true
        const { outcome, open } = cell(metric, artifact)
        return outcome === 'leak' || open
      }
      return {
        metric,
        ablations: decidingAblations(metric, ablated).filter(wanted),
        planted: scores?.planted === true && isPlantable(metric, ablated),
      }
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
  const units = unitsOf(metrics)

  const proofs: RequestFindings[] = []
  const total = units.length * samples.length
  let done = 0
  /** Units whose every sample was reached; of the others only leaks are known. */
  const finished = new Set<Unit>()
  for (const unit of units) {
    const onSample = () => {
      done += 1
      onProgress?.({ phase: 'requests', done, total })
    }
    const shared = { samples, artifacts: ablated, donors, variety, units, tracer, judge, onSample }
    const { without } = options
    const before = done
    proofs.push(
      await proveByRequests(unit, { ...shared, ...(signal ? { signal } : {}), ...(without ? { without } : {}) }),
    )
    if (done - before === samples.length) finished.add(unit)
  }
  const findingsOf = (metric: Metric) => proofs.find(({ unit }) => unit.metrics.includes(metric))!

  const cellOf = (metric: Metric, artifact: Artifact): RequestOutcome => {
    const { accept, policy } = options
    const mostLack = lacking[artifact] * 2 > samples.length
    const found = requestOutcome(metric, artifact, findingsOf(metric), {
      mostLack,
      ...(accept ? { accept } : {}),
      ...(policy ? { policy } : {}),
    })
    if (found.leakKind !== null) return found
    if (!ablated.includes(artifact)) return { ...found, outcome: 'not-asked', reason: 'not ablated', open: false }
    if (!finished.has(findingsOf(metric).unit))
      return { ...found, outcome: 'not-covered', reason: 'interrupted before it was proved', open: false }
    return found
  }

  const arms = scores === null || signal?.aborted ? [] : armsOf(options, cellOf)
  let collected: CollectedScores | null = null
  let proof = NOTHING_COLLECTED
  let controls: ControlReport[] = []
  if (scores !== null && arms.length > 0) {
    const { repeats, ablatedRepeats, concurrency, kind } = scores
    const perSample = evaluationsPerSample(arms, scores)
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
      ...(scores.journal ? { journal: scores.journal } : {}),
      ...(signal ? { signal } : {}),
    })
    const { rows } = collected
    const scoredMetrics = arms.map(({ metric }) => metric)
    const collection = collectionOf(scoredMetrics, samples, rows)
    const { arms: scored, unmodified } = armsOfCollection(collection)
    controls = plantedControls(collection, seed)
    proof = proveByScores(scored, unmodified, {
      margin: scores.margin,
      seed,
      interleaved: oneJudge(collected.provenance),
    })
  }

  const candidates = withReferenceMetrics(metrics)
  const blind = new Map(controls.filter(({ found }) => !found).map((control) => [control.metric, control]))
  const checks = metrics.flatMap((metric) => {
    const findings = findingsOf(metric)
    const cells = ARTIFACTS.flatMap((artifact) => {
      const cell: Cell = { metric, artifact, metrics: candidates, requests: cellOf(metric, artifact), findings }
      return foldCell(cell, proof.checks, scores !== null && ablated.includes(artifact))
    })
    return [...cells.map((cell) => doubted(cell, blind.get(metric.name))), ...unknownSource(metric, findings)]
  })
  const interrupted = signal?.aborted === true
  const incomplete = interrupted || (collected?.lost.length ?? 0) > 0
  const sum = (values: readonly number[]) => values.reduce((left, right) => left + right, 0)
  const exitCode = exitCodeOf(
    checks.map(({ outcome }) => outcome),
    !incomplete,
  )
  return {
    status: interrupted ? 'interrupted' : incomplete ? 'incomplete' : 'complete',
    exitCode,
    summary: summaryOf(checks, collected, options.leftOut),
    spec: {
      seed,
      metrics: metrics.map((metric) => {
        const { name, ratio, receives, mustNeverReceive, deterministic } = metric
        const { probe } = findingsOf(metric)
        return {
          name,
          ratio: ratioInWords(ratio),
          receives: [...receives],
          mustNeverReceive: [...mustNeverReceive],
          deterministic,
          wireMap: 'map' in probe ? probe.map : '',
        }
      }),
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
    controls,
    scores: (collected?.rows ?? []).map((row) => ({ ...row, scores: [...row.scores] })),
    lost: [...(collected?.lost ?? [])],
    notes: notesOf(proofs),
    refused: [...new Set(proofs.flatMap(({ refused }) => refused))],
    provenance: [...(collected?.provenance ?? [])],
    totals: {
      fullProductSamples: variety.size,
      requestProof: {
        evaluations: sum(proofs.map(({ made }) => made.evaluations)),
        requests: sum(proofs.map(({ made }) => made.requests)),
      },
      scores: {
        evaluations: collected?.completed ?? 0,
        planned: collected?.planned ?? 0,
        requests: collected?.requests ?? 0,
      },
    },
  }
}

/** Where the control was not found, scores that stand still prove nothing. */
const doubted = (check: CheckReport, control: ControlReport | undefined): CheckReport =>
  control === undefined || check.proof !== 'scores' || check.outcome !== 'invariant'
    ? check
    : { ...check, outcome: 'inconclusive', reason: `${check.reason}; the planted reference ${control.sentence}` }

/** A leak from the harness's own store whose text is no artifact's: a check of its own, since no column is to blame. */
const unknownSource = (metric: Metric, findings: RequestFindings): CheckReport[] => {
  const reach = reachOf(metric, 'unknown', findings)
  if (metric.deterministic || reach.observations.length === 0) return []
  const notes = [...new Set(reach.observations.map(({ note }) => note))]
  return [
    {
      metric: metric.name,
      artifact: 'unknown',
      expectation: 'ignores',
      outcome: 'leak',
      proof: 'requests',
      reason: `the judge or the score depends on what no artifact holds: ${notes.join('; ')}`,
      leakKind: failingKind(reach.channels) ?? 'score',
      turnsInto: [],
      requests: requestEvidence(metric, 'unknown', findings, reach),
      scores: null,
    },
  ]
}

const notesOf = (proofs: readonly RequestFindings[]): string[] =>
  proofs.flatMap(({ unit, volatile, notes }) => [
    ...notes.map((note) => `${unit.name}: ${note}`),
    ...[...new Set(volatile.map(({ field, before }) => `${field} after “${before}”`))].map(
      (place) => `${unit.name}: differs from pass to pass and was masked: ${place}`,
    ),
  ])
