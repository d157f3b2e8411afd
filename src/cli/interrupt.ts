import { setMaxListeners } from 'node:events'
import { EXIT } from '../check/outcome.js'

export interface Interrupt {
  readonly signal: AbortSignal
  readonly release: () => void
}

/**
 * Turns the first Ctrl-C into an abort signal, so that what was done can be reported; a second one ends the process.
 * @param before runs first, such as clearing a progress line
 */
export const stopOnInterrupt = (before: () => void): Interrupt => {
  const abort = new AbortController()
  // One listener for each judge request under way.
  setMaxListeners(0, abort.signal)
  const stop = () => {
    if (abort.signal.aborted) process.exit(EXIT.incomplete)
    before()
    process.stderr.write('Stopping after the evaluations under way; Ctrl-C once more stops at once.\n')
    abort.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return {
    signal: abort.signal,
    release: () => {
      process.off('SIGINT', stop)
      process.off('SIGTERM', stop)
    },
  }
}
