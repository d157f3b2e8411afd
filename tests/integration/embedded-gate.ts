import { checkWiring, type ScoreOptions } from '../../src/check/check-wiring.js'
import { REFERENCE_METRICS } from '../../src/metrics/builtin/index.js'
import type { Metric } from '../../src/metrics/metric.js'
import { ARTIFACTS, type Artifact } from '../../src/samples/artifact.js'
import { datasetOf } from '../../src/samples/dataset.js'
import type { EvalSample } from '../../src/samples/sample.js'
import { EMBEDDED_MODEL, EMBEDDED_URL, embeddedAnswer } from '../../src/transport/embedded-answer.js'
import type { Interception } from '../../src/transport/interception.js'
import { openAIJudge } from '../../src/transport/openai-judge.js'

/** A client of the embedded judge; make it after `intercept()`, because it keeps the `fetch` that it finds. */
export const simulatedJudge = () =>
  openAIJudge({ model: EMBEDDED_MODEL, baseURL: EMBEDDED_URL, apiKey: 'none', retries: 0 })

export interface GateOptions {
  readonly watched: Interception
  readonly samples: readonly EvalSample[]
  readonly metrics?: readonly Metric[]
  readonly ablated?: readonly Artifact[]
  readonly seed?: number
  readonly scores?: Partial<ScoreOptions> | null
}

/** What `groundwire gate` decides, in this process, with the embedded judge. */
export const embeddedGate = ({
  watched,
  samples,
  metrics = REFERENCE_METRICS,
  ablated = ARTIFACTS,
  seed = 1,
  scores = {},
}: GateOptions) => {
  watched.answerWith(embeddedAnswer(seed))
  const judge = simulatedJudge()
  return checkWiring({
    metrics,
    samples,
    lacking: datasetOf(samples).lacking,
    ablated,
    seed,
    tracer: watched,
    judge,
    scores: scores && { kind: 'embedded', judge, repeats: 5, ablatedRepeats: 3, concurrency: 4, ...scores },
  })
}
