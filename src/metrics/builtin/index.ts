import type { Metric } from '../metric.js'
import { answerCorrectness } from './answer-correctness.js'
import { answerRelevance } from './answer-relevance.js'
import { contextPrecision } from './context-precision.js'
import { contextRecall } from './context-recall.js'
import { faithfulness } from './faithfulness.js'

/** The five reference metrics, in table order: at most 11 judge requests a sample together. */
export const REFERENCE_METRICS: readonly Metric[] = [
  faithfulness,
  answerRelevance,
  contextPrecision,
  contextRecall,
  answerCorrectness,
]
