import type { Artifact } from '../samples/artifact.js'
import { averageClusters, type ClusteredPair } from '../statistics/clusters.js'
import { normalCdf, normalQuantile } from '../statistics/distributions.js'
import { ALPHA } from '../statistics/equivalence.js'
import { measure } from '../statistics/figures.js'
import type { Collection } from './collection.js'
import type { ControlReport } from './report.js'
import { PLANTED, UNMODIFIED } from './score-collection.js'
import type { ScoredMetric } from './score-proof.js'

/** Whether a metric has a control: it judges support by the contexts, and may not see the reference. */
export const isPlantable = (
  { collapsesWithout, mustNeverReceive }: Pick<ScoredMetric, 'collapsesWithout' | 'mustNeverReceive'>,
  ablated: readonly Artifact[],
): boolean =>
  collapsesWithout.includes('contexts') && ablated.includes('contexts') && mustNeverReceive.includes('ground_truth')

const words = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`

/**
 * The control of the score checks: the reference, planted into the contexts of every sample, must raise the score of a
 * metric that judges support, or the scores could not have shown a leak either. `power` is about how often a shift of
 * that size would be found again: Φ(|Δ̂|/se_d − z_{1−α/2}), normal approximation.
 */
export const plantedControls = ({ metrics, samples, rows, cluster }: Collection, seed: number): ControlReport[] =>
  metrics.flatMap((metric): ControlReport[] => {
    const of = (arm: string) =>
      new Map(
        rows.filter((row) => row.metric === metric.name && row.arm === arm).map((row) => [row.sample, row.scores]),
      )
    const [planted, unmodified] = [of(PLANTED), of(UNMODIFIED)]
    if (planted.size === 0) return []
    const pairs = samples.map(
      (id): ClusteredPair => ({
        cluster: cluster(metric, id),
        baseline: unmodified.get(id) ?? [],
        ablated: planted.get(id) ?? [],
      }),
    )
    const figures = measure(averageClusters(pairs), { seed })
    const shared = { metric: metric.name, planted: 'ground_truth', into: 'contexts' } as const
    if (figures === null)
      return [{ ...shared, found: false, shift: null, p: null, power: null, samples: 0, sentence: 'gave no score' }]
    const { deltaHat: shift, p, seD, nUsed } = figures
    const found = p <= ALPHA && shift > 0
    const power = seD ? normalCdf(Math.abs(shift) / seD - normalQuantile(1 - ALPHA / 2)) : shift > 0 ? 1 : 0
    const sentence = found
      ? `moved the score by ${words(shift)}; a shift of that size is found in about ${Math.round(power * 100)} % of such invocations`
      : `was not found (${words(shift)}, p = ${p.toFixed(2)}): scores could not show a leak here; more samples or repeats, or samples whose score has room to rise`
    return [{ ...shared, found, shift, p, power, samples: nUsed, sentence }]
  })
