import { z } from 'zod'

/** A judge's answer on one unit (claim, statement or passage), with the text it rests on (`''` where there is none). */
export interface Verdict {
  readonly unit: string
  readonly verdict: 'supported' | 'unsupported'
  readonly quote: string
}

/** The reply to *split*: the units in the order of the text. */
export const unitsSchema = z.strictObject({ units: z.array(z.string()) })

const verdictSchema = z.strictObject({ quote: z.string(), verdict: z.enum(['supported', 'unsupported']) })

export type VerdictsByNumber = Record<string, z.infer<typeof verdictSchema>>

/**
 * The reply to *entail*: one required key a unit, `"1"` to `"n"`, so that no server that honours the schema can return
 * too few verdicts, too many, or lose their order.
 */
export const verdictsSchema = (count: number): z.ZodType<VerdictsByNumber> => {
  const known = byCount.get(count)
  if (known !== undefined) return known
  const numbers = Array.from({ length: count }, (_, index) => String(index + 1))
  const schema = z.strictObject(Object.fromEntries(numbers.map((number) => [number, verdictSchema])))
  byCount.set(count, schema)
  return schema
}

/** Built once for each count: a schema is converted to JSON Schema only once, too. */
const byCount = new Map<number, z.ZodType<VerdictsByNumber>>()
