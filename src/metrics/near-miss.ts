/** Edits (insert, delete, replace) from one word to another: Levenshtein distance. */
const distance = (left: string, right: string): number => {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [index, sign] of [...left].entries()) {
    const next = [index + 1]
    for (let column = 1; column <= right.length; column++)
      next.push(
        Math.min(next[column - 1]! + 1, row[column]! + 1, row[column - 1]! + (sign === right[column - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[right.length]!
}

/** The name that a word is likely a misspelling of (at most two edits), or undefined. */
export const nearMiss = (word: string, names: readonly string[]): string | undefined =>
  names.find((name) => name !== word && distance(word.toLowerCase(), name) <= 2)
