import { z } from 'zod'
import type { Artifact } from './artifact.js'

/**
 * One evaluation sample. `contexts` is ordered; an artifact that the sample does not carry is `''` (`[]` for contexts).
 * `relevance` are optional human labels, one per passage, handed to metrics that declare them and to nothing else;
 * `extras` are other columns of the file, kept only where the config names them, for wrapped scorers.
 */
export const evalSampleSchema = z.strictObject({
  id: z.string().min(1),
  question: z.string(),
  answer: z.string(),
  contexts: z.array(z.string()),
  ground_truth: z.string(),
  relevance: z.array(z.boolean()).optional(),
  extras: z.record(z.string(), z.unknown()).optional(),
})

export type EvalSample = z.infer<typeof evalSampleSchema>

/** True where the sample carries nothing for the artifact: empty or only white space, no passage or only empty ones. */
export const lacks = (sample: EvalSample, artifact: Artifact): boolean => {
  const value = sample[artifact]
  return typeof value === 'string' ? value.trim() === '' : (value ?? []).every((passage) => passage.trim() === '')
}
