import { type Interception, intercept } from '../transport/interception.js'

const KEY = Symbol.for('groundwire.vitest.interception')
const shared = globalThis as unknown as Record<symbol, Promise<Interception> | undefined>

/**
 * The one interception of this test file's process, installed at the first call. Requests outside groundwire's own
 * evaluations go their way: to the user's msw server, or the network.
 */
export const watched = (): Promise<Interception> => {
  process.env.OPENAI_API_KEY ??= 'no-key-needed'
  shared[KEY] ??= intercept({ strict: false })
  return shared[KEY]
}
