import { uniform } from '../random.js'
import { EMBEDDED_DEFAULTS, type EmbeddedOptions, embeddedReply } from './embedded/reply.js'
import type { EmbeddedAnswer } from './interception.js'

/** The model name under which the simulator answers. */
export const EMBEDDED_MODEL = 'groundwire-embedded-judge'

/** Where the simulator is reached: a reserved host name that no network resolves. */
export const EMBEDDED_URL = 'https://embedded-judge.invalid/v1'

const ROLES = new Set(['system', 'developer', 'user', 'assistant', 'tool'])

/**
 * The embedded judge as answers to intercepted requests. Every draw depends on (seed, sample, metric, arm, repeat, call,
 * purpose, unit) alone, so neither concurrency nor resuming changes a verdict; none of it stands in the request.
 */
export const embeddedAnswer =
  (seed: number, options: EmbeddedOptions = EMBEDDED_DEFAULTS): EmbeddedAnswer =>
  ({ messages, format }, { sample, metric, arm, repeat }, call) =>
    embeddedReply(
      // Descriptions of the reply's format are no text to judge by.
      messages.filter(({ role }) => ROLES.has(role)),
      format.kind === 'schema' ? format.schema : {},
      (purpose, unit) => uniform(seed, sample, metric, arm, repeat, call, purpose, unit),
      options,
    )
