import { InputError } from '../errors.js'
import { KNOWN_NAMES, metricByName, snakeCase } from './known-names.js'
import type { Metric } from './metric.js'
import { nearMiss } from './near-miss.js'
import { type DeclaredScorer, type Scorer, wrapScorer } from './wrap-scorer.js'

const isMetric = (value: unknown): value is Metric =>
  typeof value === 'object' && value !== null && 'evaluate' in value && 'ratio' in value && 'receives' in value

const isScorerObject = (value: unknown): value is DeclaredScorer =>
  typeof value === 'object' && value !== null && 'score' in value

export interface LoadedHarness {
  readonly metrics: readonly Metric[]
  /** Exports that were left out, each with the reason. */
  readonly notes: readonly string[]
  /** Functions among them: where one is a scorer, it was not checked. */
  readonly leftOut: number
  /** The file it was loaded from; null for the reference metrics, and where code gave it. */
  readonly source: string | null
}

/**
 * The metrics of a harness. Of a plain record every entry must be one. Of an imported module, its `default` or `metrics`
 * record if there is one; else every export that is a metric, declares a ratio, or goes by a known name: other exports
 * are left out and said aloud. The five known names come first, in table order.
 * @param source for messages, such as `src/eval/metrics.ts`
 * @throws {InputError} where nothing is left, an entry is no scorer, or two metrics share a name
 */
export const metricsOf = (given: unknown, source: string): LoadedHarness => {
  if (typeof given !== 'object' || given === null)
    throw new InputError(
      `${source}: expected scorers by name, as in { faithfulness: async (sample) => 0.9 }, got ${given}`,
    )
  const isModule = Object.prototype.toString.call(given) === '[object Module]' || '__esModule' in given
  const module = given as Record<string, unknown>
  const record = isModule
    ? [module.metrics, module.default].find((value) => typeof value === 'object' && value)
    : module
  const entries = Object.entries((record ?? module) as Record<string, unknown>)
  const leftOut: string[] = []
  const metrics: Metric[] = []
  for (const [name, value] of entries) {
    if (isMetric(value)) metrics.push(value)
    else if (record === undefined && !isScorerObject(value) && metricByName(name) === undefined) {
      const meant = typeof value === 'function' ? nearMiss(snakeCase(name), KNOWN_NAMES) : undefined
      if (meant !== undefined)
        throw new InputError(`${source}: export \`${name}\` is no known metric; did you mean \`${meant}\`?`)
      leftOut.push(name)
    } else metrics.push(wrapScorer(name, value as Scorer | DeclaredScorer))
  }
  if (metrics.length === 0)
    throw new InputError(
      `${source}: no metric found${leftOut.length > 0 ? ` (${leftOut.length} exports left out)` : ''}; export scorers named faithfulness, answer_relevance, …, or { over: ratio(…), score }`,
    )
  const rank = ({ name }: Metric) => {
    const known = metricByName(name)
    return known === undefined ? KNOWN_NAMES.length : KNOWN_NAMES.indexOf(known.name)
  }
  metrics.sort((left, right) => rank(left) - rank(right))
  const names = metrics.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new InputError(`${source}: two metrics are named ${twice}; names must be unique`)
  const functions = leftOut.filter((name) => typeof module[name] === 'function')
  return {
    metrics,
    notes: leftOut.map(
      (name) => `${source}: export \`${name}\` is left out: no known metric, and it declares no ratio`,
    ),
    leftOut: functions.length,
    source,
  }
}
