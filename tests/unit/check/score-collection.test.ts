import { describe, expect, it } from 'vitest'
import type { Ablation } from '../../../src/ablation/ablation.js'
import { donorsAmong } from '../../../src/ablation/donors.js'
import {
  type CollectionOptions,
  collectScores,
  type Evaluated,
  type Journal,
  UNMODIFIED,
} from '../../../src/check/score-collection.js'
import type { Evaluation } from '../../../src/check/tracer.js'
import { splitUnits } from '../../../src/judge/ask.js'
import { defineMetric } from '../../../src/metrics/define-metric.js'
import { uniform } from '../../../src/random.js'
import { fakeWire, samplesOf, scorerOver } from '../fakes.js'

const SWAP_QUESTION: Ablation = { artifact: 'question', kind: 'swap' }
const BLANK_CONTEXTS: Ablation = { artifact: 'contexts', kind: 'blank' }
const samples = samplesOf(6)

/** Replies that depend on the evaluation alone, as the embedded judge's do. */
const drawn = ({ metric, sample, arm, repeat }: Evaluation) => uniform(metric, sample, arm, repeat) < 0.5

const collect = async (more: Partial<CollectionOptions> = {}, verdict = drawn, fails = (_: Evaluation) => false) => {
  const wire = fakeWire(verdict)
  const ask = async (prompt: string) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (fails(wire.evaluations.at(-1)!)) throw new Error('the judge refused')
    return wire.send(prompt)
  }
  const metrics = ['first', 'second'].map((name) =>
    scorerOver(async ({ answer }) => ask(`${name} ${answer}`), {}, name),
  )
  const collected = await collectScores({
    arms: metrics.map((metric) => ({ metric, ablations: [SWAP_QUESTION, BLANK_CONTEXTS] })),
    samples,
    donors: donorsAmong(samples, 1),
    repeats: 5,
    ablatedRepeats: 3,
    seed: 1,
    concurrency: 1,
    replies: { judge: 'embedded' },
    tracer: wire.tracer,
    judge: wire.judge,
    ...more,
  })
  return { collected, ...wire }
}

const ARMS = [UNMODIFIED, 'swap question', 'blank contexts']
const everything = ({ collected }: Awaited<ReturnType<typeof collect>>) =>
  ['first', 'second'].flatMap((metric) =>
    ARMS.flatMap((arm) => samples.map(({ id }) => [metric, arm, id, collected.of(metric, arm, id)])),
  )
const key = ({ metric, sample, arm, repeat }: Evaluation) => `${metric} ${sample} ${arm} ${repeat}`

