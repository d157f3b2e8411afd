import { InputError, ScorerError } from '../errors.js'
import type { EvalSample } from '../samples/sample.js'
import type { JointHarness, Metric, Scored } from './metric.js'
import type { Ratio } from './ratio.js'
import { checkScore } from './score.js'
import { type Returned, type ScorerSample, scorerSample, wrapScorer } from './wrap-scorer.js'

/** A harness that is one function: all scores of a sample by name. */
export type JointScorer = (
  sample: ScorerSample,
) => Readonly<Record<string, Returned>> | Promise<Readonly<Record<string, Returned>>>

/** What is declared of scores whose name claims no known ratio. */
export type JointDeclarations = Readonly<
  Record<string, { readonly over: Ratio; readonly scale?: readonly [number, number] }>
>

/**
 * The metrics of a joint harness. They share one evaluation; a name that is known or declared claims its ratio.
 * @param names the scores it returns, as seen on one evaluation
 * @throws {InputError} for a score whose name is neither known nor declared
 */
export const jointMetrics = (
  names: readonly string[],
  score: JointScorer,
  declared: JointDeclarations = {},
): Metric[] => {
  if (names.length === 0)
    throw new InputError('harness: it returned no score by name; expected { faithfulness: 0.8, … }')
  const evaluateAll: JointHarness['evaluateAll'] = async (sample: EvalSample) => {
    const returned = await score(scorerSample(sample))
    if (typeof returned !== 'object' || returned === null)
      throw new ScorerError(`harness: expected scores by name, got ${returned === null ? 'null' : typeof returned}`)
    return new Map(
      names.map((name): [string, Scored] => [
        name,
        checkScore((returned as Record<string, unknown>)[name], declared[name]?.scale ?? [0, 1], `harness.${name}`),
      ]),
    )
  }
  const joint: JointHarness = { evaluateAll }
  return names.map((name) => {
    const own = async (sample: EvalSample) => (await evaluateAll(sample)).get(name)!
    const scorer = declared[name] === undefined ? () => null : { ...declared[name], score: () => null }
    return { ...wrapScorer(name, scorer), joint, evaluate: own }
  })
}
