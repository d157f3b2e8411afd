import { ablationName } from '../ablation/ablation.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import type { PlannedArm, PlannedMetric } from './plan.js'
import { decidingAblations, expectationOf, type ScoredMetric } from './score-proof.js'

/** The artifacts in each request of the reference metrics, in order; claims count as the text they were taken from. */
const PROMPTS: Readonly<Record<string, readonly (readonly Artifact[])[]>> = {
  faithfulness: [['answer'], ['answer', 'contexts']],
  answer_relevance: [['answer'], ['answer', 'question']],
  context_precision: [['question', 'contexts']],
  context_recall: [['ground_truth'], ['ground_truth', 'contexts']],
  answer_correctness: [['answer'], ['ground_truth'], ['answer', 'ground_truth'], ['ground_truth', 'answer']],
}

/** Tokens of a prompt of the reference metrics besides the artifacts, about. */
const INSTRUCTIONS = 130
/** Characters a token, about; for text in English. */
const CHARACTERS = 4

/** Mean tokens of each artifact over samples: characters / 4, an estimate. */
export type ArtifactTokens = Readonly<Record<Artifact, number>>

export const artifactTokens = (samples: readonly EvalSample[]): ArtifactTokens => {
  const length = (value: string | readonly string[]) =>
    typeof value === 'string' ? value.length : value.reduce((sum, passage) => sum + passage.length, 0)
  const mean = (artifact: Artifact) =>
    samples.reduce((sum, sample) => sum + length(sample[artifact]), 0) / samples.length / CHARACTERS
  return Object.fromEntries(ARTIFACTS.map((artifact) => [artifact, mean(artifact)])) as Record<Artifact, number>
}

/** The arms that score checks collect of a metric. */
export const armsToPlan = (metric: ScoredMetric, ablated: readonly Artifact[]): PlannedArm[] =>
  decidingAblations(metric, ablated).map((ablation) => ({
    name: ablationName(ablation),
    expectation: expectationOf(metric, ablation),
  }))

/** A reference metric as a plan needs it; undefined where its prompts are not known. */
export const plannedMetric = (
  metric: ScoredMetric,
  ablated: readonly Artifact[],
  tokens: ArtifactTokens | null,
): PlannedMetric | undefined => {
  const prompts = PROMPTS[metric.name]
  if (prompts === undefined) return undefined
  return {
    name: metric.name,
    requestsPerEvaluation: prompts.length,
    ablations: armsToPlan(metric, ablated),
    tokensPerEvaluation:
      tokens &&
      prompts.reduce(
        (sum, artifacts) => sum + INSTRUCTIONS + artifacts.reduce((all, artifact) => all + tokens[artifact], 0),
        0,
      ),
  }
}