describe('collecting scores', () => {
  it('evaluates every repeat of every arm of every metric and sample, once', async () => {
    const { evaluations, collected, answers } = await collect()
    const planned = samples.flatMap(({ id }) =>
      ['first', 'second'].flatMap((metric) =>
        ARMS.flatMap((arm) =>
          Array.from({ length: arm === UNMODIFIED ? 5 : 3 }, (_, repeat) => key({ metric, sample: id, arm, repeat })),
        ),
      ),
    )
    expect(evaluations.map(key).toSorted()).toEqual(planned.toSorted())
    expect(collected).toMatchObject({ planned: 132, completed: 132, requests: 132, lost: [] })
    expect(new Set(answers.map(({ judge }) => judge))).toEqual(new Set(['embedded']))
  })

  it('keys scores by metric, arm, sample and repeat', async () => {
    const run = await collect()
    for (const [metric, arm, sample, scores] of everything(run)) {
      const repeats = arm === UNMODIFIED ? 5 : 3
      const expected = Array.from({ length: repeats }, (_, repeat) =>
        Number(drawn({ metric, sample, arm, repeat } as Evaluation)),
      )
      expect(scores).toEqual(expected)
    }
  })

  it('numbers repeats in send order', async () => {
    const { evaluations } = await collect()
    for (const arm of ARMS)
      for (const { id } of samples) {
        const sent = evaluations.filter((e) => e.metric === 'first' && e.arm === arm && e.sample === id)
        expect(sent.map(({ repeat }) => repeat)).toEqual(sent.map((_, index) => index))
      }
  })

  it('sends one sample after another, its arms and metrics interleaved in one permutation', async () => {
    const { evaluations } = await collect()
    const order = evaluations.map(({ sample }) => sample)
    expect(order.filter((sample, index) => sample !== order[index - 1])).toHaveLength(samples.length)
    for (const { id } of samples) {
      const block = evaluations.filter(({ sample }) => sample === id)
      const changes = block.filter(
        ({ arm }, index) => index > 0 && (arm === UNMODIFIED) !== (block[index - 1]!.arm === UNMODIFIED),
      )
      expect(changes.length).toBeGreaterThan(3)
      const switches = block.filter(({ metric }, index) => index > 0 && metric !== block[index - 1]!.metric)
      expect(switches.length).toBeGreaterThan(3)
    }
    const blockOf = (id: string) =>
      evaluations.filter(({ sample }) => sample === id).map(({ metric, arm }) => `${metric} ${arm}`)
    expect(blockOf('s1')).not.toEqual(blockOf('s2'))
  })

  it('orders by the seed alone', async () => {
    const order = async (seed: number) => (await collect({ seed })).evaluations.map(key)
    expect(await order(7)).toEqual(await order(7))
    expect(await order(7)).not.toEqual(await order(8))
  })

  it('gives the same whatever the concurrency', async () => {
    const one = await collect({ concurrency: 1 })
    for (const concurrency of [2, 7, 500]) {
      const many = await collect({ concurrency })
      expect(everything(many)).toEqual(everything(one))
      expect(many.evaluations.map(key).toSorted()).toEqual(one.evaluations.map(key).toSorted())
    }
  })

  it('has at most as many evaluations under way as allowed', async () => {
    let running = 0
    let most = 0
    const wire = fakeWire()
    const metric = scorerOver(async () => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      return 1
    })
    await collect({ arms: [{ metric, ablations: [] }], tracer: wire.tracer, concurrency: 3 })
    expect(most).toBe(3)
    await collect({ arms: [{ metric, ablations: [] }], tracer: wire.tracer, concurrency: 0 })
    expect(most).toBe(3)
  })

  it('hands each arm the sample with its artifact changed', async () => {
    const seen: string[] = []
    const metric = scorerOver(({ id, question, contexts }) => {
      seen.push(`${id} ${question === samples.find((sample) => sample.id === id)!.question} ${contexts.length}`)
      return 1
    })
    const arms = [{ metric, ablations: [SWAP_QUESTION, BLANK_CONTEXTS] }]
    await collect({ arms, samples: samples.slice(0, 1), repeats: 1, ablatedRepeats: 1 })
    expect(seen.toSorted()).toEqual(['s1 false 2', 's1 true 0', 's1 true 2'])
  })

  it('lists lost evaluations by metric, sample, arm and repeat, and leaves all others right', async () => {
    const fails = ({ metric, sample, arm, repeat }: Evaluation) =>
      metric === 'second' &&
      ((sample === 's2' && arm === UNMODIFIED && repeat === 3) || (sample === 's5' && arm === 'swap question'))
    const clean = await collect()
    const run = await collect({}, drawn, fails)
    const where = { metric: 'second', message: 'the judge refused' }
    expect(run.collected.lost).toEqual([
      { ...where, sample: 's2', arm: UNMODIFIED, repeat: 3 },
      { ...where, sample: 's5', arm: 'swap question', repeat: 0 },
      { ...where, sample: 's5', arm: 'swap question', repeat: 1 },
      { ...where, sample: 's5', arm: 'swap question', repeat: 2 },
    ])
    expect(run.collected).toMatchObject({ planned: 132, completed: 128 })
    const expected = everything(clean).map(([metric, arm, sample, scores]) => [
      metric,
      arm,
      sample,
      (scores as number[]).map((score, repeat) =>
        fails({ metric, arm, sample, repeat } as Evaluation) ? null : score,
      ),
    ])
    expect(everything(run)).toEqual(expected)
  })

  it('keeps a null score apart from a lost one', async () => {
    const metric = scorerOver(() => null)
    const { collected } = await collect({ arms: [{ metric, ablations: [] }] })
    expect(collected.of('fake', UNMODIFIED, 's1')).toEqual([null, null, null, null, null])
    expect(collected).toMatchObject({ completed: 30, lost: [] })
  })

  it('tells progress for every evaluation, lost ones too', async () => {
    let told = 0
    const onEvaluation = () => {
      told += 1
    }
    await collect({ onEvaluation }, drawn, ({ sample }) => sample === 's1')
    expect(told).toBe(132)
  })

  it('stops after the evaluations under way when it is aborted, and loses none to that', async () => {
    const control = new AbortController()
    let told = 0
    const onEvaluation = () => {
      if (++told === 10) control.abort()
    }
    const { collected, evaluations } = await collect({ onEvaluation, signal: control.signal, concurrency: 2 })
    expect(evaluations.length).toBeLessThanOrEqual(12)
    expect(collected.completed).toBe(evaluations.length)
    expect(collected).toMatchObject({ planned: 132, lost: [] })
  })

  it('does not count a failure that the interruption caused as lost', async () => {
    const control = new AbortController()
    const metric = scorerOver(() => {
      control.abort()
      throw new Error('aborted')
    })
    const { collected } = await collect({ arms: [{ metric, ablations: [] }], signal: control.signal })
    expect(collected).toMatchObject({ completed: 0, lost: [] })
  })

  it('keeps every distinct provenance once, in one order', async () => {
    const asking = (name: string, kind: 'claims' | 'statements') =>
      defineMetric({
        name,
        numerator: { counts: 'x', artifacts: ['answer'] },
        denominator: { counts: 'y', artifacts: ['answer'] },
        score: async ({ answer }, { judge }) => (await splitUnits(judge, 'ANSWER', kind, answer)).length / 10,
      })
    const [a, b] = [asking('a', 'claims'), asking('b', 'statements')]
    const provenance = async (metrics: (typeof a)[]) => {
      const wire = fakeWire()
      const arms = metrics.map((metric) => ({ metric, ablations: [] }))
      return (await collect({ arms, tracer: wire.tracer, judge: wire.judge })).collected.provenance
    }
    const both = await provenance([a, b])
    expect(both).toHaveLength(2)
    expect(new Set(both.map(({ templateHash }) => templateHash)).size).toBe(2)
    expect(await provenance([b, a])).toEqual(both)
  })
})

