import { describe, expect, it } from 'vitest'
import { type Cell, foldCell } from '../../../src/check/fold.js'
import { OUTCOMES, type Outcome, passes } from '../../../src/check/outcome.js'
import type { ScoreEvidence } from '../../../src/check/report.js'
import type { RequestOutcome } from '../../../src/check/request-outcome.js'
import { scoreKey } from '../../../src/check/score-proof.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import type { Artifact } from '../../../src/samples/artifact.js'
import type { LeakKind } from '../../../src/wire/leak-kind.js'

const byName = (name: string) => REFERENCE_METRICS.find((metric) => metric.name === name)!

const cell = (
  metric: string,
  artifact: Artifact,
  outcome: Outcome,
  open = false,
  leakKind: LeakKind | null = outcome === 'leak' ? 'score' : null,
): Cell => ({
  metric: byName(metric),
  artifact,
  metrics: REFERENCE_METRICS,
  requests: {
    outcome,
    reason: 'by requests',
    open,
    leakKind,
    reach: { observations: [], channels: [] },
  } satisfies RequestOutcome,
  findings: null,
})

const evidence = (outcome: ScoreEvidence['outcome']): ScoreEvidence => ({
  outcome,
  ablation: 'swap',
  sentence: `scores say ${outcome}`,
  samples: 9,
  dropped: 0,
  unmodified: 0.9,
  ablated: 0.7,
  inflation: 0.2,
  deltaHat: -0.2,
  kept: null,
  p: 0.001,
  pHolm: 0.001,
  method: 'exact',
  margin: 0.1,
  rulesOut: 0.3,
  noiseBandOfDifference: 0.02,
})

const scoresOf = (
  metric: string,
  artifact: Artifact,
  expectation: 'ignores' | 'collapses',
  outcome: ScoreEvidence['outcome'],
) => new Map([[scoreKey(metric, artifact, expectation), evidence(outcome)]])

/** The one check of faithfulness × ground_truth, which must be ignored. */
const folded = (requests: Outcome, open: boolean, scores?: ScoreEvidence['outcome']) => {
  const measured = scores ? scoresOf('faithfulness', 'ground_truth', 'ignores', scores) : new Map()
  const checks = foldCell(cell('faithfulness', 'ground_truth', requests, open), measured, true)
  expect(checks).toHaveLength(1)
  return checks[0]!
}

describe('folding', () => {
  it('makes a leak by either proof a leak', () => {
    expect(folded('leak', false, 'invariant')).toMatchObject({
      outcome: 'leak',
      proof: 'requests',
      reason: 'by requests',
    })
    const bare = folded('invariant', false, 'leak')
    expect(bare).toMatchObject({ outcome: 'leak', proof: 'scores' })
    expect(bare.reason).toMatch(/^scores say leak; no request changed/u)
    expect(folded('leak', false, 'leak')).toMatchObject({
      outcome: 'leak',
      proof: 'requests',
      scores: { inflation: 0.2 },
    })
    expect(folded('not-covered', true, 'leak')).toMatchObject({ outcome: 'leak', proof: 'scores' })
    expect(folded('error', false, 'leak')).toMatchObject({ outcome: 'leak', proof: 'scores' })
  })

  it('never demotes what requests proved, and keeps the scores as description', () => {
    expect(folded('invariant', false, 'inconclusive')).toMatchObject({
      outcome: 'invariant',
      proof: 'requests',
      reason: 'by requests',
      scores: { outcome: 'inconclusive' },
    })
  })

  it('lets scores decide only cells that requests left open', () => {
    expect(folded('not-covered', true, 'invariant')).toMatchObject({
      outcome: 'invariant',
      proof: 'scores',
      reason: 'scores say invariant (by requests)',
    })
    expect(folded('inconclusive', true, 'inconclusive')).toMatchObject({ outcome: 'inconclusive', proof: 'scores' })
    expect(folded('error', false, 'invariant')).toMatchObject({ outcome: 'error', proof: null })
    expect(folded('not-covered', false, 'invariant')).toMatchObject({ outcome: 'not-covered', proof: null })
  })

  it('leaves an open cell without scores as it was', () => {
    expect(folded('not-covered', true)).toMatchObject({ outcome: 'not-covered', proof: null, scores: null })
  })

  it('names the proof of what is decided, and none of what is not', () => {
    for (const outcome of OUTCOMES) {
      const decided = passes(outcome) || outcome === 'leak' || outcome === 'dead-wire'
      expect(folded(outcome, false).proof).toBe(decided ? 'requests' : null)
    }
  })

  it('does not take the scores of another cell, nor of a received artifact', () => {
    const elsewhere = scoresOf('faithfulness', 'question', 'ignores', 'leak')
    const [check] = foldCell(cell('faithfulness', 'ground_truth', 'invariant'), elsewhere, true)
    expect(check).toMatchObject({ outcome: 'invariant', scores: null })
    const received = scoresOf('faithfulness', 'answer', 'ignores', 'leak')
    expect(foldCell(cell('faithfulness', 'answer', 'reads'), received, true)[0]).toMatchObject({
      expectation: 'reads',
      outcome: 'reads',
      scores: null,
    })
  })
})

