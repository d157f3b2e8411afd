import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import { differenceOf } from '../wire/difference.js'
import type { Reach } from './leak.js'
import type { RequestEvidence } from './report.js'
import type { RequestFindings } from './request-proof.js'

const SAMPLES_SHOWN = 5

const distinct = (values: readonly string[]) => [...new Set(values)]

/** What the requests show of one cell, for the report: how often, by which calls, and the first changed request. */
export const requestEvidence = (
  { mustNeverReceive }: Pick<Metric, 'mustNeverReceive'>,
  artifact: Artifact | 'unknown',
  { coverage, evidence }: RequestFindings,
  { observations, channels }: Reach,
): RequestEvidence => {
  const ids = distinct(observations.filter(({ layer }) => layer !== 'probe').map(({ sample }) => sample))
  const slots = channels.map(({ slot }) => slot)
  // The gravest leak first: a call that decides the score says more than an earlier one.
  const order = [...channels].sort((left, right) => (left.kind === right.kind ? 0 : left.kind === 'score' ? -1 : 1))
  const shown =
    evidence.find((entry) => entry.artifact === artifact && entry.call.slot === order[0]?.slot) ??
    evidence.find((entry) => entry.artifact === artifact && slots.includes(entry.call.slot))
  const forbidden = artifact === 'unknown' || mustNeverReceive.includes(artifact)
  return {
    compared: artifact === 'unknown' ? 0 : (coverage.get(artifact)?.swapped.size ?? 0),
    changed: ids.length,
    samples: ids.slice(0, SAMPLES_SHOWN),
    layers: distinct(observations.map(({ layer }) => layer)),
    kinds: distinct(observations.map(({ kind }) => kind).filter((kind) => kind !== 'probe')),
    dispositions: distinct(observations.map(({ disposition }) => disposition)),
    calls: forbidden ? channels.map(({ call, kind, accepted }) => ({ call, kind, accepted })) : [],
    difference: shown
      ? {
          sample: shown.sample,
          ablation: shown.variant,
          ...differenceOf(shown.call),
          site: (shown.call.before ?? shown.call.after)?.site() ?? null,
        }
      : null,
  }
}
