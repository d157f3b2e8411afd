import { AsyncLocalStorage } from 'node:async_hooks'

type AnyFunction = (...args: never[]) => unknown

export interface Outermost {
  /**
   * Puts our function on top of what stands there now, such as a user's msw server that began to listen later.
   * @returns a function that leaves what was found; null where ours is on top
   */
  readonly hold: () => (() => void) | null
}

/**
 * A function of the process that is ours while it is held. What stood there is still reached, through `beneath`: each
 * layer is passed once, though the layers were put on each other in turns and call what they found.
 */
export const outermost = <F extends AnyFunction>(
  read: () => F,
  write: (value: F) => void,
  replaceBy: (beneath: F) => F,
): Outermost => {
  const found: F[] = []
  const passed = new AsyncLocalStorage<number>()
  const beneath = ((...args: never[]) => {
    const layer = Math.max(0, (passed.getStore() ?? found.length) - 1)
    return passed.run(layer, () => Reflect.apply(found[layer]!, undefined, args))
  }) as F
  const ours = replaceBy(beneath)
  return {
    hold: () => {
      const before = read()
      if (before === ours) return null
      found.push(before)
      write(ours)
      return () => {
        if (read() === ours) write(before)
        if (found.length > 1) found.splice(found.lastIndexOf(before), 1)
      }
    },
  }
}
