import { mean } from './moments.js'
import { isPresent, type Score, type ScorePair } from './score-pair.js'

/** A sample and the cluster it belongs to: samples with identical received artifacts, or that share a judge call. */
export interface ClusteredPair extends ScorePair {
  readonly cluster: string
}

/**
 * Repeat by repeat, the mean over the members. A repeat that any member misses is missing: averaging over the others
 * would turn a difference between samples into a difference between repeats.
 */
const averaged = (rows: readonly (readonly Score[])[]): (number | null)[] => {
  const repeats = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: repeats }, (_, repeat) => {
    const scores = rows.map((row) => row[repeat])
    return scores.every(isPresent) ? mean(scores) : null
  })
}

/**
 * Averages the samples of each cluster into one, because their scores are not independent (Miller 2024). Clusters come in
 * the order of their first member; a sample alone in its cluster stays as it is.
 */
export const averageClusters = (samples: readonly ClusteredPair[]): ScorePair[] => {
  const clusters = new Map<string, ClusteredPair[]>()
  for (const sample of samples) clusters.set(sample.cluster, [...(clusters.get(sample.cluster) ?? []), sample])
  return [...clusters.values()].map((members) => ({
    baseline: averaged(members.map(({ baseline }) => baseline)),
    ablated: averaged(members.map(({ ablated }) => ablated)),
  }))
}
