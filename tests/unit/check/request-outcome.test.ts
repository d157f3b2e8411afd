import { describe, expect, it } from 'vitest'
import type { Tracer } from '../../../src/check/tracer.js'
import { tokenOverlap } from '../../../src/metrics/builtin/token-overlap.js'
import type { Scorer } from '../../../src/metrics/wrap-scorer.js'
import { PROBE } from '../../../src/wire/probe.js'
import { fakeWire, samplesOf, scorerOver } from '../fakes.js'
import { asking, NOTHING_SHOWN, outcomes, prove, WIRED } from './proving.js'

describe('a metric over answer and contexts', () => {
  it('that throws on a swap says nothing: void, not a leak', async () => {
    const known = new Set([...samplesOf(3), PROBE].map(({ id, question }) => `${id} ${question}`))
    const proof = await prove(({ send }) =>
      scorerOver(async ({ id, question, answer, contexts }) => {
        if (question && !known.has(`${id} ${question}`)) throw new Error('unknown question')
        return send(`${answer} against ${contexts}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['not-covered', 'reads', 'reads', 'invariant'])
    expect(proof.cells.question).toMatchObject({
      open: true,
      reason: 'the scorer throws on 3 samples when it is swapped, first s1',
    })
  })

  it('that throws on some samples is an error with the cause, and the others are compared', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ id, answer, contexts }) => {
        if (id === 's2') throw new RangeError('no such row')
        return send(`${answer} against ${contexts}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['error', 'error', 'error', 'error'])
    expect(proof.cells.question).toMatchObject({ open: false, reason: 'threw on 1 sample; first s2: no such row' })
    expect(proof.findings.errors).toEqual([{ sample: 's2', message: 'no such row' }])
    expect(proof.findings.coverage.get('question')!.swapped).toEqual(new Set(['s1', 's3']))
    expect(proof.findings.observations.filter(({ artifact }) => artifact === 'question')).toEqual([])
    const { layers, changed } = proof.evidence('answer')
    expect({ layers, changed }).toEqual({ layers: ['probe', 'ablation'], changed: 2 })
  })

  it('that throws on some samples and leaks on others is a leak', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ id, answer, contexts, question }) => {
        if (id === 's2') throw new Error('x')
        return send(`${answer} against ${contexts} for ${question}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['leak', 'error', 'error', 'error'])
  })

  it.each<[string, Scorer]>([
    ['returns undefined', (() => undefined) as unknown as Scorer],
    ['returns a string', (() => '0.9') as unknown as Scorer],
    ['returns a value outside its scale', () => 7],
  ])('that %s is an error in every cell', async (_, scorer) => {
    const proof = await prove(() => scorerOver(scorer))
    expect(outcomes(proof)).toEqual(['error', 'error', 'error', 'error'])
    expect(proof.cells.answer.reason).toContain('threw on 3 samples; first s1: fake returned')
  })

  it('that sends other requests every time is inconclusive where nothing else is known', async () => {
    let time = 0
    const other = 'Quite another question is asked every other time, in other words and at some length'
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer }) => send(time++ % 2 === 0 ? `${answer}` : other)),
    )
    expect(outcomes(proof)).toEqual(['inconclusive', 'inconclusive', 'inconclusive', 'inconclusive'])
    expect(proof.cells.question).toMatchObject({ open: true, reason: expect.stringContaining('3 samples, first s1') })
  })

  it('whose requests hold a counter is compared with the counter masked, and the report says where', async () => {
    let time = 0
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts }) => send(`${answer} against ${contexts} at ${time++}`)),
    )
    expect(outcomes(proof)).toEqual(WIRED)
    expect(proof.findings.volatile.length).toBeGreaterThan(0)
    for (const { field, before } of proof.findings.volatile) {
      expect(field).toBe('messages[0].content')
      expect(before).toMatch(/ at $/u)
    }
    const unmasked = await prove(
      ({ send }) => scorerOver(async ({ answer, contexts }) => send(`${answer} against ${contexts} at ${time++}`)),
      { without: ['two unmodified passes'] },
    )
    expect(outcomes(unmasked)[0]).toBe('leak')
  })

  it('whose date follows the text of a received artifact is wired, also where that artifact is blank', async () => {
    let time = 0
    const now = () => new Date(1e12 + time++ * 1e9).toISOString()
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts }) => send(`${contexts}\n${answer} ${now()}`)),
    )
    expect(outcomes(proof)).toEqual(WIRED)
  })

  it('that shows a reference which it also masks by chance is inconclusive: the mask covers text of it', async () => {
    let time = 0
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, ground_truth }) =>
        send(`${answer} against ${contexts}\nkey ${time++ % 2 === 0 ? 'undefined' : ground_truth?.split(' ')[2]}`),
      ),
    )
    expect(proof.cells.ground_truth).toMatchObject({
      outcome: 'inconclusive',
      reason: 'text of it stood in a span that differs from pass to pass and had to be masked',
    })
  })

  it('whose score changes by itself is inconclusive, not a leak', async () => {
    let time = 0
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts }) => {
        await send(`${answer} against ${contexts}`)
        return (time++ % 10) / 10
      }),
    )
    expect(outcomes(proof)).toEqual(['inconclusive', 'inconclusive', 'inconclusive', 'inconclusive'])
  })

  it('that asks no judge is not covered, with the likely cause', async () => {
    const proof = await prove(() => scorerOver(() => 0.5))
    expect(outcomes(proof)).toEqual(['not-covered', 'not-covered', 'not-covered', 'not-covered'])
    expect(proof.cells.question).toMatchObject({
      open: true,
      reason: expect.stringContaining('no judge request was seen'),
    })
  })

  it('that answers from its own cache is not covered, with the likely cause', async () => {
    const proof = await prove(({ send }) => {
      const cache = new Map<string, boolean>()
      return scorerOver(async ({ id, answer, contexts }) => {
        const known = cache.get(id) ?? (await send(`${answer} against ${contexts}`))
        cache.set(id, known)
        return known
      })
    })
    expect(outcomes(proof)).toEqual(['not-covered', 'not-covered', 'not-covered', 'not-covered'])
    expect(proof.cells.question.reason).toContain('cache')
  })

  it('whose score no reply moves is not covered where it must ignore', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts }) => {
        await send(`${answer} against ${contexts}`)
        return 0
      }),
    )
    expect(outcomes(proof)).toEqual(['not-covered', 'reads', 'reads', 'not-covered'])
    expect(proof.cells.question).toMatchObject({ open: true, reason: expect.stringContaining('moves the score') })
  })

  it('whose score differs between samples, but by no reply, is not covered either', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer, contexts, id }) => {
        await send(`${answer} against ${contexts}`)
        return Number(id.slice(1)) / 10
      }),
    )
    expect(outcomes(proof)).toEqual(['not-covered', 'reads', 'reads', 'not-covered'])
  })

  it('does not speak of an artifact that most samples lack, unless it leaks', async () => {
    const lacking = ['ground_truth', 'contexts'] as const
    expect(outcomes(await prove(asking(), { lacking }))).toEqual(['invariant', 'reads', 'not-covered', 'not-covered'])
    const leaking = await prove(
      asking(({ ground_truth }) => `${ground_truth}`),
      { lacking },
    )
    expect(outcomes(leaking)).toEqual(['invariant', 'reads', 'not-covered', 'leak'])
    expect((await prove(asking(), { lacking })).cells.ground_truth).toEqual({
      outcome: 'not-covered',
      reason: 'most samples do not carry it',
      open: false,
      ...NOTHING_SHOWN,
    })
  })

  it('does not speak of an artifact that was not ablated', async () => {
    const proof = await prove(asking(), { artifacts: ['question'] })
    expect(outcomes(proof)).toEqual(['invariant', 'not-covered', 'not-covered', 'not-covered'])
    expect(proof.findings.observations.filter(({ artifact }) => artifact !== 'question')).toEqual([])
    for (const artifact of ['answer', 'contexts', 'ground_truth'] as const)
      expect(proof.cells[artifact]).toMatchObject({ open: true, reason: 'no sample could be compared' })
  })

  it('of a judge request that nobody could answer is an error with the reason', async () => {
    const { tracer } = fakeWire()
    const unanswered: Tracer = {
      ...tracer,
      trace: async (...args) => ({ ...(await tracer.trace(...args)), unanswered: ['POST x: asks for no JSON schema'] }),
    }
    const proof = await prove(() => scorerOver(() => 0.5), { tracer: unanswered })
    expect(outcomes(proof)).toEqual(['error', 'error', 'error', 'error'])
    expect(proof.cells.question.reason).toContain('no JSON schema')
  })

  it('that throws whenever a received artifact is changed is not covered there, not a dead wire', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ id, answer, contexts }) => {
        const own = [...samplesOf(3), PROBE].find((sample) => sample.id === id)?.contexts ?? []
        if (contexts?.join() !== own.join()) throw new Error('not in the index')
        return send(`${answer} against ${contexts}`)
      }),
    )
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'not-covered', 'invariant'])
    expect(proof.cells.contexts.reason).toBe('no sample could be compared')
  })
})

describe('a deterministic metric', () => {
  const deterministic = (score: Scorer) => () => scorerOver(score, { deterministic: true })

  it('is reads where its score changes, invariant elsewhere', async () => {
    const proof = await prove(() => tokenOverlap)
    expect(outcomes(proof)).toEqual(['invariant', 'reads', 'invariant', 'reads'])
    expect(proof.cells.question.reason).toContain('no judge is asked')
  })

  it('notes what it reads beyond its ratio: it is exempt', async () => {
    const proof = await prove(
      deterministic(({ answer, contexts, question }) => `${answer}${contexts}${question}`.length / 500),
    )
    expect(outcomes(proof)[0]).toBe('noted')
  })

  it('that asks a judge is an error in every cell', async () => {
    const proof = await prove(({ send }) =>
      scorerOver(async ({ answer }) => send(`${answer}`), { deterministic: true }),
    )
    expect(outcomes(proof)).toEqual(['error', 'error', 'error', 'error'])
    expect(proof.cells.question).toEqual({
      outcome: 'error',
      reason: 'declared deterministic, but it asks a judge',
      open: false,
      leakKind: null,
      reach: expect.anything(),
    })
  })

  it('that throws on some samples is an error', async () => {
    const proof = await prove(
      deterministic(({ id, answer, contexts }) => {
        if (id === 's2') throw new Error('x')
        return `${answer}${contexts}`.length / 500
      }),
    )
    expect(outcomes(proof)).toEqual(['error', 'error', 'error', 'error'])
  })

  it('that throws on every swap is not covered, not invariant', async () => {
    const known = new Set(samplesOf(3).map(({ question }) => question))
    const proof = await prove(
      deterministic(({ id, question, answer, contexts }) => {
        if (id === PROBE.id) return 0.5
        if (!known.has(question) || question !== samplesOf(3)[Number(id.slice(1)) - 1]!.question) throw new Error('x')
        return `${answer}${contexts}`.length / 500
      }),
    )
    expect(outcomes(proof)[0]).toBe('not-covered')
  })

  it('whose score changes by itself is inconclusive', async () => {
    let time = 0
    expect(outcomes(await prove(deterministic(() => (time++ % 10) / 10)))[0]).toBe('inconclusive')
  })
})
