import { describe, expect, it } from 'vitest'
import { type Acceptance, failingKind, type Policy, reachOf } from '../../../src/check/leak.js'
import type { Observation } from '../../../src/check/observation.js'
import type { RequestFindings } from '../../../src/check/request-proof.js'
import type { CallEffects } from '../../../src/check/vary-replies.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import type { LeakKind } from '../../../src/wire/leak-kind.js'
import { recorded } from '../fakes.js'

const relevance = REFERENCE_METRICS.find(({ name }) => name === 'answer_relevance')!

const seen = (changes: Partial<Observation> = {}): Observation => ({
  artifact: 'ground_truth',
  layer: 'ablation',
  sample: 's1',
  variant: 'swap ground_truth',
  kind: 'swap',
  disposition: 'affirming',
  slots: ['judge'],
  moved: [],
  note: '',
  metric: null,
  ...changes,
})

const SLOTS = ['split', 'judge', 'reason']

/** Findings of a unit in which `decides` tells which slot moves which metrics, and `kinds` the kind of a leak into it. */
const findings = (
  observations: readonly Observation[],
  kinds: Partial<Record<string, LeakKind>> = {},
  decides: Partial<Record<string, readonly string[]>> | null = null,
): RequestFindings => {
  const effects: CallEffects = {
    kind: (slot) => kinds[slot] ?? 'score',
    moves: (slot, metric) => decides?.[slot]?.includes(metric) === true,
  }
  const evidence = SLOTS.map((slot, index) => ({
    artifact: 'ground_truth',
    call: { slot, before: recorded('x', { slot }), after: null, call: index + 1, of: 3 },
  }))
  return {
    unit: { metrics: decides === null ? [faithfulness] : [faithfulness, relevance] },
    observations,
    evidence,
    probe: { calls: [], map: '' },
    effects,
  } as unknown as RequestFindings
}

const channels = (
  given: RequestFindings,
  options: { accept?: readonly Acceptance[]; policy?: Policy } = {},
  metric = faithfulness as (typeof REFERENCE_METRICS)[number],
) => reachOf(metric, 'ground_truth', given, options).channels

describe('what reaches a metric', () => {
  it('is each call that shows the artifact, once, in the order of calls, with its kind', () => {
    const given = findings([seen({ slots: ['judge', 'split'] }), seen({ slots: ['judge'], sample: 's2' })], {
      split: 'upstream',
    })
    expect(channels(given).map(({ call, kind, slot }) => [call, kind, slot])).toEqual([
      [1, 'upstream', 'split'],
      [2, 'score', 'judge'],
    ])
  })

  it('is nothing that was seen of another artifact, or of another metric alone', () => {
    const given = findings([seen({ artifact: 'question' }), seen({ metric: 'answer_relevance' })])
    expect(reachOf(faithfulness, 'ground_truth', given)).toEqual({ observations: [], channels: [] })
  })

  it('past every request is call 0: local code reads it, or a field that the model does not see', () => {
    for (const past of [seen({ slots: [], moved: ['faithfulness'] }), seen({ slots: [], layer: 'unseen field' })])
      expect(channels(findings([past])).map(({ call, kind, slot }) => [call, kind, slot])).toEqual([[0, 'score', null]])
  })
})

describe('a call of a joint harness', () => {
  const shown = [seen({ slots: ['judge'] })]

  it('belongs to every metric whose score its reply can move', () => {
    const given = findings(shown, {}, { judge: ['faithfulness', 'answer_relevance'] })
    expect(channels(given)).toHaveLength(1)
    expect(channels(given, {}, relevance)).toHaveLength(1)
  })

  it('does not belong to a metric whose score only other calls move', () => {
    const given = findings(shown, {}, { judge: ['faithfulness'], reason: ['answer_relevance'] })
    expect(channels(given)).toHaveLength(1)
    expect(reachOf(relevance, 'ground_truth', given)).toEqual({ observations: [], channels: [] })
  })

  it('that moves no score belongs to all of them: unresolved', () => {
    const given = findings(shown, {}, { judge: [] })
    expect(channels(given)).toHaveLength(1)
    expect(channels(given, {}, relevance)).toHaveLength(1)
  })

  it('leaks into the metric whose score moved, though no request shows it', () => {
    const given = findings([seen({ slots: [], moved: ['faithfulness'] })], {}, {})
    expect(channels(given)).toHaveLength(1)
    expect(channels(given, {}, relevance)).toEqual([])
  })
})

describe('an accept entry', () => {
  const accept = [
    { metric: 'faithfulness', artifact: 'ground_truth', kind: 'upstream', call: 1, reason: 'coreference' },
  ] satisfies Acceptance[]
  const both = findings([seen({ slots: ['split', 'judge'] })], { split: 'upstream' })

  it('accepts the leak kind and the call it is pinned to', () => {
    expect(channels(both, { accept }).map(({ accepted }) => accepted)).toEqual(['coreference', null])
    const only = channels(findings([seen({ slots: ['split'] })], { split: 'upstream' }), { accept })
    expect(failingKind(only)).toBeNull()
  })

  it('leaves anything beyond it a leak', () => {
    expect(failingKind(channels(both, { accept }))).toBe('score')
  })

  it.each<[string, Partial<Acceptance>]>([
    ['metric', { metric: 'answer_relevance' }],
    ['artifact', { artifact: 'question' }],
    ['kind', { kind: 'score' }],
    ['call', { call: 2 }],
  ])('accepts no other %s', (_, change) => {
    const given = findings([seen({ slots: ['split'] })], { split: 'upstream' })
    expect(failingKind(channels(given, { accept: [{ ...accept[0]!, ...change }] }))).toBe('upstream')
  })
})

describe('the policy of an artifact', () => {
  const of = (kind: LeakKind, policy: Policy = {}) =>
    failingKind(channels(findings([seen()], { judge: kind }), { policy }))

  it('notes an explanation and fails the rest, where nothing is said', () => {
    expect([of('score'), of('upstream'), of('explanation')]).toEqual(['score', 'upstream', null])
  })

  it('is given per artifact and kind', () => {
    expect(of('upstream', { ground_truth: { upstream: 'note' } })).toBeNull()
    expect(of('explanation', { ground_truth: { explanation: 'fail' } })).toBe('explanation')
    expect(of('upstream', { question: { upstream: 'note' } })).toBe('upstream')
    expect(of('score', { ground_truth: { upstream: 'note' } })).toBe('score')
  })
})
