/** The stock RAG prompts of openevals, each as a judge that is handed every artifact. */
import OpenAI from 'openai'
import {
  CORRECTNESS_PROMPT,
  createLLMAsJudge,
  HALLUCINATION_PROMPT,
  RAG_GROUNDEDNESS_PROMPT,
  RAG_RETRIEVAL_RELEVANCE_PROMPT,
} from 'openevals'

interface Sample {
  question: string
  answer: string
  contexts: string[]
  ground_truth: string
}

const client = new OpenAI({ maxRetries: 0 })

const judge = (prompt: string) => {
  const evaluate = createLLMAsJudge({ prompt, judge: client as never, model: 'gpt-4.1-mini', continuous: true })
  return async ({ question, answer, contexts, ground_truth }: Sample) => {
    const result = await evaluate({
      inputs: question,
      outputs: answer,
      context: contexts.join('\n'),
      reference_outputs: ground_truth,
      referenceOutputs: ground_truth,
    })
    return Number((result as { score: number | boolean }).score)
  }
}

export const groundedness = judge(RAG_GROUNDEDNESS_PROMPT)
export const hallucination = judge(HALLUCINATION_PROMPT)
export const retrieval_relevance = judge(RAG_RETRIEVAL_RELEVANCE_PROMPT)
export const correctness = judge(CORRECTNESS_PROMPT)
