import { describe, expect, it } from 'vitest'
import { JudgeError, type JudgeQuestion } from '../../../../src/judge/judge.js'
import { REFERENCE_METRICS } from '../../../../src/metrics/builtin/index.js'
import type { Metric } from '../../../../src/metrics/metric.js'
import { ratioInWords } from '../../../../src/metrics/ratio.js'
import { ARTIFACTS, type Artifact } from '../../../../src/samples/artifact.js'
import { DISPOSITIONS } from '../../../../src/wire/disposition.js'
import { askedJudge, constant, sampleOf } from '../../fakes.js'

/** The table of the method: what each metric receives, and the judge requests a sample costs. */
const TABLE: Readonly<Record<string, { receives: Artifact[]; never: Artifact[]; requests: number }>> = {
  faithfulness: { receives: ['answer', 'contexts'], never: ['question', 'ground_truth'], requests: 2 },
  answer_relevance: { receives: ['question', 'answer'], never: ['contexts', 'ground_truth'], requests: 2 },
  context_precision: { receives: ['question', 'contexts'], never: ['answer', 'ground_truth'], requests: 1 },
  context_recall: { receives: ['contexts', 'ground_truth'], never: ['question', 'answer'], requests: 2 },
  answer_correctness: { receives: ['answer', 'ground_truth'], never: ['question', 'contexts'], requests: 4 },
}
const NAMES = Object.keys(TABLE)
const byName = (name: string): Metric => REFERENCE_METRICS.find((metric) => metric.name === name)!

const MARKERS = {
  id: 'zqid',
  question: 'zqquestion',
  answer: 'zqanswer',
  contexts: 'zqcontexts',
  ground_truth: 'zqreference',
} as const
const marked = sampleOf(1, {
  id: MARKERS.id,
  question: `Where does the ${MARKERS.question} flow?`,
  answer: `It flows past the ${MARKERS.answer}. It is long.`,
  contexts: [`The ${MARKERS.contexts} is near.`, `Another ${MARKERS.contexts}.`],
  ground_truth: `The ${MARKERS.ground_truth} is where it flows.`,
  relevance: [true, false],
})

/** Splits truthfully, as a judge does, so that units carry their source into later requests. */
const echo = (question: JudgeQuestion<unknown>) => {
  if (question.schemaName !== 'units') return constant()(question)
  const lines = question.messages[1]!.content.split('\n').filter((line) => line.startsWith('> '))
  return { units: lines.map((line) => line.slice(2)) }
}

const requestsOf = async (name: string, sample = marked) => {
  const asked = askedJudge(echo)
  const scored = await byName(name).evaluate(sample, { judge: asked.judge })
  return { ...scored, prompts: asked.questions.map(({ messages }) => JSON.stringify(messages)) }
}

