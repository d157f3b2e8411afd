/** R, Q, and the family of the simulated gate: five metrics that must each ignore two artifacts. */
export const REPEATS = 5
export const ABLATED_REPEATS = 3
export const METRICS = 5
export const CHECKS_A_METRIC = 2

/** Flip probability at which two judgements of one claim disagree 10 % of the time: 2f(1 − f) = 0.1. */
export const TEN_PERCENT = (1 - Math.sqrt(0.8)) / 2

const TRUE_SHARE = 0.75

/** How a simulated judge errs. */
export interface JudgeModel {
  readonly name: string
  /** Probability that a verdict comes out wrong, at a place 0 … 1 in the send order of the invocation. */
  readonly flip: (progress: number) => number
  /** Share of an evaluation's claims that are extracted anew, their number too; 0 where claims are fixed. */
  readonly reextracted: number
}

export const JUDGES = {
  'zero noise': { name: 'zero noise', flip: () => 0, reextracted: 0 },
  '10 % verdict flips': { name: '10 % verdict flips', flip: () => TEN_PERCENT, reextracted: 0 },
  're-extracted claims': { name: 're-extracted claims', flip: () => TEN_PERCENT, reextracted: 0.25 },
  'drifting flips': { name: 'drifting flips', flip: (progress) => 0.01 + 0.24 * progress, reextracted: 0 },
} as const satisfies Record<string, JudgeModel>

/**
 * What a leak takes hold of. `claims`: each unsupported claim is credited with the same probability, and alike in every
 * unmodified evaluation. `spread`: the same, drawn afresh in each evaluation, so that all samples move a little. `whole`:
 * some samples move by half a score, the others not at all.
 */
export type LeakForm = 'claims' | 'spread' | 'whole'

export interface Leak {
  /** How much higher the leaking checks' metrics score as wired, on average over samples like these. */
  readonly size: number
  readonly form: LeakForm
}

interface Claim {
  readonly supported: boolean
  /** Whether the leaked artifact supports it. */
  readonly credited: boolean
}

/** What one metric makes of one sample. */
export interface SimulatedSample {
  readonly claims: readonly Claim[]
  /** Probability that the leak credits an unsupported claim, drawn once a claim; and drawn afresh each evaluation. */
  readonly creditedOnce: number
  readonly creditedAfresh: number
}

type Random = () => number

const claimCount = (random: Random): number => 3 + Math.floor(random() * 4)

const claim = (random: Random, creditedOnce: number): Claim => {
  const supported = random() < TRUE_SHARE
  return { supported, credited: !supported && random() < creditedOnce }
}

/** Verdicts that flip hide a part of every leak: a claim moved by the leak moves the score by 1 − 2f only. */
const visible = ({ flip }: JudgeModel): number => 1 - 2 * flip(0.5)

/** Draws a sample of 3 to 6 claims, 75 % of them true, of which a leak may credit some. */
export const drawSample = (random: Random, judge: JudgeModel, leak: Leak | null): SimulatedSample => {
  const form = leak?.form ?? 'claims'
  const moved = (leak?.size ?? 0) / visible(judge)
  const credit = moved / (1 - TRUE_SHARE)
  const creditedOnce = form === 'claims' ? credit : 0
  const creditedAfresh = form === 'spread' ? credit : 0
  if (form === 'whole' && random() < moved / 0.5) {
    const half = random() < 0.5 ? 2 : 3
    const reached = Array.from({ length: half }, () => ({ supported: false, credited: true }))
    return { claims: [...reached, ...reached.map(() => claim(random, 0))], creditedOnce, creditedAfresh }
  }
  const claims = Array.from({ length: claimCount(random) }, () => claim(random, creditedOnce))
  return { claims, creditedOnce, creditedAfresh }
}

/** One evaluation's score: the share of claims judged supported. `leaking` is false where the leaked artifact is ablated. */
export const evaluate = (
  { claims, creditedOnce, creditedAfresh }: SimulatedSample,
  { flip, reextracted }: JudgeModel,
  { progress, leaking, random }: { readonly progress: number; readonly leaking: boolean; readonly random: Random },
): number => {
  const wrong = flip(progress)
  const count = reextracted > 0 ? claimCount(random) : claims.length
  let supported = 0
  for (let index = 0; index < count; index++) {
    const fixed = claims[index % claims.length] as Claim
    const one = reextracted > 0 && random() < reextracted ? claim(random, creditedOnce) : fixed
    const credited = leaking && (one.credited || (creditedAfresh > 0 && random() < creditedAfresh))
    const truth = one.supported || credited
    if (random() < wrong ? !truth : truth) supported += 1
  }
  return supported / count
}
