import type { PlannedMetric, PlannedNoise } from '../check/plan.js'
import { type ArtifactTokens, armsToPlan, plannedMetric } from '../check/planned-metric.js'
import { type WiringReport, wiringReportSchema } from '../check/report.js'
import { UNMODIFIED } from '../check/score-collection.js'
import type { ScoredMetric } from '../check/score-proof.js'
import { InputError } from '../errors.js'
import type { Artifact } from '../samples/artifact.js'
import { mean } from '../statistics/moments.js'
import { varianceWithin } from '../statistics/planning.js'
import { readText } from '../transport/sample-files.js'

/** Reads a report that `--json` of a command wrote. @throws {InputError} naming the file and what it is instead */
export const readReport = async (path: string): Promise<WiringReport> => {
  const { text, source } = await readText(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new InputError(`${source}: is no JSON, expected a report of groundwire gate --json`, { cause })
  }
  const { kind, version } = (value ?? {}) as { readonly kind?: unknown; readonly version?: unknown }
  if (kind === 'groundwire-run')
    throw new InputError(
      `${source}: holds scores of groundwire run; make a report of them first: groundwire compare ${source} --json report.json`,
    )
  const checked = wiringReportSchema.safeParse(value)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  const what =
    typeof version === 'number' && version !== 1
      ? `version: found ${version}, expected 1; another groundwire wrote this file`
      : `is no report of groundwire gate --json (${issue?.path.join('.') || 'file'}: ${issue?.message})`
  throw new InputError(`${source}: ${what}`)
}

interface FromReportOptions {
  /** The file, for messages. */
  readonly source: string
  readonly ablated: readonly Artifact[]
  readonly tokens: ArtifactTokens | null
  /** What the user says of the noise, which wins over what was measured. */
  readonly noise: PlannedNoise | null
}

/** What a report says of a metric, as score checks need it. */
const scoredMetrics = ({ spec, checks }: WiringReport): ScoredMetric[] =>
  spec.metrics
    .filter(({ deterministic }) => !deterministic)
    .map(({ name, receives, mustNeverReceive }) => ({
      name,
      receives,
      mustNeverReceive,
      collapsesWithout: receives.filter((artifact) =>
        checks.some(
          (check) => check.metric === name && check.artifact === artifact && check.expectation === 'collapses',
        ),
      ),
    }))

/** Requests of one evaluation: known of the reference metrics, else the mean of all that were counted. */
const planFor = (
  metric: ScoredMetric,
  { spec, totals }: WiringReport,
  { ablated, tokens }: FromReportOptions,
): PlannedMetric => {
  const known = spec.harness === null ? plannedMetric(metric, ablated, tokens) : undefined
  const { evaluations, requests } = totals.scores
  const counted = evaluations === 0 || requests === 0 ? 1 : requests / evaluations
  return known ?? { name: metric.name, requestsPerEvaluation: counted, ablations: armsToPlan(metric, ablated) }
}

/**
 * What a former invocation tells a plan: its metrics with their noise (σ_w² of the unmodified scores) and judge requests,
 * and its repeats.
 * @throws {InputError} where it measured no noise and none is given
 */
export const plannedFromReport = (report: WiringReport, options: FromReportOptions) => {
  const { source, noise } = options
  const { scores } = report.spec
  const metrics = scoredMetrics(report)
  const measured = metrics.map(({ name }) =>
    varianceWithin(
      report.scores.filter(({ metric, arm }) => metric === name && arm === UNMODIFIED).map((row) => row.scores),
    ),
  )
  const found = measured.filter((variance) => variance !== null)
  if (noise === null && found.length === 0)
    throw new InputError(
      `${source}: measured no noise: no sample has two unmodified scores; give --flips or --noise, or a report with score checks`,
    )
  const average = found.length === 0 ? 0 : mean(found)
  const unmeasured = metrics.filter((_, index) => measured[index] === null).map(({ name }) => name)
  const silent = metrics.filter((_, index) => measured[index] === 0).map(({ name }) => name)
  const custom = report.spec.harness !== null
  return {
    metrics: metrics.map((metric, index): PlannedMetric => {
      const planned = planFor(metric, report, options)
      return noise === null ? { ...planned, sigmaW2: measured[index] ?? average } : planned
    }),
    noise: noise ?? {
      kind: 'report' as const,
      sigmaW2: average,
      text: `measured in ${source}: one sample, judged again and again, scores with a standard deviation of about ${Math.sqrt(average).toFixed(3)}`,
    },
    repeats: scores?.repeats,
    ablatedRepeats: scores?.ablatedRepeats,
    margin: scores?.margin ?? undefined,
    notes: [
      ...(noise === null && unmeasured.length > 0
        ? [`no noise was measured of ${unmeasured.join(', ')}: the mean of the others is taken`]
        : []),
      ...(noise === null && silent.length > 0
        ? [`the repeats of ${silent.join(', ')} were identical: a deterministic judge, or cached answers`]
        : []),
      ...(custom ? ['judge calls of one evaluation: the mean over all metrics of the report'] : []),
    ],
  }
}
