import type { EvalSample } from '../samples/sample.js'
import { DISPOSITIONS } from '../wire/disposition.js'
import type { Evidence } from './gather.js'
import type { Unit } from './unit.js'
import type { ReplyEffects } from './vary-replies.js'

/** So many evaluations have their replies varied: the first shows most calls, the others those of rarer branches. */
const MOST_VARIED = 12

/**
 * The evaluations whose replies are varied, lazily, until every call that shows what some metric must not receive is
 * known; for a joint harness at least one, because which score a call decides has to be found out.
 */
export function* toVary(
  { metrics }: Unit,
  evidence: readonly Evidence[],
  effects: ReplyEffects,
  samples: readonly EvalSample[],
): Generator<Evidence['again']> {
  const wrong = evidence.filter(({ artifact }) =>
    metrics.some(
      ({ deterministic, receives }) => !deterministic && !(receives as readonly string[]).includes(artifact),
    ),
  )
  const [sample] = samples
  if (metrics.length > 1 && sample !== undefined) yield { shown: sample, disposition: DISPOSITIONS[0] }
  let varied = 0
  for (const { call, again } of wrong)
    if (varied < MOST_VARIED && !effects.knows(call.slot)) {
      varied += 1
      yield again
    }
}
