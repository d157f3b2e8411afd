/**
 * The same function, remembering its newest `limit` results by text. Oldest out first: passages come in runs (one sample
 * at a time), so recency of use is not worth the bookkeeping.
 */
export const remembered = <T>(compute: (text: string) => T, limit: number): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (text) => {
    const held = known.get(text)
    if (held !== undefined) return held
    const value = compute(text)
    if (known.size >= limit) known.delete(known.keys().next().value as string)
    known.set(text, value)
    return value
  }
}
