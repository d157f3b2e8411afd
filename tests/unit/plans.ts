import { noiseOfFlips, type PlannedMetric, planOf } from '../../src/check/plan.js'
import { plannedMetric } from '../../src/check/planned-metric.js'
import { REFERENCE_METRICS } from '../../src/metrics/builtin/index.js'
import { ARTIFACTS, type Artifact } from '../../src/samples/artifact.js'

/** Mean tokens of each artifact. */
const TOKENS = { question: 12, answer: 70, contexts: 220, ground_truth: 60 }

export const reference = (ablated: readonly Artifact[] = ARTIFACTS): PlannedMetric[] =>
  REFERENCE_METRICS.map((metric) => plannedMetric(metric, ablated, TOKENS)!)

/** A plan for the reference metrics at 10 % verdict flips, with what is given changed. */
export const plan = (changes: Partial<Parameters<typeof planOf>[0]> = {}) =>
  planOf({
    samples: 50,
    metrics: reference(),
    repeats: 5,
    ablatedRepeats: 3,
    noise: noiseOfFlips(0.1),
    ...changes,
  })
