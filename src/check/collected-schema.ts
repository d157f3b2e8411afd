import { z } from 'zod'

const count = z.int().min(0)

/** Scores of one metric on one sample under one arm. */
export const scoreRowSchema = z.strictObject({
  metric: z.string(),
  sample: z.string(),
  arm: z.string().describe('`unmodified`, or the ablation such as `swap question`'),
  scores: z.array(z.number().nullable()).describe('one a repeat in send order; null where missing'),
})

/** An evaluation that gave no score, with its cause. */
export const lostSchema = z.strictObject({
  metric: z.string(),
  sample: z.string(),
  arm: z.string(),
  repeat: count,
  message: z.string(),
})

export const provenanceSchema = z.strictObject({
  modelAsked: z.string(),
  modelAnswered: z.string(),
  parameters: z.record(z.string(), z.union([z.string(), z.number()])),
  templateHash: z.string(),
})
