/** What groundwire is pointed at: each scorer picks its function's arguments out of the sample. */
import * as metrics from './metrics.js'

interface Sample {
  question: string
  answer: string
  contexts: string[]
  ground_truth: string
}

export const faithfulness = async (sample: Sample) => metrics.faithfulness(sample.answer, sample.contexts)
export const answer_relevance = async (sample: Sample) => metrics.answerRelevance(sample.answer, sample.question)
export const context_precision = async (sample: Sample) => metrics.contextPrecision(sample.question, sample.contexts)
export const context_recall = async (sample: Sample) => metrics.contextRecall(sample.ground_truth, sample.contexts)
export const answer_correctness = async (sample: Sample) =>
  metrics.answerCorrectness(sample.answer, sample.ground_truth)
