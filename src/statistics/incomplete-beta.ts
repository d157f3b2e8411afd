const HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI)

/** ln Γ(x) for x > 0: Stirling's series, after shifting the argument to where six terms reach double precision. */
export const logGamma = (x: number): number => {
  let shift = 1
  let z = x
  while (z < 12) shift *= z++
  const inverseSquare = 1 / (z * z)
  const series =
    (1 / 12 -
      inverseSquare *
        (1 / 360 -
          inverseSquare *
            (1 / 1260 - inverseSquare * (1 / 1680 - inverseSquare * (1 / 1188 - inverseSquare * (691 / 360360)))))) /
    z
  return (z - 0.5) * Math.log(z) - z + HALF_LOG_TWO_PI + series - Math.log(shift)
}

/** The continued fraction of the incomplete beta function by Lentz's method (Abramowitz & Stegun 26.5.8). */
const continuedFraction = (x: number, a: number, b: number): number => {
  const tiny = 1e-300
  const kept = (value: number): number => (Math.abs(value) < tiny ? tiny : value)
  let c = 1
  let d = 1 / kept(1 - ((a + b) * x) / (a + 1))
  let fraction = d
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / kept(1 + even * d)
    c = kept(1 + even / c)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / kept(1 + odd * d)
    c = kept(1 + odd / c)
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction
}

/**
 * The regularised incomplete beta function I_x(a, b) for a, b > 0 and 0 ≤ x ≤ 1. `y` is 1 − x, passed by callers that
 * know it without the loss of the subtraction; small results then keep their relative accuracy (about 1e-12).
 */
export const regularisedBeta = (x: number, a: number, b: number, y = 1 - x): number => {
  if (x <= 0) return 0
  if (y <= 0) return 1
  // The fraction converges fast below the mean only; above it the complement is the small side.
  if (x > (a + 1) / (a + b + 2)) return 1 - regularisedBeta(y, b, a, x)
  const logFactor = a * Math.log(x) + b * Math.log(y) + logGamma(a + b) - logGamma(a) - logGamma(b)
  return (Math.exp(logFactor) * continuedFraction(x, a, b)) / a
}
