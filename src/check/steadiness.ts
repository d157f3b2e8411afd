import type { EvalSample } from '../samples/sample.js'
import { DISPOSITIONS } from '../wire/disposition.js'
import { type RecordedRequest, requestsFingerprint } from '../wire/request.js'
import { type Evaluate, learnMasks, type Masking, maskRequests } from './compare-sample.js'

/** Samples with most passages: what shuffles them shows there. */
const SAMPLES = 2
const PASSES = 6

/** What may explain that passes differ, the simplest first. */
const EXPLANATIONS = [
  { unordered: false, mayMask: false },
  { unordered: true, mayMask: false },
  { unordered: false, mayMask: true },
  { unordered: true, mayMask: true },
] as const

/**
 * Evaluates a few samples again and again unmodified, before anything is compared: two passes may agree by chance. Masks
 * are learnt on the way, and whether passes agree once order is left out of account.
 * @returns false where passes differ by more than these can explain: then a request that differs shows nothing
 */
export const isSteady = async (
  samples: readonly EvalSample[],
  evaluate: Evaluate,
  masking: Masking,
): Promise<boolean> => {
  const longest = [...samples].sort((left, right) => right.contexts.length - left.contexts.length).slice(0, SAMPLES)
  const passes: RecordedRequest[][] = []
  for (const sample of longest) {
    const traces = []
    for (let pass = 0; pass <= PASSES; pass++) traces.push(await evaluate(sample, 'steadiness', pass, DISPOSITIONS[0]))
    // The first may hold what the evaluation before has left; what answers from a cache is found by itself.
    passes.push(...traces.slice(1).map(({ requests }) => [...requests]))
  }
  const agree = (mayMask: boolean) => {
    const print = (requests: readonly RecordedRequest[]) => requestsFingerprint(maskRequests(requests, masking))
    const alike = (first: RecordedRequest[], again: RecordedRequest[]) =>
      mayMask ? learnMasks(first, again, masking) : print(first) === print(again)
    return longest.every((_, index) => {
      const [first, ...others] = passes.slice(index * PASSES, (index + 1) * PASSES)
      return others.every((again) => again.length === 0 || alike(first!, again))
    })
  }
  const known = masking.masks.length
  for (const { unordered, mayMask } of EXPLANATIONS) {
    masking.masks.length = known
    masking.unordered = unordered
    if (agree(mayMask)) return true
  }
  masking.masks.length = known
  masking.unordered = false
  return false
}
