import { compareCanaries } from '../../../src/statistics/canary-comparison.js'
import { type CheckResult, checkInvariance, REASONS } from '../../../src/statistics/check.js'
import { dependence } from '../../../src/statistics/dependence.js'
import { fSf, normalQuantile, tQuantile, tTwoSidedP } from '../../../src/statistics/distributions.js'
import { runVariance } from '../../../src/statistics/drift-guard.js'
import { judgeFamily } from '../../../src/statistics/gate.js'
import { holm } from '../../../src/statistics/holm.js'
import { noiseBand } from '../../../src/statistics/noise-band.js'
import type { Score, ScorePair } from '../../../src/statistics/score-pair.js'
import { repeatsNeeded, samplesNeeded } from '../../../src/statistics/sizes.js'
import {
  fisherOneSided,
  independentChannels,
  mcnemarExact,
  rangeFalseAlarm,
} from '../../../src/statistics/small-functions.js'

/** One line of a file of vectors. */
export interface Vector {
  readonly id: string
  readonly fn: string
  readonly input: unknown
  readonly expected: unknown
}

interface Sides {
  readonly baseline: readonly (readonly Score[])[]
  readonly ablated: readonly (readonly Score[])[]
}

const pairs = ({ baseline, ablated }: Sides): ScorePair[] =>
  baseline.map((scores, index) => ({ baseline: scores, ablated: ablated[index] ?? [] }))

const reasonOf = ({ reason }: CheckResult): string | null => (reason === null ? null : REASONS[reason])

/** JSON has no infinity: it is a text there. */
const plain = (value: number | undefined): number | string | undefined =>
  value === Number.POSITIVE_INFINITY ? 'Infinity' : value

const checkAnswer = (result: CheckResult) => {
  const { figures, nUsed, nDropped, missingP, outcome } = result
  const counts = { n_used: nUsed, n_dropped: nDropped, p_missing: missingP, verdict: outcome, reason: reasonOf(result) }
  if (figures === null) return counts
  return {
    ...counts,
    delta_hat: figures.deltaHat,
    active: figures.active,
    p_exact: figures.method === 'exact' ? figures.p : Number.NaN,
    z: figures.z,
    p_normal: figures.pNormal,
    se_perm: figures.sePerm,
    delta_margin: figures.margin,
    sd_d: figures.sdD,
    se_d: figures.seD,
    floor: figures.floor,
    half_width: figures.halfWidth,
    ci90: figures.ci90,
    rules_out: figures.rulesOut,
    noise_band: figures.noiseBandOfDifference,
    within_noise_band: figures.withinNoiseBand,
    sigma_w2: figures.sigmaW2,
    n_needed: figures.nNeeded,
    repeats_needed: figures.repeatsNeeded,
    verdict_note: 'single check, p used as given (no Holm)',
  }
}

