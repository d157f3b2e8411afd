import { type Ablation, ablationName } from '../ablation/ablation.js'
import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import { averageClusters, type ClusteredPair } from '../statistics/clusters.js'
import { completeRows, runMeans } from '../statistics/complete-rows.js'
import { dependence } from '../statistics/dependence.js'
import { type FamilyResult, judgeFamily } from '../statistics/gate.js'
import { noiseBand } from '../statistics/noise-band.js'
import { dependenceSentence, outcomeSentence } from '../statistics/outcome-sentence.js'
import type { Score } from '../statistics/score-pair.js'
import type { NoiseReport, ScoreEvidence } from './report.js'

/** A metric as score checks need it: its claim, not a way to evaluate it. */
export type ScoredMetric = Pick<Metric, 'name' | 'receives' | 'mustNeverReceive' | 'collapsesWithout'>

/** The scores of one metric under one ablation beside its unmodified ones, from one collection. */
export interface ScoredArm {
  readonly metric: ScoredMetric
  readonly ablation: Ablation
  /** Samples in the data set's order; those that hand the metric the same form one cluster. */
  readonly samples: readonly ClusteredPair[]
  /** Names the collection whose unmodified scores these are: arms of one collection share them. */
  readonly collection: string
}

/** The unmodified scores of a metric, a row a sample, one score a repeat in send order. */
export interface UnmodifiedScores {
  readonly metric: string
  readonly rows: readonly (readonly Score[])[]
}

/** What the scores say: one entry a check that was collected, by `scoreKey`; and each metric's noise band. */
export interface ScoreProof {
  readonly checks: ReadonlyMap<string, ScoreEvidence>
  readonly noise: readonly NoiseReport[]
}

export type ScoreExpectation = 'ignores' | 'reads' | 'collapses'

export const scoreKey = (metric: string, artifact: Artifact, expectation: ScoreExpectation): string =>
  JSON.stringify([metric, artifact, expectation])

export interface ScoreProofOptions {
  readonly margin: number | undefined
  readonly seed: number
  readonly interleaved: boolean
}

/** What an arm is there to show: forbidden artifacts are ignored, `blank` of some received ones makes a score collapse. */
export const expectationOf = (
  { mustNeverReceive, collapsesWithout }: ScoredMetric,
  { artifact, kind }: Ablation,
): ScoreExpectation => {
  if (mustNeverReceive.includes(artifact)) return 'ignores'
  return kind === 'blank' && (collapsesWithout as readonly Artifact[]).includes(artifact) ? 'collapses' : 'reads'
}

/** The ablations by which scores decide: a swap of each forbidden artifact, a blank of each that a score must fall without. */
export const decidingAblations = (
  { mustNeverReceive, collapsesWithout }: ScoredMetric,
  ablated: readonly Artifact[],
): Ablation[] => {
  const asked = (artifact: Artifact) => ablated.includes(artifact)
  return [
    ...mustNeverReceive.filter(asked).map((artifact): Ablation => ({ artifact, kind: 'swap' })),
    ...collapsesWithout.filter(asked).map((artifact): Ablation => ({ artifact, kind: 'blank' })),
  ]
}

const finite = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value

type FamilyMember = FamilyResult['checks'][number]

const relabelled = (
  { ablation }: ScoredArm,
  result: FamilyMember,
  { outcome, sentence }: Pick<ScoreEvidence, 'outcome' | 'sentence'>,
): ScoreEvidence => {
  const { figures } = result
  return {
    outcome,
    ablation: ablationName(ablation),
    sentence,
    samples: result.nUsed,
    dropped: result.nDropped,
    unmodified: finite(figures?.unmodifiedMean),
    ablated: finite(figures?.ablatedMean),
    inflation: figures ? 0 - figures.deltaHat : null,
    deltaHat: finite(figures?.deltaHat),
    kept: null,
    p: finite(figures?.p),
    pHolm: finite(result.pHolm),
    method: figures?.method ?? null,
    margin: finite(figures?.margin),
    rulesOut: finite(figures?.rulesOut),
    noiseBandOfDifference: finite(figures?.noiseBandOfDifference),
  }
}

const collapsed = ({ ablation, samples }: ScoredArm): ScoreEvidence => {
  const result = dependence(averageClusters(samples))
  return {
    outcome: result.outcome,
    ablation: ablationName(ablation),
    sentence: dependenceSentence(result),
    samples: result.nUsed,
    dropped: result.nDropped,
    unmodified: result.baseline,
    ablated: result.ablated,
    inflation: null,
    deltaHat: null,
    kept: result.kept,
    p: null,
    pHolm: null,
    method: null,
    margin: null,
    rulesOut: null,
    noiseBandOfDifference: null,
  }
}

/** A received artifact whose swap moves the score is read; a score that stands still does not show the opposite. */
const readWords = (result: FamilyMember): Pick<ScoreEvidence, 'outcome' | 'sentence'> =>
  result.outcome === 'leak'
    ? { outcome: 'reads', sentence: `the score moves with it: ${outcomeSentence(result)}` }
    : {
        outcome: 'inconclusive',
        sentence: `the score did not surely move: a dead wire, or a change that it does not see (${outcomeSentence(result)})`,
      }

/**
 * Judges everything collected: the `ignores` checks as one family (relabelling, Holm, equivalence, drift guard), each
 * `collapses` check by its dependence bounds, and swaps of received artifacts as a family of their own.
 */
export const proveByScores = (
  arms: readonly ScoredArm[],
  unmodified: readonly UnmodifiedScores[],
  { margin, seed, interleaved }: ScoreProofOptions,
): ScoreProof => {
  const checks = new Map<string, ScoreEvidence>()
  const armsFor = (wanted: ScoreExpectation) =>
    arms.filter(({ metric, ablation }) => expectationOf(metric, ablation) === wanted)
  const keep = ({ metric, ablation }: ScoredArm, expectation: ScoreExpectation, evidence: ScoreEvidence) =>
    checks.set(scoreKey(metric.name, ablation.artifact, expectation), evidence)

  for (const expectation of ['ignores', 'reads'] as const) {
    const asked = armsFor(expectation)
    const family = judgeFamily(
      asked.map(({ metric, ablation, samples, collection }) => ({
        metric: metric.name,
        check: ablationName(ablation),
        samples: averageClusters(samples),
        margin,
        collection,
      })),
      { interleaved, seed },
    )
    family.checks.forEach((result, index) => {
      const arm = asked[index]!
      const words =
        expectation === 'reads' ? readWords(result) : { outcome: result.outcome, sentence: outcomeSentence(result) }
      keep(arm, expectation, relabelled(arm, result, words))
    })
  }
  for (const arm of armsFor('collapses')) keep(arm, 'collapses', collapsed(arm))
  return { checks, noise: unmodified.map(noiseOf) }
}

const noiseOf = ({ metric, rows }: UnmodifiedScores): NoiseReport => {
  const means = runMeans(rows)
  if (means.length === 0)
    return {
      metric,
      samples: 0,
      repeats: 0,
      mean: null,
      halfRange: null,
      sd: null,
      text: 'no sample was scored in every repeat',
      warning: null,
    }
  const { mean, halfRange, sd, repeats, text, warning } = noiseBand(means)
  return { metric, samples: completeRows(rows).length, repeats, mean, halfRange, sd, text, warning }
}
