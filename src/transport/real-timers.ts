import timers from 'node:timers'
import promises from 'node:timers/promises'

const NAMES = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
] as const

type AnyFunction = (...args: unknown[]) => unknown
type Owner = Record<string, AnyFunction | undefined>

/** Captured at import: a user's fake timers replace them later. */
const REAL = [globalThis, timers, promises].map((owner) => ({
  owner: owner as unknown as Owner,
  real: { ...Object.fromEntries(NAMES.map((name) => [name, (owner as unknown as Owner)[name]])) } as Owner,
}))

const placed = new WeakSet<AnyFunction>()

/**
 * Gives real time to code for which `applies` where a user's timers are faked: nobody advances their clock meanwhile, and
 * clients wait between attempts. Everyone else keeps what was found.
 * @returns a function that puts back what was found; null where nothing is faked that is not seen to already
 */
export const realTimersWhere = (applies: () => boolean): (() => void) | null => {
  const releases: (() => void)[] = []
  for (const { owner, real } of REAL)
    for (const name of NAMES) {
      const [genuine, found] = [real[name], owner[name]]
      if (genuine === undefined || found === undefined || found === genuine || placed.has(found)) continue
      const ours: AnyFunction = (...args) => (applies() ? genuine : found)(...args)
      placed.add(ours)
      owner[name] = Object.assign(ours, found)
      releases.push(() => {
        if (owner[name] === ours) owner[name] = found
      })
    }
  if (releases.length === 0) return null
  return () => {
    for (const release of releases) release()
  }
}
