import { z } from 'zod'
import { ARTIFACTS } from '../samples/artifact.js'
import { LEAK_KINDS } from '../wire/leak-kind.js'
import { lostSchema, provenanceSchema, scoreRowSchema } from './collected-schema.js'
import { OUTCOMES } from './outcome.js'

const artifact = z.enum(ARTIFACTS)
const count = z.int().min(0)

/** What the requests show of one check. */
const requestEvidence = z.strictObject({
  /** Samples whose requests were compared, and those that changed. */
  compared: count,
  changed: count,
  /** Ids of changed samples, the first five. */
  samples: z.array(z.string()),
  /** Layers, kinds of ablation, and dispositions of the stand-in judge, under which it showed. */
  layers: z.array(z.string()),
  kinds: z.array(z.string()),
  dispositions: z.array(z.string()),
  /** The calls it reaches (1-based; 0: past every request), the leak kind of each, and what accepts it. */
  calls: z.array(z.strictObject({ call: count, kind: z.enum(LEAK_KINDS), accepted: z.string().nullable() })),
  /** The first changed request; null where none changed (only the score did, or nothing). */
  difference: z
    .strictObject({
      sample: z.string(),
      ablation: z.string(),
      call: count,
      of: count,
      endpoint: z.string(),
      model: z.string(),
      field: z.string(),
      line: count,
      unmodified: z.array(z.string()),
      ablated: z.array(z.string()),
      /** Where the user's code sent the request; null where no frame of it was on the stack. */
      site: z.strictObject({ file: z.string(), line: count, function: z.string() }).nullable(),
    })
    .nullable(),
})

/** What the scores show of one check. Score units; `inflation` = unmodified − ablated, `deltaHat` its negative. */
const scoreEvidence = z.strictObject({
  outcome: z.enum(['leak', 'invariant', 'inconclusive', 'reads', 'collapses', 'no-collapse']),
  ablation: z.string(),
  sentence: z.string(),
  samples: count,
  dropped: count,
  unmodified: z.number().nullable(),
  ablated: z.number().nullable(),
  inflation: z.number().nullable(),
  deltaHat: z.number().nullable(),
  /** Share of the score that is kept; of `collapses` checks only. */
  kept: z.number().nullable(),
  p: z.number().nullable(),
  /** p after Holm's adjustment over the score checks of the invocation. */
  pHolm: z.number().nullable(),
  method: z.enum(['exact', 'monte-carlo']).nullable(),
  margin: z.number().nullable(),
  rulesOut: z.number().nullable(),
  noiseBandOfDifference: z.number().nullable(),
})

const check = z.strictObject({
  metric: z.string(),
  /** `unknown`: read from the harness's own store, and the text is no artifact's. */
  artifact: z.enum([...ARTIFACTS, 'unknown']),
  expectation: z.enum(['ignores', 'reads', 'collapses']),
  outcome: z.enum(OUTCOMES),
  /** What decided: the requests, the scores, or nothing yet. */
  proof: z.enum(['requests', 'scores']).nullable(),
  reason: z.string(),
  /** Of a leak, accepted or not: where it goes. Not to be confused with the kind of ablation. */
  leakKind: z.enum(LEAK_KINDS).nullable(),
  /** Of a leak: metrics whose ratio the prompt can now compute. */
  turnsInto: z.array(z.string()),
  requests: requestEvidence.nullable(),
  scores: scoreEvidence.nullable(),
})

const metric = z.strictObject({
  name: z.string(),
  ratio: z.string(),
  receives: z.array(artifact),
  mustNeverReceive: z.array(artifact),
  deterministic: z.boolean(),
  /** What each call of the probe sees: `QA → C<1`; letters of the artifacts, `<n` for text that call n produced. */
  wireMap: z.string(),
})

const noise = z.strictObject({
  metric: z.string(),
  /** Samples scored in every repeat; the band is that of their mean. */
  samples: count,
  repeats: count,
  mean: z.number().nullable(),
  halfRange: z.number().nullable(),
  sd: z.number().nullable(),
  text: z.string(),
  warning: z.string().nullable(),
})

/** A leak made on purpose, which the score check must find. Shift in score units, with the reference − without. */
const control = z.strictObject({
  metric: z.string(),
  planted: artifact,
  into: artifact,
  found: z.boolean(),
  shift: z.number().nullable(),
  p: z.number().nullable(),
  /** About how often a shift of that size is found. */
  power: z.number().nullable(),
  samples: count,
  sentence: z.string(),
})

/** One invocation's result. The order is a contract: version, status, spec, checks, noise, controls, what was lost, totals. */
export const wiringReportSchema = z.strictObject({
  version: z.literal(1),
  status: z.enum(['complete', 'incomplete', 'interrupted']),
  exitCode: count,
  summary: z.string(),
  spec: z.strictObject({
    groundwire: z.string(),
    /** The file that the harness was loaded from; null for the reference metrics and for code that gave it. */
    harness: z.string().nullable(),
    seed: z.int(),
    samples: z.strictObject({
      source: z.string(),
      count,
      hash: z.string(),
      lacking: z.record(artifact, count),
      notes: z.array(z.string()),
    }),
    metrics: z.array(metric),
    ablated: z.array(artifact),
    scores: z
      .strictObject({
        /** `unknown`: scores that a table gave. */
        judge: z.enum(['embedded', 'live', 'unknown']),
        repeats: count,
        ablatedRepeats: count,
        /** Score units; null: by the number of samples. */
        margin: z.number().nullable(),
      })
      .nullable(),
  }),
  checks: z.array(check),
  noise: z.array(noise),
  /** Controls of the score checks; empty where none was asked for. */
  controls: z.array(control),
  /** Every score that was collected, by metric, sample id and arm: one a repeat, null where it is missing. */
  scores: z.array(scoreRowSchema),
  /** Evaluations that gave no score, each with its cause. None of them entered a mean. */
  lost: z.array(lostSchema),
  /** What was noticed and is no outcome: masked spans, ids in requests, opaque fields. */
  notes: z.array(z.string()),
  /** Requests that were refused, or belonged to no evaluation. */
  refused: z.array(z.string()),
  stray: z.array(z.string()),
  provenance: z.array(provenanceSchema),
  totals: z.strictObject({
    /** Samples that got every kind of ablation under every disposition; the rest got `swap` under one. */
    fullProductSamples: count,
    requestProof: z.strictObject({ evaluations: count, requests: count }),
    scores: z.strictObject({ evaluations: count, planned: count, requests: count }),
  }),
  /** The only part that differs between two runs with the same seed. */
  timing: z.strictObject({ seconds: z.number() }),
})

export type WiringReport = z.infer<typeof wiringReportSchema>
export type CheckReport = WiringReport['checks'][number]
export type RequestEvidence = NonNullable<CheckReport['requests']>
export type ScoreEvidence = NonNullable<CheckReport['scores']>
export type NoiseReport = WiringReport['noise'][number]
export type ControlReport = WiringReport['controls'][number]
