export { type CheckedWiring, type CheckWiringOptions, checkWiring, type ScoreOptions } from './check/check-wiring.js'
export { OUTCOMES, type Outcome } from './check/outcome.js'
export { type CheckReport, type WiringReport, wiringReportSchema } from './check/report.js'
export type { Evaluation, Replies, Trace, Tracer } from './check/tracer.js'
export { defineConfig, type GroundwireConfig, type Harness } from './config.js'
export { GroundwireError, InputError, ScorerError, WiringError } from './errors.js'
export { judgeUnits, splitUnits } from './judge/ask.js'
export {
  type Judge,
  JudgeError,
  type JudgeFailure,
  type JudgeQuestion,
  type JudgeReply,
  type Provenance,
} from './judge/judge.js'
export { type PromptTemplate, promptTemplate, quoted, quotedLine, word } from './judge/template.js'
export type { Verdict } from './judge/verdict.js'
export { answerCorrectness } from './metrics/builtin/answer-correctness.js'
export { answerRelevance } from './metrics/builtin/answer-relevance.js'
export { contextPrecision } from './metrics/builtin/context-precision.js'
export { contextPrecisionLabelled } from './metrics/builtin/context-precision-labelled.js'
export { contextRecall } from './metrics/builtin/context-recall.js'
export { faithfulness } from './metrics/builtin/faithfulness.js'
export { REFERENCE_METRICS } from './metrics/builtin/index.js'
export { tokenOverlap } from './metrics/builtin/token-overlap.js'
export {
  type CountingMetricDefinition,
  defineCountingMetric,
  defineMetric,
  type MetricDefinition,
} from './metrics/define-metric.js'
export type { Metric, MetricContext, Scored } from './metrics/metric.js'
export {
  mustNeverReceive,
  type NonEmpty,
  type Ratio,
  type Receives,
  ratio,
  receivesOf,
  type Term,
} from './metrics/ratio.js'
export { type DeclaredScorer, type Scorer, type ScorerSample, wrapScorer } from './metrics/wrap-scorer.js'
export { ARTIFACTS, type Artifact } from './samples/artifact.js'
export type { Projection } from './samples/projection.js'
export { type EvalSample, evalSampleSchema } from './samples/sample.js'
