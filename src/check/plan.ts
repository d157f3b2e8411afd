import {
  type CheckForecast,
  flipProbability,
  forecast,
  type Remedies,
  remediesFor,
  varianceOfFlips,
} from '../statistics/planning.js'
import { defaultMargin } from '../statistics/sizes.js'
import { EXIT } from './outcome.js'
import type { ScoreExpectation } from './score-proof.js'

/** How noisy the judge is, and how that is known. */
export interface PlannedNoise {
  readonly kind: 'flips' | 'sd' | 'report'
  /** σ_w², the variance of one score within a sample, in score units squared. */
  readonly sigmaW2: number
  /** Where the figure is from, for people. */
  readonly text: string
}

/** How often two judgements of one claim are taken to disagree where nothing tells it. */
export const ASSUMED_FLIPS = 0.1

const percent = (share: number): string => `${Number((share * 100).toPrecision(2))} %`

/** Assumed: verdicts flip independently. @param rate at which two judgements of one claim disagree, 0 … below 0.5 */
export const noiseOfFlips = (rate: number): PlannedNoise => ({
  kind: 'flips',
  sigmaW2: varianceOfFlips(rate),
  text: `two judgements of one claim disagree ${percent(rate)} of the time (each verdict flips with ${percent(flipProbability(rate))}; 3 to 6 claims a sample)`,
})

/** Assumed: the standard deviation of one score when one sample is judged again and again. */
export const noiseOfSd = (sd: number): PlannedNoise => ({
  kind: 'sd',
  sigmaW2: sd ** 2,
  text: `one sample, judged again and again, scores with a standard deviation of ${sd}`,
})

/** An arm beside the unmodified one: an ablation, or a control. */
export interface PlannedArm {
  /** Such as `swap question`. */
  readonly name: string
  readonly expectation: ScoreExpectation
}

export interface PlannedMetric {
  readonly name: string
  /** Judge requests of one evaluation; a mean where they vary. */
  readonly requestsPerEvaluation: number
  readonly ablations: readonly PlannedArm[]
  /** Prompt tokens of one evaluation, an estimate; without it none are counted. */
  readonly tokensPerEvaluation?: number | null
  /** Where this metric has a noise of its own. */
  readonly sigmaW2?: number | undefined
}

export interface PlanOptions {
  readonly samples: number
  readonly metrics: readonly PlannedMetric[]
  readonly repeats: number
  readonly ablatedRepeats: number
  /** δ in score units; default by the number of samples. */
  readonly margin?: number | undefined
  readonly noise: PlannedNoise
  /** m of the Holm family; default: the arms that must be ignored. */
  readonly checks?: number | undefined
  /** What was assumed, a sentence each. */
  readonly notes?: readonly string[]
}

/** Calls to the judge: evaluations, their requests, and prompt tokens (null where they cannot be estimated). */
export interface PlannedCalls {
  readonly evaluations: number
  readonly requests: number
  readonly tokens: number | null
}

export interface PlannedRow {
  readonly name: string
  /** Score checks of artifacts that must be ignored. */
  readonly checks: number
  readonly calls: PlannedCalls
  /** The calls that remain where requests prove every cell: unmodified repeats and the collapse. */
  readonly callsIfProved: PlannedCalls
  /** Null for a metric without a check that scores could decide. */
  readonly forecast: CheckForecast | null
}

/** What an invocation would cost and could show. Plain data; also what `groundwire plan --json` writes. */
export interface Plan {
  readonly version: 1
  readonly samples: number
  readonly repeats: number
  readonly ablatedRepeats: number
  readonly margin: number
  readonly checks: number
  readonly noise: PlannedNoise
  readonly calls: PlannedCalls
  readonly callsIfProved: PlannedCalls
  readonly metrics: readonly PlannedRow[]
  /** False where some check could not pass by score: with so few samples, or at this noise. */
  readonly passPossible: boolean
  /** One change each that would do; null where every check is expected to pass in nine of ten clean invocations. */
  readonly remedies: Remedies | null
  readonly notes: readonly string[]
  /** 0, or 4 where a pass by score is impossible. */
  readonly exitCode: number
}

const callsOf = (metric: PlannedMetric, evaluations: number): PlannedCalls => {
  const { requestsPerEvaluation, tokensPerEvaluation: tokens = null } = metric
  return {
    evaluations,
    requests: Math.round(evaluations * requestsPerEvaluation),
    tokens: tokens === null ? null : Math.round(evaluations * tokens),
  }
}

const sumOf = (calls: readonly PlannedCalls[]): PlannedCalls => ({
  evaluations: calls.reduce((sum, { evaluations }) => sum + evaluations, 0),
  requests: calls.reduce((sum, { requests }) => sum + requests, 0),
  tokens: calls.reduce<number | null>((sum, { tokens }) => (sum === null || tokens === null ? null : sum + tokens), 0),
})

/** What does for the neediest metric does for all; what helps no metric helps none. */
const remediesOf = (each: readonly Remedies[]): Remedies | null => {
  if (each.length === 0) return null
  const largest = (values: readonly (number | null)[]) =>
    values.some((value) => value === null) ? null : Math.max(...(values as number[]))
  return {
    samples: Math.max(...each.map(({ samples }) => samples)),
    margin: largest(each.map(({ margin }) => margin)),
    repeats: largest(each.map(({ repeats }) => repeats)),
  }
}

/** An expected pass, in nine of ten invocations in which nothing leaks. */
const SURE = 0.9

/**
 * Plans the score checks of an invocation: what it costs, what each check could rule out and find, and what to change
 * where a pass could not be expected. Nothing is asked.
 */
export const planOf = (options: PlanOptions): Plan => {
  const { samples, metrics, repeats, ablatedRepeats, noise, notes = [] } = options
  const { margin = defaultMargin(samples) } = options
  const ignored = ({ ablations }: PlannedMetric) => ablations.filter(({ expectation }) => expectation === 'ignores')
  const { checks = metrics.reduce((sum, metric) => sum + ignored(metric).length, 0) } = options
  const designOf = ({ sigmaW2 = noise.sigmaW2 }: PlannedMetric) => ({
    n: samples,
    repeats,
    ablatedRepeats,
    checks: Math.max(1, checks),
    margin,
    sigmaW2,
  })
  const rows = metrics.map((metric): PlannedRow => {
    const evaluations = (arms: number) => samples * (repeats + arms * ablatedRepeats)
    return {
      name: metric.name,
      checks: ignored(metric).length,
      calls: callsOf(metric, evaluations(metric.ablations.length)),
      callsIfProved: callsOf(metric, evaluations(metric.ablations.length - ignored(metric).length)),
      forecast: ignored(metric).length === 0 ? null : forecast(designOf(metric)),
    }
  })
  const needy = metrics.filter((_, index) => (rows[index]?.forecast?.passChance ?? 1) < SURE)
  const passPossible = rows.every((row) => row.forecast === null || row.forecast.pass === 'possible')
  return {
    version: 1,
    samples,
    repeats,
    ablatedRepeats,
    margin,
    checks,
    noise,
    calls: sumOf(rows.map(({ calls }) => calls)),
    callsIfProved: sumOf(rows.map(({ callsIfProved }) => callsIfProved)),
    metrics: rows,
    passPossible,
    remedies: remediesOf(needy.map((metric) => remediesFor(designOf(metric)))),
    notes,
    exitCode: passPossible ? EXIT.pass : EXIT.undecided,
  }
}
