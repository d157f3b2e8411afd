import { shuffled } from '../random.js'
import type { EvalSample } from '../samples/sample.js'

const few = (count: number) => (count > 4 ? 'many' : String(count))
const long = (text: string) =>
  text.trim() === '' ? 'empty' : text.length > 1500 ? 'long' : text.length < 25 ? 'short' : ''

/** What can send a harness down another branch: passage count, empty or long texts, layout, script. */
const shape = ({ question, answer, contexts, ground_truth }: EvalSample): string[] => [
  `passages ${few(contexts.length)}`,
  `answer ${long(answer)}`,
  `reference ${long(ground_truth)}`,
  `question ${long(question)}`,
  `passage ${contexts.some((passage) => passage.length > 1500) ? 'long' : ''}`,
  `layout ${/[\n|{}<>`]/u.test(answer) ? 'marked up' : ''}`,
  `script ${/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(answer + question) ? 'other' : ''}`,
]

/**
 * The ids of up to `limit` samples that differ most in shape: again and again the one that adds most features not yet
 * seen, ties in seeded order. These get every kind of ablation under every disposition of the stand-in judge.
 */
export const varietyOf = (samples: readonly EvalSample[], limit: number, seed: number): Set<string> => {
  const left = shuffled(samples, seed).map((sample) => ({ id: sample.id, features: shape(sample) }))
  const seen = new Set<string>()
  const chosen = new Set<string>()
  const news = ({ features }: { features: string[] }) => features.filter((feature) => !seen.has(feature)).length
  while (chosen.size < limit && left.length > 0) {
    let best = 0
    for (let index = 1; index < left.length; index++) if (news(left[index]!) > news(left[best]!)) best = index
    const [taken] = left.splice(best, 1)
    chosen.add(taken!.id)
    for (const feature of taken!.features) seen.add(feature)
  }
  return chosen
}
