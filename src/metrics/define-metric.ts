import { WiringError } from '../errors.js'
import type { Judge, Provenance } from '../judge/judge.js'
import type { Verdict } from '../judge/verdict.js'
import type { Artifact } from '../samples/artifact.js'
import { type Label, type Projection, project } from '../samples/projection.js'
import type { EvalSample } from '../samples/sample.js'
import type { Metric, MetricContext, Scored } from './metric.js'
import { checkRatio, mustNeverReceive, type NonEmpty, type Ratio, receivesOf, type Term } from './ratio.js'
import { checkScore } from './score.js'
import { shareSupported } from './share-supported.js'

type Outcome = Scored | number | null

export interface MetricDefinition<N extends Artifact, D extends Artifact, L extends Label = never> {
  readonly name: string
  readonly numerator: Term<N>
  readonly denominator: Term<D>
  /** Sees the artifacts of the two terms and the labels; a read of anything else does not compile, and throws. */
  readonly score: (view: Projection<N | D, L>, context: MetricContext) => Outcome | Promise<Outcome>
  readonly labels?: readonly L[]
  readonly deterministic?: boolean
  readonly scale?: readonly [number, number]
  readonly collapsesWithout?: readonly NoInfer<N | D>[]
}

/** The same judge, with the provenance of each reply noted. */
const noting = (judge: Judge, into: Provenance[]): Judge => ({
  ask: async (question) => {
    const reply = await judge.ask(question)
    into.push(reply.provenance)
    return reply
  },
})

/** The common part of every metric of groundwire's own: ratio checked, receives derived, score checked, judge noted. */
const assemble = <A extends Artifact>(
  claim: {
    readonly name: string
    readonly ratio: Ratio<A, A>
    readonly deterministic: boolean
    readonly scale: readonly [number, number]
    readonly collapsesWithout: readonly A[]
  },
  score: (sample: EvalSample, context: MetricContext) => Outcome | Promise<Outcome>,
): Metric<A> => {
  const receives = receivesOf(checkRatio(claim.ratio)) as A[]
  for (const artifact of claim.collapsesWithout)
    if (!receives.includes(artifact))
      throw new WiringError(`${claim.name} is to collapse without \`${artifact}\`, which its ratio does not range over`)
  return {
    ...claim,
    receives,
    mustNeverReceive: mustNeverReceive(claim.ratio),
    evaluate: async (sample, { judge }) => {
      const provenance: Provenance[] = []
      const outcome = await score(sample, { judge: noting(judge, provenance) })
      return { ...checkScore(outcome, claim.scale, claim.name), provenance }
    },
  }
}

/**
 * A metric from its ratio. What it receives is derived: the union of the artifacts of numerator and denominator.
 * @throws {WiringError} when a term is empty or misspelt (plain JavaScript), or `collapsesWithout` names what the metric
 * does not receive.
 */
export const defineMetric = <const N extends Artifact, const D extends Artifact, const L extends Label = never>({
  name,
  numerator,
  denominator,
  labels = [],
  deterministic = false,
  scale = [0, 1],
  collapsesWithout = [],
  score,
}: MetricDefinition<N, D, L>): Metric<N | D> => {
  const ratio = checkRatio({ numerator, denominator }) as Ratio<N | D, N | D>
  const artifacts = receivesOf(ratio) as (N | D)[]
  return assemble({ name, ratio, deterministic, scale, collapsesWithout }, (sample, context) =>
    score(project<N | D, L>(sample, artifacts, name, labels), context),
  )
}

export interface CountingMetricDefinition<D extends Artifact, E extends Artifact> {
  readonly name: string
  /** The units: `list` sees the denominator's artifacts only, so the evidence cannot shape what is counted. */
  readonly denominator: Term<D> & {
    readonly list: (view: Projection<D>, context: MetricContext) => readonly string[] | Promise<readonly string[]>
  }
  /** The units kept: `keep` sees the units and the evidence, and gives one verdict a unit, in their order. */
  readonly numerator: {
    readonly counts: string
    readonly evidence: NonEmpty<E>
    readonly keep: (
      units: readonly string[],
      evidence: Projection<E>,
      context: MetricContext,
    ) => readonly Verdict[] | Promise<readonly Verdict[]>
  }
  /** Verdicts → share, for verdicts that do not weigh alike. Called with at least one. Default: supported / all. */
  readonly aggregate?: (verdicts: readonly Verdict[]) => number | null
  readonly collapsesWithout?: readonly NoInfer<D | E>[]
}

/**
 * A metric that counts: list the units of one text (denominator), keep those that the evidence carries (numerator).
 * Its score is `kept / listed`, null where there is no unit.
 * @throws {WiringError} as {@link defineMetric}; at evaluation, when `keep` returns another number of verdicts.
 */
export const defineCountingMetric = <const D extends Artifact, const E extends Artifact>({
  name,
  denominator,
  numerator,
  aggregate = shareSupported,
  collapsesWithout = [],
}: CountingMetricDefinition<D, E>): Metric<D | E> => {
  const evidence = numerator.evidence ?? []
  const ratio = {
    numerator: {
      counts: numerator.counts,
      artifacts: [...denominator.artifacts, ...evidence] as readonly (D | E)[] as NonEmpty<D | E>,
    },
    denominator,
  }
  if (evidence.length === 0) throw new WiringError(`${name} names no evidence; name at least one artifact`)
  return assemble<D | E>(
    { name, ratio, deterministic: false, scale: [0, 1], collapsesWithout },
    async (sample, context) => {
      const units = await denominator.list(project<D>(sample, denominator.artifacts, name), context)
      if (units.length === 0) return { score: null, verdicts: [] }
      const verdicts = await numerator.keep(units, project<E>(sample, evidence, name), context)
      if (verdicts.length !== units.length)
        throw new WiringError(
          `${name} listed ${units.length} units but gave ${verdicts.length} verdicts; one each is needed`,
        )
      return { score: aggregate(verdicts), verdicts }
    },
  )
}
