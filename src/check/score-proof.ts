import { type Ablation, ablationName } from '../ablation/ablation.js'
import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { averageClusters, type ClusteredPair } from '../statistics/clusters.js'
import { completeRows, runMeans } from '../statistics/complete-rows.js'
import { dependence } from '../statistics/dependence.js'
import { judgeFamily } from '../statistics/gate.js'
import { noiseBand } from '../statistics/noise-band.js'
import { dependenceSentence, outcomeSentence } from '../statistics/outcome-sentence.js'
import type { NoiseReport, ScoreEvidence } from './report.js'
import { type CollectedScores, type MetricArms, UNMODIFIED } from './score-collection.js'

/** What the scores say: one entry a check that was collected, by `scoreKey`; and each metric's noise band. */
export interface ScoreProof {
  readonly checks: ReadonlyMap<string, ScoreEvidence>
  readonly noise: readonly NoiseReport[]
}

export const scoreKey = (metric: string, artifact: Artifact, expectation: 'ignores' | 'collapses'): string =>
  JSON.stringify([metric, artifact, expectation])

export interface ScoreProofOptions {
  readonly margin: number | undefined
  readonly seed: number
  readonly interleaved: boolean
}

const finite = (value: number | null | undefined): number | null =>
  value === undefined || value === null || !Number.isFinite(value) ? null : value

/** The scores of one arm beside the unmodified ones; samples that hand the metric the same form one cluster. */
const pairs = (metric: Metric, ablation: Ablation, samples: readonly EvalSample[], scores: CollectedScores) =>
  averageClusters(
    samples.map(
      (sample): ClusteredPair => ({
        cluster: JSON.stringify(metric.receives.map((artifact) => sample[artifact])),
        baseline: scores.of(metric.name, UNMODIFIED, sample.id),
        ablated: scores.of(metric.name, ablationName(ablation), sample.id),
      }),
    ),
  )

const isCollapse = (metric: Metric, { artifact, kind }: Ablation) =>
  kind === 'blank' && metric.collapsesWithout.includes(artifact)

/**
 * Judges everything collected: the `ignores` checks as one family (relabelling, Holm, equivalence, drift guard), each
 * `collapses` check by its dependence bounds. The order of samples is the data set's.
 */
export const proveByScores = (
  arms: readonly MetricArms[],
  samples: readonly EvalSample[],
  scores: CollectedScores,
  { margin, seed, interleaved }: ScoreProofOptions,
): ScoreProof => {
  const checks = new Map<string, ScoreEvidence>()
  const planned = arms.flatMap(({ metric, ablations }) =>
    ablations.map((ablation) => ({ metric, ablation, samples: pairs(metric, ablation, samples, scores) })),
  )
  const ignoring = planned.filter(({ metric, ablation }) => !isCollapse(metric, ablation))
  const family = judgeFamily(
    ignoring.map(({ metric, ablation, samples }) => ({
      metric: metric.name,
      check: ablationName(ablation),
      samples,
      margin,
    })),
    { interleaved, seed },
  )
  family.checks.forEach((result, index) => {
    const { metric, ablation } = ignoring[index]!
    const { figures } = result
    checks.set(scoreKey(metric.name, ablation.artifact, 'ignores'), {
      outcome: result.outcome,
      ablation: ablationName(ablation),
      sentence: outcomeSentence(result),
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
    })
  })
  for (const { metric, ablation, samples: measured } of planned.filter(({ metric, ablation }) =>
    isCollapse(metric, ablation),
  )) {
    const result = dependence(measured)
    checks.set(scoreKey(metric.name, ablation.artifact, 'collapses'), {
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
    })
  }
  return { checks, noise: arms.map(({ metric }) => noiseOf(metric, samples, scores)) }
}

const noiseOf = (metric: Metric, samples: readonly EvalSample[], scores: CollectedScores): NoiseReport => {
  const rows = samples.map(({ id }) => scores.of(metric.name, UNMODIFIED, id))
  const means = runMeans(rows)
  if (means.length === 0)
    return {
      metric: metric.name,
      samples: 0,
      repeats: 0,
      mean: null,
      halfRange: null,
      sd: null,
      text: 'no sample was scored in every repeat',
      warning: null,
    }
  const { mean, halfRange, sd, repeats, text, warning } = noiseBand(means)
  return { metric: metric.name, samples: completeRows(rows).length, repeats, mean, halfRange, sd, text, warning }
}