describe('the five reference metrics', () => {
  it('are those of the table, in its order', () => {
    expect(REFERENCE_METRICS.map(({ name }) => name)).toEqual(NAMES)
  })

  it.each(NAMES)('%s receives, and must never receive, what the table says', (name) => {
    const { receives, mustNeverReceive, deterministic, scale } = byName(name)
    expect(receives).toEqual(TABLE[name]!.receives)
    expect(mustNeverReceive).toEqual(TABLE[name]!.never)
    expect({ deterministic, scale }).toEqual({ deterministic: false, scale: [0, 1] })
  })

  it('have ten arrows: question and ground_truth feed two metrics each, answer and contexts three', () => {
    const fed = ARTIFACTS.map(
      (artifact) => REFERENCE_METRICS.filter(({ receives }) => receives.includes(artifact)).length,
    )
    expect(fed).toEqual([2, 3, 3, 2])
    expect(REFERENCE_METRICS.flatMap(({ mustNeverReceive }) => mustNeverReceive)).toHaveLength(10)
  })

  it('collapse only where the method says so: faithfulness without contexts', () => {
    const collapsing = REFERENCE_METRICS.filter(({ collapsesWithout }) => collapsesWithout.length > 0)
    expect(collapsing.map(({ name, collapsesWithout }) => [name, collapsesWithout])).toEqual([
      ['faithfulness', ['contexts']],
    ])
  })

  it('have a numerator over a denominator, in words', () => {
    for (const metric of REFERENCE_METRICS) expect(ratioInWords(metric.ratio)).toMatch(/^\S.* \/ \S/u)
    expect(ratioInWords(byName('faithfulness').ratio)).toBe(
      'claims in the answer that the contexts entail / claims in the answer',
    )
  })

  it.each(NAMES)('%s shows its judge every artifact it receives, and no other, nor id or labels', async (name) => {
    const { relevance: _, ...unlabelled } = marked
    const { prompts } = await requestsOf(name)
    const shown = Object.entries(MARKERS).filter(([, marker]) => prompts.some((prompt) => prompt.includes(marker)))
    expect(shown.map(([artifact]) => artifact)).toEqual(TABLE[name]!.receives)
    expect((await requestsOf(name, unlabelled)).prompts).toEqual(prompts)
  })

  it.each([
    ['faithfulness', [['answer'], ['answer', 'contexts']]],
    ['answer_relevance', [['answer'], ['question', 'answer']]],
    ['context_precision', [['question', 'contexts']]],
    ['context_recall', [['ground_truth'], ['contexts', 'ground_truth']]],
    ['answer_correctness', [['answer'], ['ground_truth'], ['answer', 'ground_truth'], ['answer', 'ground_truth']]],
  ] as const)('%s shows each of its requests just what it is for', async (name, expected) => {
    const { prompts } = await requestsOf(name)
    const shown = prompts.map((prompt) => ARTIFACTS.filter((artifact) => prompt.includes(MARKERS[artifact])))
    expect(shown).toEqual(expected)
  })

  it.each(NAMES)('%s shows its judge every passage in order, where it receives contexts', async (name) => {
    const { prompts } = await requestsOf(name)
    if (TABLE[name]!.receives.includes('contexts'))
      expect(prompts.at(-1)).toMatch(/CONTEXT 1\\n> The zqcontexts is near\.\\n\\nCONTEXT 2\\n> Another zqcontexts\./u)
    else expect(prompts.join()).not.toMatch(/CONTEXT \d/u)
  })

  it.each(NAMES)('%s costs the requests of the table', async (name) => {
    expect((await requestsOf(name)).prompts).toHaveLength(TABLE[name]!.requests)
  })

  it('cost at most 11 requests a sample together, none of them shared', async () => {
    const all = (await Promise.all(NAMES.map((name) => requestsOf(name)))).flatMap(({ prompts }) => prompts)
    expect(all).toHaveLength(11)
  })

  it('cost no more under any disposition of the judge', async () => {
    for (const disposition of DISPOSITIONS) {
      const asked = askedJudge(constant(disposition))
      for (const metric of REFERENCE_METRICS) await metric.evaluate(marked, { judge: asked.judge })
      expect(asked.questions.length).toBeLessThanOrEqual(11)
    }
  })

  it.each(NAMES)('%s carries one provenance a request', async (name) => {
    expect((await requestsOf(name)).provenance).toHaveLength(TABLE[name]!.requests)
  })

  it.each(NAMES)('%s is 1 under an affirming judge, 0 under a denying one', async (name) => {
    const score = async (disposition: 'affirming' | 'denying') =>
      (await byName(name).evaluate(marked, { judge: askedJudge(constant(disposition)).judge })).score
    expect(await score('affirming')).toBe(1)
    expect(await score('denying')).toBe(0)
  })

  it.each([
    ['faithfulness', { answer: '' }],
    ['faithfulness', { answer: ' \n' }],
    ['answer_relevance', { answer: '' }],
    ['context_precision', { contexts: [] }],
    ['context_recall', { ground_truth: '' }],
  ])('%s is null, and asks nothing, where there is nothing to count (%j)', async (name, changes) => {
    const { score, prompts } = await requestsOf(name, { ...marked, ...changes })
    expect(score).toBeNull()
    expect(prompts).toHaveLength(0)
  })

  it('answer_correctness is null where answer or reference states nothing', async () => {
    for (const empty of ['answer', 'ground_truth']) {
      const { score, prompts } = await requestsOf('answer_correctness', { ...marked, [empty]: '' })
      expect(score).toBeNull()
      // The other side is split, and nothing is judged.
      expect(prompts).toHaveLength(1)
    }
    const both = await requestsOf('answer_correctness', { ...marked, answer: '', ground_truth: '' })
    expect(both).toMatchObject({ score: null, prompts: [] })
  })

  it('a text from which the judge takes no unit gives null', async () => {
    const { judge } = askedJudge(() => ({ units: [] }))
    for (const name of NAMES.filter((name) => name !== 'context_precision'))
      expect((await byName(name).evaluate(marked, { judge })).score).toBeNull()
  })

  it('faithfulness with nothing retrieved still asks, and shows that there is nothing', async () => {
    const { prompts } = await requestsOf('faithfulness', { ...marked, contexts: [] })
    expect(prompts).toHaveLength(2)
    expect(prompts[1]).toContain('CONTEXT\\n> \\n\\nCLAIMS')
  })

  it('a judge with the wrong number of verdicts is an error, not a score', async () => {
    const short = (question: JudgeQuestion<unknown>) =>
      question.schemaName === 'units' ? { units: ['a', 'b'] } : { 1: { quote: '', verdict: 'supported' } }
    for (const metric of REFERENCE_METRICS)
      await expect(metric.evaluate(marked, { judge: askedJudge(short).judge })).rejects.toThrow(JudgeError)
  })

  it('a judge that fails is an error, not a score', async () => {
    const judge = { ask: async () => Promise.reject(new JudgeError('refusal', 'the judge refused')) }
    for (const metric of REFERENCE_METRICS) await expect(metric.evaluate(marked, { judge })).rejects.toThrow('refused')
  })
})

