/**
 * Where mock libraries built on `@mswjs/interceptors` (msw, nock) keep what is running in a process, whichever copy of the
 * library it is. Requests of node http are not asked for here: they are seen at their agent.
 */
const RUNNING = [Symbol.for('fetch-interceptor'), Symbol.for('xhr-interceptor')]

interface Emitter {
  readonly listeners: (event: 'request') => readonly unknown[]
  readonly prependListener: (event: 'request', listener: Listener) => unknown
  readonly removeListener: (event: 'request', listener: Listener) => unknown
}

interface Handled {
  readonly request: Request
  readonly controller: { readonly respondWith: (response: Response) => void }
}

type Listener = (handled: Handled) => Promise<void>

const emitters = (): Emitter[] =>
  RUNNING.flatMap((symbol) => {
    const { emitter } = ((globalThis as unknown as Record<symbol, unknown>)[symbol] ?? {}) as { emitter?: Emitter }
    return typeof emitter?.prependListener === 'function' ? [emitter] : []
  })

/**
 * Answers before a user's msw server does what went past us to it: a client that was built while that server listened
 * keeps that server's `fetch`.
 * @param answer null: the request is left to the server
 */
export const joinRunningMocks = (answer: (request: Request) => Promise<Response | null>) => {
  const listener: Listener = async ({ request, controller }) => {
    const response = await answer(request)
    if (response === null) return
    controller.respondWith(response)
    // Listeners are asked one after the other: those of the user's server would be, too, if this one ended.
    await new Promise(() => {})
  }
  return {
    /**
     * Joins those that have begun to run since.
     * @returns whether there were any
     */
    join: (): boolean => {
      const fresh = emitters().filter((emitter) => !emitter.listeners('request').includes(listener))
      for (const emitter of fresh) emitter.prependListener('request', listener)
      return fresh.length > 0
    },
    release: () => {
      for (const emitter of emitters()) emitter.removeListener('request', listener)
    },
  }
}
