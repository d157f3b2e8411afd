import { sha256 } from '../random.js'
import { ARTIFACTS, type Artifact } from './artifact.js'
import { type EvalSample, lacks } from './sample.js'

/** Samples with what every report says of them. */
export interface Dataset {
  readonly samples: readonly EvalSample[]
  /** How many samples lack the artifact. */
  readonly lacking: Readonly<Record<Artifact, number>>
  /** SHA-256 of the samples: equal whatever the file type, the column names and the unused columns. */
  readonly hash: string
}

export interface LoadedSamples extends Dataset {
  /** What was read otherwise than by groundwire's own names and shapes, one sentence each. */
  readonly notes: readonly string[]
  /** Columns of the file that are not used. */
  readonly extras: readonly string[]
}

const hashOf = (samples: readonly EvalSample[]): string =>
  // JSON escapes lone surrogates, which UTF-8 would fold into one character.
  sha256(
    JSON.stringify(
      samples.map(({ id, question, answer, contexts, ground_truth, relevance }) => [
        id,
        question,
        answer,
        contexts,
        ground_truth,
        relevance ?? null,
      ]),
    ),
  )

/** Counts what is lacking, and hashes. */
export const datasetOf = (samples: readonly EvalSample[]): Dataset => ({
  samples,
  lacking: Object.fromEntries(
    ARTIFACTS.map((artifact) => [artifact, samples.filter((sample) => lacks(sample, artifact)).length]),
  ) as Record<Artifact, number>,
  hash: hashOf(samples),
})

/** The first `limit` samples in file order as a data set of their own; all of them without a limit. */
export const firstSamples = (loaded: LoadedSamples, limit: number | undefined): LoadedSamples =>
  limit === undefined || limit >= loaded.samples.length
    ? loaded
    : { ...loaded, ...datasetOf(loaded.samples.slice(0, limit)) }
