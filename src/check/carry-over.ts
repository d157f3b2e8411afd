import { type Ablation, ablate } from '../ablation/ablation.js'
import type { Donors } from '../ablation/donors.js'
import { TimeLimitError } from '../errors.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { type ChangedCall, changedCalls } from '../wire/changed-calls.js'
import { requestsFingerprint } from '../wire/request.js'
import {
  learnMasks,
  type Masking,
  maskRequests,
  movedBetween,
  type ScoresByMetric,
  scoresOf,
} from './compare-sample.js'
import type { Trace } from './tracer.js'
import type { Unit } from './unit.js'

/** What an evaluation showed of an artifact that only an evaluation before it was given. */
export interface CarriedOver {
  readonly artifact: Artifact
  /** The unit that was evaluated before. */
  readonly from: string
  readonly calls: readonly ChangedCall[]
  readonly moved: readonly string[]
}

export interface CarryOverOptions {
  readonly earlier: readonly Unit[]
  readonly artifacts: readonly Artifact[]
  readonly donors: Donors
  readonly evaluate: (unit: Unit, sample: EvalSample, arm: string) => Promise<Trace<ScoresByMetric>>
  /** What the passes before the first change teach of volatile spans is added. */
  readonly masking: Masking
}

/**
 * Finds state that one evaluation leaves behind for the next, such as a variable of the module. The sample is always
 * evaluated as it is; what differs is the evaluation of an earlier metric, or of the same one, right before it: once with
 * the sample, once with one artifact of it swapped. Passes that do not repeat show nothing.
 */
export const carriedOver = async (
  unit: Unit,
  sample: EvalSample,
  { earlier, artifacts, donors, evaluate, masking }: CarryOverOptions,
): Promise<CarriedOver[]> => {
  const found: CarriedOver[] = []
  for (const before of earlier) {
    let hangs = false
    const after = async (shown: EvalSample) => {
      const { result } = await evaluate(before, shown, 'evaluated before')
      hangs ||= 'error' in result && result.error instanceof TimeLimitError
      return evaluate(unit, sample, 'evaluated after')
    }
    const masked = ({ requests }: Trace<ScoresByMetric>) => maskRequests(requests, masking)
    const moved = (left: Trace<ScoresByMetric>, right: Trace<ScoresByMetric>) =>
      movedBetween(scoresOf(left), scoresOf(right))
    const same = (left: Trace<ScoresByMetric>, right: Trace<ScoresByMetric>) =>
      requestsFingerprint(masked(left)) === requestsFingerprint(masked(right)) && moved(left, right).length === 0
    const base = await after(sample)
    if (hangs) continue
    if (!learnMasks(base.requests, (await after(sample)).requests, masking)) continue
    for (const artifact of artifacts) {
      const swap: Ablation = { artifact, kind: 'swap' }
      const changed = await after(ablate(sample, swap, donors(sample, artifact)))
      if (same(base, changed) || !same(base, await after(sample))) continue
      const calls = changedCalls(masked(base), masked(changed))
      found.push({ artifact, from: before.name, calls, moved: moved(base, changed) })
    }
  }
  return found
}
