import { describe, expect, it } from 'vitest'
import { KNOWN_NAMES, metricByName } from '../../../src/metrics/known-names.js'

describe('a known name', () => {
  it('is one of the five, in table order', () => {
    expect(KNOWN_NAMES).toEqual([
      'faithfulness',
      'answer_relevance',
      'context_precision',
      'context_recall',
      'answer_correctness',
    ])
  })

  it.each([
    ['faithfulness', 'faithfulness'],
    ['Faithfulness', 'faithfulness'],
    ['groundedness', 'faithfulness'],
    ['answerRelevancy', 'answer_relevance'],
    ['AnswerRelevancy', 'answer_relevance'],
    ['response-relevancy', 'answer_relevance'],
    ['Contextual Precision', 'context_precision'],
    ['context_relevance', 'context_precision'],
    ['ContextualRecall', 'context_recall'],
    ['ANSWER_CORRECTNESS', 'answer_correctness'],
    ['correctness', 'answer_correctness'],
  ])('`%s` claims the ratio of %s', (name, known) => {
    expect(metricByName(name)?.name).toBe(known)
  })

  it.each(['', 'relevance', 'faithfulness_v2', 'constructor', 'toString', '__proto__'])('is not `%s`', (name) => {
    expect(metricByName(name)).toBeUndefined()
  })
})