describe('with a journal', () => {
  /** In memory: what a file would keep, by sample and permutation. */
  const memory = () => {
    const kept = new Map<string, Evaluated[]>()
    const at = (sample: string, permutation: string) => JSON.stringify([sample, permutation])
    const journal: Journal = {
      known: (sample, permutation) => kept.get(at(sample, permutation)) ?? [],
      begin: (permutation) => (evaluated) => {
        const key = at(evaluated.sample, permutation)
        kept.set(key, [...(kept.get(key) ?? []), evaluated])
      },
    }
    return { journal, size: () => [...kept.values()].flat().length }
  }
  const stoppedAfter = async (count: number, journal: Journal) => {
    const stop = new AbortController()
    let seen = 0
    const onEvaluation = () => {
      seen += 1
      if (seen === count) stop.abort()
    }
    return collect({ journal, signal: stop.signal, onEvaluation })
  }

  it('asks nothing twice and loses nothing, wherever it was stopped; scores are those of one invocation', async () => {
    const whole = await collect()
    const { journal, size } = memory()
    const asked: string[] = []
    for (const count of [1, 7, 40, 41, 3]) {
      const part = await stoppedAfter(count + size(), journal)
      asked.push(...part.evaluations.map(key))
    }
    const rest = await collect({ journal })
    asked.push(...rest.evaluations.map(key))
    expect(asked.toSorted()).toEqual(whole.evaluations.map(key).toSorted())
    expect(asked).toEqual(whole.evaluations.map(key))
    expect(everything(rest)).toEqual(everything(whole))
    expect(rest.collected.resumed + rest.evaluations.length).toBe(rest.collected.planned)
  })

  it('begins a block anew whose permutation has changed', async () => {
    const { journal, size } = memory()
    await collect({ journal })
    const before = size()
    const again = await collect({ journal, repeats: 4 })
    expect(again.collected.resumed).toBe(0)
    expect(size()).toBe(before + again.evaluations.length)
  })

  it('asks again for what threw', async () => {
    const { journal } = memory()
    const failing = await collect({ journal }, drawn, ({ sample }) => sample === 's2')
    expect(failing.collected.lost).toHaveLength(2 * 11)
    const again = await collect({ journal })
    expect(again.evaluations.map(({ sample }) => sample)).toEqual(Array(2 * 11).fill('s2'))
    expect(again.collected.lost).toEqual([])
  })
})
