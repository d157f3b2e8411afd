import { z } from 'zod'
import { hash32 } from '../random.js'

/** One part of several that hold a data set's samples between them; `index` is 1-based. */
export const shardSchema = z.strictObject({ index: z.int().min(1), of: z.int().min(1) })
export type Shard = z.infer<typeof shardSchema>

/**
 * Whether a sample belongs to a shard. It depends on the id alone: all arms of a sample stay together, so that drift of
 * the judge never falls on one arm.
 */
export const isInShard = (id: string, { index, of }: Shard): boolean => hash32('shard', id) % of === index - 1
