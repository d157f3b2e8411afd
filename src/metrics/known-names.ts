import { REFERENCE_METRICS } from './builtin/index.js'
import type { Metric } from './metric.js'

/** Other names that eval libraries give to the same five ratios, in snake_case. */
const ALIASES: Readonly<Record<string, string>> = {
  groundedness: 'faithfulness',
  hallucination: 'faithfulness',
  answer_relevancy: 'answer_relevance',
  response_relevancy: 'answer_relevance',
  context_relevance: 'context_precision',
  context_relevancy: 'context_precision',
  retrieval_relevance: 'context_precision',
  contextual_precision: 'context_precision',
  contextual_recall: 'context_recall',
  correctness: 'answer_correctness',
}

/** `answerRelevancy`, `ANSWER-RELEVANCY` → `answer_relevancy`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/gu, '$1_$2')
    .replace(/[\s-]+/gu, '_')
    .toLowerCase()

/** The names that stand for a ratio by themselves. */
export const KNOWN_NAMES: readonly string[] = REFERENCE_METRICS.map(({ name }) => name)

/** Metrics, and those reference metrics whose names they do not take: all that a prompt could turn into. */
export const withReferenceMetrics = <M extends { readonly name: string }>(metrics: readonly M[]): (M | Metric)[] => {
  const taken = new Set(metrics.map(({ name }) => name))
  return [...metrics, ...REFERENCE_METRICS.filter(({ name }) => !taken.has(name))]
}

/** The reference metric whose ratio a name claims (`faithfulness`, `answerRelevancy`, `GROUNDEDNESS`), or undefined. */
export const metricByName = (name: string): Metric | undefined => {
  const key = snakeCase(name)
  return REFERENCE_METRICS.find((metric) => metric.name === (ALIASES[key] ?? key))
}
