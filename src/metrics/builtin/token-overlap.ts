import { ratio } from '../ratio.js'
import { wrapScorer } from '../wrap-scorer.js'

const words = (text: string): string[] =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.normalize('NFKC').toLowerCase())]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment)

/**
 * F1 of the words that answer and reference share, counted as multisets (as in SQuAD, Rajpurkar et al. 2016). No model
 * judges it, so it is handed the whole sample and names the fields it reads. Null where either side has no word.
 */
export const tokenOverlap = wrapScorer('token_overlap', {
  over: ratio(['answer', 'ground_truth'], ['answer', 'ground_truth'], {
    numerator: 'words that answer and reference share',
    denominator: 'words of answer and reference',
  }),
  deterministic: true,
  score: ({ answer, ground_truth }) => {
    const left = words(ground_truth)
    const stated = words(answer)
    if (left.length === 0 || stated.length === 0) return null
    const total = left.length + stated.length
    const shared = stated.filter((token) => {
      const index = left.indexOf(token)
      if (index >= 0) left.splice(index, 1)
      return index >= 0
    }).length
    return (2 * shared) / total
  },
})
