/** Unit vectors that depend on the number of dimensions alone: a similarity then never depends on what was embedded. */
export const pinnedVectors = (count: number, dimensions: number): number[][] =>
  Array.from({ length: count }, () => Array.from({ length: dimensions }, () => 1 / Math.sqrt(dimensions)))
