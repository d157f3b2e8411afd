import { regularisedBeta } from './incomplete-beta.js'

/** P(|T| ≥ |t|) for Student's t with `df` > 0 degrees of freedom (not necessarily whole). */
export const tTwoSidedP = (t: number, df: number): number => {
  const square = t * t
  if (square === Number.POSITIVE_INFINITY) return 0
  return regularisedBeta(df / (df + square), df / 2, 0.5, square / (df + square))
}

/** P(T ≤ t) for Student's t; relatively accurate for negative t, down to the smallest double. */
export const tCdf = (t: number, df: number): number => {
  const tail = tTwoSidedP(t, df) / 2
  return t < 0 ? tail : 1 - tail
}

/** P(F ≥ f) for the F distribution with `df1` and `df2` degrees of freedom; f = ∞ gives 0. */
export const fSf = (f: number, df1: number, df2: number): number => {
  if (f <= 0) return 1
  if (f === Number.POSITIVE_INFINITY) return 0
  const scaled = df1 * f
  return regularisedBeta(df2 / (df2 + scaled), df2 / 2, df1 / 2, scaled / (df2 + scaled))
}

/** P(Z ≥ x) for x ≥ 0. */
const normalUpperTail = (x: number): number => {
  const density = Math.exp(-(x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x < 3) {
    // Φ(x) − ½ = φ(x)·(x + x³/3 + x⁵/(3·5) + …); near 0 the subtraction from ½ costs nothing.
    let term = x
    let sum = x
    for (let odd = 3; term > sum * 1e-17; odd += 2) {
      term *= (x * x) / odd
      sum += term
    }
    return 0.5 - density * sum
  }
  // Laplace's continued fraction x + 1/(x + 2/(x + 3/(x + …))), evaluated backwards.
  let fraction = x
  for (let k = 200; k >= 1; k--) fraction = x + k / fraction
  return density / fraction
}

/** P(Z ≤ z) for the standard normal; relatively accurate for negative z. */
export const normalCdf = (z: number): number => (z < 0 ? normalUpperTail(-z) : 1 - normalUpperTail(z))

/** The x ≥ 0 at which a falling tail equals `target`: doubling, then bisection to the last bit. */
const invertTail = (tail: (x: number) => number, target: number): number => {
  let high = 1
  while (tail(high) > target) high *= 2
  let low = 0
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (tail(middle) > target) low = middle
    else high = middle
  }
}

const symmetricQuantile = (p: number, upperTail: (x: number) => number): number => {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (p === 0.5) return 0
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  return p < 0.5 ? -invertTail(upperTail, p) : invertTail(upperTail, 1 - p)
}

/** The z with P(Z ≤ z) = p; ±∞ at 0 and 1, NaN outside. */
export const normalQuantile = (p: number): number => symmetricQuantile(p, normalUpperTail)

/** The t with P(T ≤ t) = p for `df` > 0 degrees of freedom; ±∞ at 0 and 1, NaN outside. */
export const tQuantile = (p: number, df: number): number => symmetricQuantile(p, (t) => tTwoSidedP(t, df) / 2)

/** P(X ≤ k) for X ~ Binomial(n, p). */
export const binomialAtMost = (k: number, n: number, p: number): number => {
  if (k < 0) return 0
  return k >= n ? 1 : regularisedBeta(1 - p, n - k, k + 1, p)
}

/** P(X ≥ k) for X ~ Binomial(n, p). */
export const binomialAtLeast = (k: number, n: number, p: number): number => {
  if (k <= 0) return 1
  return k > n ? 0 : regularisedBeta(p, k, n - k + 1)
}
