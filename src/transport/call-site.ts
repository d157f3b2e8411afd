import { AsyncLocalStorage, createHook, executionAsyncId } from 'node:async_hooks'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Site } from '../wire/request.js'

const FRAMES = 60
const ANONYMOUS = 'an anonymous function'
/** groundwire's own files: `src` while it is developed, `dist` when it is installed. */
const OWN = fileURLToPath(new URL('..', import.meta.url))

/** `at async faithfulness (file:///home/me/src/eval/metrics.ts:12:9)` → its parts. */
const FRAME = /^\s*at (?:async )?(?:(.*?) \()?((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+):\d+\)?$/u

/** Parts of groundwire that call scorers and are never called by them: what stands below is not the user's scorer. */
const CALLERS = /^(?:check|vitest|cli|metrics)[\\/](?!builtin)/u

/** Where the user's code stands on a stack; null where it does not; `outside` where the step is none of a scorer's. */
const siteIn = (stack: string): Site | 'outside' | null => {
  let inside = false
  for (const line of stack.split('\n').slice(1)) {
    const [, name = ANONYMOUS, place, number] = FRAME.exec(line) ?? []
    if (place === undefined) continue
    const file = place.startsWith('file://') ? fileURLToPath(place) : place
    if (file.startsWith(OWN) && CALLERS.test(file.slice(OWN.length))) return inside ? null : 'outside'
    const foreign = /[\\/]node_modules[\\/]/u.test(file) || (file.startsWith(OWN) && !/[\\/]tests?[\\/]/u.test(file))
    // A frame of a module as a whole, such as `import` or `<anonymous>`, is where code was loaded, not where it asked.
    inside ||= foreign && !file.startsWith(OWN)
    if (foreign || /^(?:Object\.<anonymous>|Function\.import|Module\.|eval)/u.test(name)) continue
    return {
      file: relative('.', file),
      line: Number(number),
      function: name.replace(/^(?:Object|Module|Function)\./u, ''),
    }
  }
  return null
}

export interface CallSites {
  /** Sends a request, and notes from where. */
  readonly around: <T>(send: () => T) => T
  /** Works out, when called, where the request that is being handled was sent; null where no user frame is known. */
  readonly current: () => () => Site | null
  /** Runs `work` with the parents of every asynchronous step kept: slower, but it finds frames that a stack has lost. */
  readonly withParents: <T>(work: () => Promise<T>) => Promise<T>
}

/** The frames of a stack, as cheap to take as they can be: the text is made only when it is read. */
const here = (): Error => {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = FRAMES
  const error = new Error('call site')
  Error.stackTraceLimit = limit
  return error
}

/** Notes where requests are sent from; whoever sends them does so through `around`. */
export const watchCallSites = (): CallSites => {
  const sent = new AsyncLocalStorage<() => Site | null>()
  const parents = new Map<number, { error: Error; parent: number }>()
  let following = false

  const note = (): (() => Site | null) => {
    const error = here()
    const from = following ? executionAsyncId() : 0
    return () => {
      const direct = siteIn(error.stack ?? '')
      if (direct !== null) return direct === 'outside' ? null : direct
      for (let id = from, steps = 0; id !== 0 && steps < 500; steps++) {
        const step = parents.get(id)
        if (step === undefined) return null
        const site = siteIn(step.error.stack ?? '')
        if (site !== null) return site === 'outside' ? null : site
        id = step.parent
      }
      return null
    }
  }

  return {
    around: (send) => sent.run(note(), send),
    current: () => sent.getStore() ?? (() => null),
    withParents: async (work) => {
      const hook = createHook({
        init: (id) => {
          parents.set(id, { error: here(), parent: executionAsyncId() })
        },
      }).enable()
      following = true
      try {
        return await work()
      } finally {
        following = false
        hook.disable()
        parents.clear()
      }
    },
  }
}
