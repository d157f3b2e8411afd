import { z } from 'zod'
import type { GroundwireConfig } from '../config.js'
import { InputError } from '../errors.js'
import { ARTIFACTS } from '../samples/artifact.js'
import { FORMAT_NAMES } from '../samples/formats.js'
import { findConfig, loadConfig } from '../transport/config-file.js'
import { LEAK_KINDS } from '../wire/leak-kind.js'

/** The config of a run, and where it stands; without one, the folder of the command line. */
export type Config = Partial<GroundwireConfig> & { readonly path?: string; readonly folder: string }

/** An acceptance names what it is for, whole: anything beyond it stays a leak. */
const accepted = z.union([
  z.strictObject({
    metric: z.string().min(1),
    artifact: z.enum(ARTIFACTS),
    kind: z.enum(LEAK_KINDS),
    call: z.int().min(0),
    reason: z.string().min(1),
  }),
  z.strictObject({
    metric: z.string().min(1),
    artifact: z.enum(ARTIFACTS),
    outcome: z.literal('not-covered'),
    reason: z.string().min(1),
  }),
])

/** The same limits as the flags have. Metrics are checked where they are loaded. */
const fields = z.strictObject({
  metrics: z.unknown().optional(),
  harness: z.unknown().optional(),
  over: z.record(z.string(), z.unknown()).optional(),
  extras: z.array(z.string().min(1)).optional(),
  accept: z.array(accepted).optional(),
  policy: z.partialRecord(z.enum(ARTIFACTS), z.partialRecord(z.enum(LEAK_KINDS), z.enum(['fail', 'note']))).optional(),
  respond: z.custom((value) => typeof value === 'function', 'expected a function').optional(),
  samples: z.string().min(1).optional(),
  format: z.enum(FORMAT_NAMES).optional(),
  ablate: z.array(z.enum(ARTIFACTS)).min(1).optional(),
  judge: z.literal('embedded').optional(),
  repeats: z.int().min(1).optional(),
  margin: z.number().gt(0).max(1).optional(),
  seed: z.int().min(0).optional(),
  timeLimit: z.number().gt(0).max(86_400).optional(),
})

/**
 * The config that `--config` names, or the one of this folder, if there is one.
 * @throws {InputError} naming the file and every field that cannot be used
 */
export const readConfig = async (named: string | undefined): Promise<Config> => {
  const path = named ?? findConfig('.')
  if (path === undefined) return { folder: '.' }
  const { config, folder } = await loadConfig(path)
  const checked = fields.safeParse(config)
  if (!checked.success)
    throw new InputError(
      checked.error.issues
        .map(({ path: at, message }) => `${path}: ${at.length > 0 ? `${at.join('.')}: ` : ''}${message}`)
        .join('\n'),
    )
  return { ...config, path, folder }
}