describe('a collapse check', () => {
  const collapse = (scores: Map<string, ScoreEvidence>, asked = true, requests: Outcome = 'reads') =>
    foldCell(cell('faithfulness', 'contexts', requests), scores, asked)[1]!

  it('stands beside the reads check of faithfulness × contexts, and nowhere else', () => {
    for (const metric of REFERENCE_METRICS)
      for (const artifact of metric.receives) {
        const checks = foldCell(cell(metric.name, artifact, 'reads'), new Map(), true).map(
          ({ expectation }) => expectation,
        )
        const both = metric.name === 'faithfulness' && artifact === 'contexts'
        expect(checks).toEqual(both ? ['reads', 'collapses'] : ['reads'])
      }
  })

  it('is decided by scores alone', () => {
    const decided = (outcome: 'collapses' | 'no-collapse' | 'inconclusive') =>
      collapse(scoresOf('faithfulness', 'contexts', 'collapses', outcome))
    expect(decided('collapses')).toMatchObject({
      outcome: 'collapses',
      proof: 'scores',
      reason: 'scores say collapses',
    })
    expect(decided('no-collapse').outcome).toBe('no-collapse')
    expect(decided('inconclusive').outcome).toBe('inconclusive')
  })

  it('is not asked without a judge that scores, or where contexts are not ablated', () => {
    expect(collapse(new Map(), false)).toMatchObject({ outcome: 'not-asked', proof: null })
    expect(collapse(new Map(), false, 'not-asked').outcome).toBe('not-asked')
  })

  it('is not covered where scores were asked for and none came', () => {
    expect(collapse(new Map())).toMatchObject({ outcome: 'not-covered', reason: 'no score was collected' })
  })
})

describe('what a leak turns a metric into', () => {
  const turns = (metric: string, artifact: Artifact, outcome: Outcome = 'leak') =>
    foldCell(cell(metric, artifact, outcome), new Map(), true)[0]!.turnsInto

  it.each<[string, Artifact, string[]]>([
    ['faithfulness', 'ground_truth', ['context_recall', 'answer_correctness']],
    ['faithfulness', 'question', ['answer_relevance', 'context_precision']],
    ['answer_relevance', 'contexts', ['faithfulness', 'context_precision']],
    ['answer_relevance', 'ground_truth', ['answer_correctness']],
    ['context_precision', 'answer', ['faithfulness', 'answer_relevance']],
    ['context_precision', 'ground_truth', ['context_recall']],
    ['context_recall', 'answer', ['faithfulness', 'answer_correctness']],
    ['context_recall', 'question', ['context_precision']],
    ['answer_correctness', 'contexts', ['faithfulness', 'context_recall']],
    ['answer_correctness', 'question', ['answer_relevance']],
  ])('%s shown %s can compute %j', (metric, artifact, others) => {
    expect(turns(metric, artifact)).toEqual(others)
  })

  it('is said of leaks only', () => {
    expect(turns('faithfulness', 'ground_truth', 'invariant')).toEqual([])
  })
})
