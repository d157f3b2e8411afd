/** The four artifacts a sample carries, in the order every table and report uses. */
export const ARTIFACTS = ['question', 'answer', 'contexts', 'ground_truth'] as const

/** One of `question`, `answer`, `contexts`, `ground_truth`. */
export type Artifact = (typeof ARTIFACTS)[number]

/** Puts artifacts into table order and drops duplicates. */
export const inTableOrder = (artifacts: Iterable<Artifact>): Artifact[] => {
  const present = new Set(artifacts)
  return ARTIFACTS.filter((artifact) => present.has(artifact))
}
