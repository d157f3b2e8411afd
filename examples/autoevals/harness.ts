/**
 * The stock RAG scorers of autoevals. Every artifact is handed to every scorer, as its uniform interface invites one to;
 * which of them reach the judge is what the gate finds out.
 */
import {
  AnswerCorrectness,
  AnswerRelevancy,
  ContextPrecision,
  ContextRecall,
  ContextRelevancy,
  Faithfulness,
  init,
} from 'autoevals'
import OpenAI from 'openai'

interface Sample {
  question: string
  answer: string
  contexts: string[]
  ground_truth: string
}

// For all scorers at once: a client given to a single call is not used for embeddings.
init({ client: new OpenAI({ maxRetries: 0 }) as never })

const uniform = ({ question, answer, contexts, ground_truth }: Sample) => ({
  input: question,
  output: answer,
  context: contexts,
  expected: ground_truth,
})

export const faithfulness = async (sample: Sample) => (await Faithfulness(uniform(sample))).score
export const answer_relevancy = async (sample: Sample) => (await AnswerRelevancy(uniform(sample))).score
export const context_precision = async (sample: Sample) => (await ContextPrecision(uniform(sample))).score
export const context_recall = async (sample: Sample) => (await ContextRecall(uniform(sample))).score
export const answer_correctness = async (sample: Sample) => (await AnswerCorrectness(uniform(sample))).score
export const context_relevancy = async (sample: Sample) => (await ContextRelevancy(uniform(sample))).score
