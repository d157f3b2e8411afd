import { shuffled } from '../random.js'
import type { Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'

/** Values that nobody's data set holds: taken where no sample of the set can give one. */
const SPARE: EvalSample = {
  id: 'groundwire-spare',
  question: 'Which bird nests on the north wall of the Tellmark lighthouse?',
  answer: 'A pair of grey wagtails has nested on the north wall of the Tellmark lighthouse for nine springs.',
  contexts: [
    'The Tellmark lighthouse keeps a log of the birds on its walls. Grey wagtails nest on the north wall.',
    'Visitors reach the Tellmark lighthouse by a causeway that is dry for four hours around low water.',
  ],
  ground_truth: 'Grey wagtails nest on the north wall of the lighthouse, as its log has recorded for nine springs.',
}

const normal = (value: string | readonly string[]) =>
  [value].flat().join('\n').normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()

/** Finds, for a sample and an artifact, the sample whose value a swap takes. */
export type Donors = (sample: EvalSample, artifact: Artifact) => EvalSample

/**
 * The next sample in seeded order that differs in question *and* in the artifact's value after normalisation (NFKC,
 * case, white space), so that a swap is never a change in name only; where there is none, a spare one.
 */
export const donorsAmong = (samples: readonly EvalSample[], seed: number): Donors => {
  const order = shuffled(samples, seed)
  const position = new Map(order.map(({ id }, index) => [id, index]))
  const texts = new Map<string, string>()
  const text = (sample: EvalSample, artifact: Artifact) => {
    const key = `${artifact} ${sample.id}`
    const known = texts.get(key) ?? normal(sample[artifact])
    texts.set(key, known)
    return known
  }
  return (sample, artifact) => {
    const start = position.get(sample.id) ?? 0
    for (let step = 1; step < order.length; step++) {
      const candidate = order[(start + step) % order.length] as EvalSample
      const value = text(candidate, artifact)
      if (value !== '' && value !== text(sample, artifact) && text(candidate, 'question') !== text(sample, 'question'))
        return candidate
    }
    return SPARE
  }
}
