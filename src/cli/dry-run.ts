import { ASSUMED_FLIPS, noiseOfFlips, type PlannedArm, type PlannedMetric, planOf } from '../check/plan.js'
import { armsToPlan, artifactTokens, plannedMetric } from '../check/planned-metric.js'
import { isPlantable } from '../check/planted.js'
import { ABLATED_REPEATS, PLANTED, USUAL_REPEATS } from '../check/score-collection.js'
import { isInShard, type Shard } from '../check/shard.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import type { Metric } from '../metrics/metric.js'
import { planText } from '../report/plan.js'
import { ARTIFACTS } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { prepare } from '../transport/check-harness.js'
import type { Invocation } from './invocation.js'

/** How many requests one evaluation makes, seen under constant replies: nobody is asked. */
const requestsOf = async (
  metric: Metric,
  sample: EvalSample,
  { watched }: Invocation,
  judge: Parameters<Metric['evaluate']>[1]['judge'],
) => {
  const evaluation = { metric: metric.name, sample: sample.id, arm: 'dry run', repeat: 0 }
  const replies = { judge: 'stand-in', disposition: 'affirming' } as const
  const { requests } = await watched.trace(evaluation, replies, () => metric.evaluate(sample, { judge }))
  return requests.length
}

/**
 * What an invocation would cost and could show, from its own samples and harness; no judge is asked.
 * @returns the exit code
 */
export const dryRun = async (invocation: Invocation, { shard }: { readonly shard?: Shard } = {}): Promise<number> => {
  const { harness, settings, watched } = invocation
  const { loaded, simulated } = await prepare(harness, settings, watched)
  const samples = shard === undefined ? loaded.samples : loaded.samples.filter(({ id }) => isInShard(id, shard))
  const ablated = settings.ablate ?? ARTIFACTS
  const tokens = artifactTokens(loaded.samples)
  const metrics: PlannedMetric[] = []
  for (const metric of harness.metrics.filter(({ deterministic }) => !deterministic)) {
    const known = (REFERENCE_METRICS as readonly Metric[]).includes(metric)
      ? plannedMetric(metric, ablated, tokens)
      : undefined
    const planned = known ?? {
      name: metric.name,
      requestsPerEvaluation: await requestsOf(metric, loaded.samples[0]!, invocation, simulated),
      ablations: armsToPlan(metric, ablated),
    }
    const isPlanted = settings.planted === true && isPlantable(metric, ablated)
    const control: PlannedArm[] = isPlanted ? [{ name: PLANTED, expectation: 'reads' }] : []
    metrics.push({ ...planned, ablations: [...planned.ablations, ...control] })
  }
  const plan = planOf({
    samples: samples.length,
    metrics,
    repeats: settings.repeats ?? USUAL_REPEATS,
    ablatedRepeats: ABLATED_REPEATS,
    margin: settings.margin,
    noise: noiseOfFlips(ASSUMED_FLIPS),
    notes: ['a dry run: no judge was asked, and the noise is assumed; `groundwire plan --from` takes a measured one'],
  })
  process.stdout.write(planText(plan))
  return 0
}
