import { donorsAmong } from '../../../src/ablation/donors.js'
import type { Acceptance, Policy } from '../../../src/check/leak.js'
import type { Mechanism } from '../../../src/check/mechanisms.js'
import type { RequestEvidence } from '../../../src/check/report.js'
import { requestEvidence } from '../../../src/check/request-evidence.js'
import { requestOutcome } from '../../../src/check/request-outcome.js'
import { proveByRequests } from '../../../src/check/request-proof.js'
import type { Tracer } from '../../../src/check/tracer.js'
import { unitsOf } from '../../../src/check/unit.js'
import type { Metric } from '../../../src/metrics/metric.js'
import type { ScorerSample } from '../../../src/metrics/wrap-scorer.js'
import { ARTIFACTS, type Artifact } from '../../../src/samples/artifact.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import { fakeWire, samplesOf, scorerOver } from '../fakes.js'

type Wire = ReturnType<typeof fakeWire>

interface Given {
  readonly samples?: EvalSample[]
  readonly artifacts?: readonly Artifact[]
  readonly lacking?: readonly Artifact[]
  readonly variety?: number
  readonly tracer?: Tracer
  readonly signal?: AbortSignal
  readonly without?: readonly Mechanism[]
  readonly accept?: readonly Acceptance[]
  readonly policy?: Policy
}

/** Proves a metric on an in-memory wire and gives the outcome of each cell. */
export const prove = async (
  make: (wire: Wire) => Metric,
  {
    samples = samplesOf(3),
    artifacts = ARTIFACTS,
    lacking = [],
    variety = 8,
    tracer,
    signal,
    without = [],
    accept = [],
    policy = {},
  }: Given = {},
) => {
  const wire = fakeWire()
  const metric = make(wire)
  const units = unitsOf([metric])
  const findings = await proveByRequests(units[0]!, {
    samples,
    artifacts,
    donors: donorsAmong(samples, 1),
    variety: new Set(samples.slice(0, variety).map(({ id }) => id)),
    units,
    tracer: tracer ?? wire.tracer,
    judge: wire.judge,
    without: new Set(without),
    ...(signal ? { signal } : {}),
  })
  const cells = ARTIFACTS.map((artifact) =>
    requestOutcome(metric, artifact, findings, { mostLack: lacking.includes(artifact), accept, policy }),
  )
  const [question, answer, contexts, ground_truth] = cells
  const byArtifact = { question: question!, answer: answer!, contexts: contexts!, ground_truth: ground_truth! }
  return {
    findings,
    wire,
    cells: byArtifact,
    evidence: (artifact: Artifact): RequestEvidence =>
      requestEvidence(metric, artifact, findings, byArtifact[artifact].reach),
  }
}

export const outcomes = ({ cells }: Awaited<ReturnType<typeof prove>>) =>
  ARTIFACTS.map((artifact) => cells[artifact].outcome)

/** Asks over what it receives, and over what `more` pastes in. */
export const asking =
  (more: (sample: ScorerSample) => string = () => '') =>
  ({ send }: Wire) =>
    scorerOver(async (sample) => send(`${sample.answer} against ${sample.contexts?.join()} ${more(sample)}`))

/** The outcomes of a metric over answer and contexts that is wired right, in table order. */
export const WIRED = ['invariant', 'reads', 'reads', 'invariant']

/** The rest of an outcome for a cell to which nothing leads. */
export const NOTHING_SHOWN = { leakKind: null, reach: { observations: [], channels: [] } }
