import { InputError } from '../errors.js'
import type { Artifact } from '../samples/artifact.js'
import { inTableOrder } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { KNOWN_NAMES, metricByName } from './known-names.js'
import type { Metric, Scored } from './metric.js'
import { checkRatio, mustNeverReceive, type Ratio, receivesOf } from './ratio.js'
import { checkScore } from './score.js'

/**
 * What a scorer is handed: the id, all four artifacts, and the columns that the config names as extras. Under an `absent`
 * ablation one of them is missing.
 */
export type ScorerSample = Readonly<Omit<EvalSample, 'relevance' | 'extras'>>

/** The sample as somebody's scorer gets it: a copy that it may change. */
export const scorerSample = ({ relevance: _, extras, ...sample }: EvalSample): ScorerSample =>
  structuredClone({ ...extras, ...sample })

export type Returned = number | boolean | null | Scored

/** Somebody's scorer: a sample in, a score out. */
export type Scorer = (sample: ScorerSample) => Returned | Promise<Returned>

/** A scorer with the ratio it claims, for names that are none of the five. */
export interface DeclaredScorer {
  readonly over: Ratio
  readonly score: Scorer
  readonly scale?: readonly [number, number]
  readonly deterministic?: boolean
  readonly collapsesWithout?: readonly Artifact[]
}

/**
 * Somebody's scorer as a metric. The ratio is a claim to be tested, taken from the name or declared with `over`. The
 * scorer is handed everything: whatever it should not use, it must leave alone by itself.
 * @throws {InputError} when the name is none of the known ones and nothing declares the ratio.
 */
export const wrapScorer = (name: string, scorer: Scorer | DeclaredScorer): Metric => {
  const declared = typeof scorer === 'function' ? undefined : scorer
  const score = typeof scorer === 'function' ? scorer : scorer?.score
  if (typeof score !== 'function')
    throw new InputError(`metrics.${name}: expected a function or { over: ratio(…), score }, got ${typeof scorer}`)
  const known = metricByName(name)
  const over = declared?.over ?? known?.ratio
  if (over === undefined)
    throw new InputError(
      `metrics.${name}: what does it range over? Only ${KNOWN_NAMES.join(', ')} (and common aliases) are known by name; ` +
        "declare it: { over: ratio(['answer', 'contexts'], ['answer']), score }",
    )
  const ratio = checkRatio(over)
  const scale = declared?.scale ?? ([0, 1] as const)
  const receives = inTableOrder(receivesOf(ratio))
  return {
    name,
    ratio,
    receives,
    mustNeverReceive: mustNeverReceive(ratio),
    deterministic: declared?.deterministic ?? false,
    scale,
    collapsesWithout:
      declared?.collapsesWithout ?? known?.collapsesWithout.filter((artifact) => receives.includes(artifact)) ?? [],
    // A copy: a scorer that sorts or adds to the passages must not change what is evaluated next.
    evaluate: async (sample) => checkScore(await score(scorerSample(sample)), scale, name),
  }
}
