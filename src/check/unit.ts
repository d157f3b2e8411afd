import type { Metric, MetricContext, Scored } from '../metrics/metric.js'
import type { EvalSample } from '../samples/sample.js'

/** What is evaluated as one: a metric, or all metrics of a joint harness, whose requests come together. */
export interface Unit {
  readonly name: string
  readonly metrics: readonly Metric[]
  readonly evaluate: (sample: EvalSample, context: MetricContext) => Promise<ReadonlyMap<string, Scored>>
}

/** The units of a harness, in the order of its metrics. */
export const unitsOf = (metrics: readonly Metric[]): Unit[] => {
  const units: Unit[] = []
  for (const metric of metrics) {
    const { joint, name } = metric
    if (joint === undefined)
      units.push({
        name,
        metrics: [metric],
        evaluate: async (sample, context) => new Map([[name, await metric.evaluate(sample, context)]]),
      })
    else if (!units.some((unit) => unit.metrics.some((other) => other.joint === joint))) {
      const together = metrics.filter((other) => other.joint === joint)
      units.push({ name: together.map((each) => each.name).join('+'), metrics: together, evaluate: joint.evaluateAll })
    }
  }
  return units
}
