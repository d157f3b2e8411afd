import type { Judge, Provenance } from '../judge/judge.js'
import type { Verdict } from '../judge/verdict.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import type { Ratio } from './ratio.js'

/**
 * What one evaluation gives. `score` is null where the metric is not defined on the sample (0/0, nothing to judge);
 * null is never 0 and never 1.
 */
export interface Scored {
  readonly score: number | null
  readonly verdicts?: readonly Verdict[]
  /** One entry a judge request, in the order of the replies. */
  readonly provenance?: readonly Provenance[]
}

/** What a metric may use besides the artifacts it was handed. */
export interface MetricContext {
  readonly judge: Judge
}

/**
 * A metric as checks see it: its claim (the ratio) and a way to evaluate one sample. Groundwire's own metrics project
 * the sample onto what the ratio declares; a wrapped scorer is handed all four artifacts and the id, because projecting
 * it would hide the leak that is looked for.
 */
export interface Metric<R extends Artifact = Artifact> {
  readonly name: string
  readonly ratio: Ratio<R, R>
  /** Derived from the ratio, in table order. */
  readonly receives: readonly R[]
  /** Every other artifact: what it must never receive if a model judges it. */
  readonly mustNeverReceive: readonly Artifact[]
  /** No model judges it: it reads the fields it names, and a judge request from it is an error. */
  readonly deterministic: boolean
  /** Lowest and highest score. */
  readonly scale: readonly [number, number]
  /** Received artifacts without which the score must fall toward the bottom of the scale. */
  readonly collapsesWithout: readonly R[]
  readonly evaluate: (sample: EvalSample, context: MetricContext) => Promise<Scored>
  /** The harness that returns this metric's score together with others; metrics of one harness share the object. */
  readonly joint?: JointHarness
}

/** One function that returns several scores, whose calls may be made in parallel or serve several metrics at once. */
export interface JointHarness {
  readonly evaluateAll: (sample: EvalSample) => Promise<ReadonlyMap<string, Scored>>
}