describe('the scores of the reference metrics', () => {
  /** A judge that takes `units` units from every text and supports those whose number is in `supported`. */
  const judging = (units: number[], supported: number[][]) => {
    let splits = 0
    let entails = 0
    return askedJudge((question) => {
      if (question.schemaName === 'units')
        return { units: Array.from({ length: units[splits++] ?? 0 }, (_, i) => `u${i}`) }
      const chosen = supported[entails++] ?? []
      const keys = Object.keys(constant()(question) as object)
      return Object.fromEntries(
        keys.map((key) => [key, { quote: '', verdict: chosen.includes(Number(key)) ? 'supported' : 'unsupported' }]),
      )
    }).judge
  }

  it.each(['faithfulness', 'answer_relevance', 'context_recall'])(
    '%s is the share of units supported',
    async (name) => {
      expect((await byName(name).evaluate(marked, { judge: judging([4], [[1, 3, 4]]) })).score).toBe(0.75)
    },
  )

  it('context_precision weighs by rank', async () => {
    expect((await byName('context_precision').evaluate(marked, { judge: judging([], [[2]]) })).score).toBe(0.25)
    expect((await byName('context_precision').evaluate(marked, { judge: judging([], [[1]]) })).score).toBe(0.5)
  })

  it('answer_correctness is the F1 of both directions, and 0 where nothing agrees', async () => {
    const score = async (right: number[], covered: number[]) =>
      (await byName('answer_correctness').evaluate(marked, { judge: judging([2, 4], [right, covered]) })).score
    // Precision 1/2, recall 3/4.
    expect(await score([1], [1, 2, 3])).toBeCloseTo((2 * 0.5 * 0.75) / 1.25, 12)
    expect(await score([1, 2], [1, 2, 3, 4])).toBe(1)
    expect(await score([], [])).toBe(0)
    expect(await score([1, 2], [])).toBe(0)
  })
})