/** What groundwire answers to the input of each function that the vectors name, in the vectors' words. */
const FUNCTIONS: Readonly<Record<string, (input: never) => unknown>> = {
  band: ({ run_means }: { run_means: number[] }) => {
    const { halfRange, ...band } = noiseBand(run_means)
    return { ...band, half_range: halfRange }
  },
  check: (input: Sides & { delta: number }) => checkAnswer(checkInvariance(pairs(input), { margin: input.delta })),
  gate: (input: {
    checks: (Sides & { metric: string; delta: number })[]
    alpha: number
    step: number
    guard_alpha: number
    interleaved?: boolean
  }) => {
    const { guard, inflation, checks } = judgeFamily(
      input.checks.map((check, index) => ({
        metric: check.metric,
        check: String(index),
        samples: pairs(check),
        margin: check.delta,
      })),
      { interleaved: input.interleaved ?? true, alpha: input.alpha, step: input.step, guardAlpha: input.guard_alpha },
    )
    return {
      variance_ratio: plain(guard.varianceRatio ?? undefined) ?? null,
      df1: guard.df1,
      df2: guard.df2,
      guard_p: guard.p,
      guard_fires: guard.fires,
      inflation: plain(inflation),
      checks: checks.map((result) => ({
        metric: result.metric,
        delta_hat: result.figures?.deltaHat,
        p: result.figures?.p,
        p_holm: result.pHolm,
        half_width: plain(result.figures?.halfWidth),
        verdict: result.outcome,
        reason: reasonOf(result),
      })),
    }
  },
  drift: ({ baseline }: Sides) => {
    const variance = runVariance(baseline)
    return { ...variance, ms_run: variance?.msRun, ms_resid: variance?.msResid }
  },
  holm: ({ p }: { p: number[] }) => ({ adjusted: holm(p) }),
  n_needed: ({ sd_d, delta, m, ...options }: { sd_d: number; delta: number; m: number }) =>
    samplesNeeded(sd_d, delta, { ...options, checks: m }),
  repeats_needed: ({ sigma_w2, n, delta }: { sigma_w2: number; n: number; delta: number }) => ({
    repeats: repeatsNeeded(sigma_w2, n, delta),
  }),
  canary: (input: { recorded: Score[][]; current: Score[][]; alpha: number; tolerance: number }) => {
    const { nUsed, nDropped, rise, p, outcome } = compareCanaries(
      input.recorded.map((recorded, index) => ({ recorded, current: input.current[index] ?? [] })),
      input,
    )
    return { n_used: nUsed, n_dropped: nDropped, rise, p_up_exact: p, verdict: outcome === 'hold' ? 'pass' : outcome }
  },
  dependence: (input: Sides & { keep: number }) => {
    const { outcome, nUsed, nDropped, ...rest } = dependence(pairs(input), input.keep)
    const words = { collapses: 'depends', 'no-collapse': 'does-not-collapse', inconclusive: 'inconclusive' }
    return { ...rest, n_used: nUsed, n_dropped: nDropped, verdict: words[outcome] }
  },
  t_two_sided_p: ({ t, df }: { t: number; df: number }) => ({ p: tTwoSidedP(t, df) }),
  t_quantile: ({ p, df }: { p: number; df: number }) => ({ t: tQuantile(p, df) }),
  normal_quantile: ({ p }: { p: number }) => ({ z: normalQuantile(p) }),
  f_sf: ({ F, df1, df2 }: { F: number; df1: number; df2: number }) => ({ p: fSf(F, df1, df2) }),
  mcnemar_exact: ({ up, down }: { up: number; down: number }) => ({ p: mcnemarExact(up, down) }),
  fisher_one_sided: (input: Record<string, number>) => ({
    p: fisherOneSided({
      recordedSupported: input.recorded_supported as number,
      recordedClaims: input.recorded_claims as number,
      currentSupported: input.current_supported as number,
      currentClaims: input.current_claims as number,
    }),
  }),
  independent_channels: ({ a, b }: { a: number; b: number }) => {
    const value = independentChannels(a, b)
    return { value, rounded: value.toFixed(2) }
  },
  range_false_alarm: ({ repeats }: { repeats: number }) => ({ p: rangeFalseAlarm(repeats) }),
}

/** The answer to a vector's input, in the vectors' words. An unknown function is an error. */
export const answer = (vector: Vector): unknown => {
  const run = FUNCTIONS[vector.fn]
  if (run === undefined) throw new Error(`a vector asks for "${vector.fn}", which the runner does not know`)
  return run(vector.input as never)
}

const sameNumber = (actual: number, expected: number): boolean =>
  Number.isInteger(expected) && Number.isInteger(actual)
    ? actual === expected
    : Math.abs(actual - expected) <= Math.max(1e-12, 1e-6 * Math.abs(expected))

/** A p of 1e-18 is far from 0: probabilities must agree relatively, however small. */
const isProbability = (path: string): boolean =>
  /(^|\.)(p|p_exact|p_holm|p_normal|p_up_exact|guard_p|p_missing)$/.test(path)

/**
 * Where an answer departs from what is expected, one line each; empty where they agree. Numbers to 1e-6 relative (or 1e-12
 * absolute near zero), integers, texts, booleans and nulls exactly. What only the answer has is not compared.
 */
export const differences = (actual: unknown, expected: unknown, path = ''): string[] => {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const close = isProbability(path)
      ? Math.abs(actual - expected) <= 1e-6 * Math.abs(expected)
      : sameNumber(actual, expected)
    return close ? [] : [`${path}: ${actual} instead of ${expected}`]
  }
  if (expected !== null && typeof expected === 'object') {
    if (actual === null || typeof actual !== 'object') return [`${path}: ${actual} instead of an object`]
    if (Array.isArray(expected) && (actual as unknown[]).length !== expected.length) {
      return [`${path}: ${(actual as unknown[]).length} items instead of ${expected.length}`]
    }
    return Object.entries(expected).flatMap(([key, value]) =>
      differences((actual as Record<string, unknown>)[key], value, path === '' ? key : `${path}.${key}`),
    )
  }
  return actual === expected ? [] : [`${path}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`]
}
