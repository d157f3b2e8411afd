import { createHash } from 'node:crypto'

/** Hex SHA-256 of a text. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * A 32-bit integer in 0 … 2³²−1 that depends on every part and on their order. Parts are length-prefixed, so that
 * `('ab', 'c')` and `('a', 'bc')` differ. The first four bytes of SHA-256: equal on every machine and Node version.
 */
export const hash32 = (...parts: readonly (string | number)[]): number => {
  const digest = createHash('sha256')
  for (const part of parts) {
    const text = String(part)
    digest.update(`${text.length}:${text}|`)
  }
  return digest.digest().readUInt32BE(0)
}

/** A draw from [0, 1) that depends on the parts alone. */
export const uniform = (...parts: readonly (string | number)[]): number => hash32(...parts) / 2 ** 32

/** A seeded generator of draws from [0, 1): mulberry32, period 2³². */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A copy in an order that depends on the seed alone (Fisher–Yates). */
export const shuffled = <T>(items: readonly T[], seed: number): T[] => {
  const random = seededRandom(seed)
  const copy = [...items]
  for (let last = copy.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    const held = copy[last] as T
    copy[last] = copy[other] as T
    copy[other] = held
  }
  return copy
}
