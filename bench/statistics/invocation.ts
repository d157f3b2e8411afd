import { hash32, seededRandom, shuffled } from '../../src/random.js'
import type { FamilyCheck } from '../../src/statistics/gate.js'
import {
  ABLATED_REPEATS,
  CHECKS_A_METRIC,
  drawSample,
  evaluate,
  type JudgeModel,
  type Leak,
  METRICS,
  REPEATS,
} from './judge-model.js'

/** One simulated invocation: ten checks over n samples. */
export interface InvocationOptions {
  readonly judge: JudgeModel
  readonly n: number
  /** Leaks through the first check of each of the first `leaking` metrics; the other checks are clean. */
  readonly leak: Leak | null
  /** How many metrics leak, 0 … 5. */
  readonly leaking: number
  /** `interleaved`: blocks of samples as collected; `apart`: all unmodified passes first, then ablation by ablation. */
  readonly order: 'interleaved' | 'apart'
  readonly seed: number
}

const UNMODIFIED = -1

interface Unit {
  readonly metric: number
  /** The check whose artifact is ablated, or UNMODIFIED. */
  readonly arm: number
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

/** One walk over the samples under one ablation, or unmodified: every metric once. */
const pass = (arm: number): Unit[] => times(METRICS, (metric) => ({ metric, arm }))

/** All passes, the unmodified ones first. */
const PASSES: readonly (readonly Unit[])[] = [
  ...times(REPEATS, () => pass(UNMODIFIED)),
  ...times(CHECKS_A_METRIC, (arm) => times(ABLATED_REPEATS, () => pass(arm))).flat(),
]

/** What one sample takes, whatever the order. */
const BLOCK = PASSES.flat()

/** Sample and unit of every evaluation, in send order. */
const sendOrder = ({ n, order, seed }: InvocationOptions): { readonly sample: number; readonly unit: Unit }[] => {
  const samples = times(n, (sample) => sample)
  if (order === 'apart') {
    return PASSES.flatMap((units) => samples.flatMap((sample) => units.map((unit) => ({ sample, unit }))))
  }
  return shuffled(samples, seed).flatMap((sample) =>
    shuffled(BLOCK, hash32(seed, sample)).map((unit) => ({ sample, unit })),
  )
}

/** Whether a check is one that leaks. */
export const isLeaking = ({ leak, leaking }: InvocationOptions, index: number): boolean =>
  leak !== null && index % CHECKS_A_METRIC === 0 && index / CHECKS_A_METRIC < leaking

/** Collects the scores of a simulated invocation: ten checks, metric by metric, repeats in send order. */
export const collect = (options: InvocationOptions): FamilyCheck[] => {
  const { judge, n, leak, leaking, seed } = options
  const random = seededRandom(seed)
  const drawn = times(METRICS, (metric) => times(n, () => drawSample(random, judge, metric < leaking ? leak : null)))
  const scores = times(METRICS, () => times(CHECKS_A_METRIC + 1, () => times(n, (): number[] => [])))
  const order = sendOrder(options)
  order.forEach(({ sample, unit: { metric, arm } }, place) => {
    const score = evaluate(drawn[metric]![sample]!, judge, {
      progress: place / order.length,
      // The leak comes through the artifact of the first check.
      leaking: arm !== 0,
      random,
    })
    scores[metric]![arm + 1]![sample]!.push(score)
  })
  return scores.flatMap(([unmodified, ...arms], metric) =>
    arms.map((ablated, check) => ({
      metric: `metric ${metric}`,
      check: `artifact ${check}`,
      samples: times(n, (sample) => ({ baseline: unmodified![sample]!, ablated: ablated[sample]! })),
    })),
  )
}
