import childProcess from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { syncBuiltinESMExports } from 'node:module'

/** Those that wait for their child tell no channel. */
const WAITING = ['spawnSync', 'execSync', 'execFileSync'] as const
type Functions = Record<string, (...args: unknown[]) => unknown>

/**
 * Watches for threads and child processes that this process starts: what they send cannot be seen from here.
 * @param onStart is called in the asynchronous context that started one
 * @returns a function that ends the watch
 */
export const watchUnseenWork = (onStart: (what: 'a worker thread' | 'a child process') => void): (() => void) => {
  const onWorker = () => onStart('a worker thread')
  const onChild = () => onStart('a child process')
  const functions = childProcess as unknown as Functions
  const releases = WAITING.map((name) => {
    const found = functions[name]!
    const ours = (...args: unknown[]) => {
      onChild()
      return found(...args)
    }
    functions[name] = ours
    return () => {
      if (functions[name] === ours) functions[name] = found
    }
  })
  syncBuiltinESMExports()
  process.on('worker', onWorker)
  subscribe('child_process', onChild)
  return () => {
    process.off('worker', onWorker)
    unsubscribe('child_process', onChild)
    for (const release of releases) release()
    syncBuiltinESMExports()
  }
}
