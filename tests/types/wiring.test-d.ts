import { assertType, describe, expectTypeOf, it } from 'vitest'
import {
  type Artifact,
  defineCountingMetric,
  defineMetric,
  faithfulness,
  type Metric,
  promptTemplate,
  quoted,
  type Ratio,
  type Receives,
  ratio,
  type Verdict,
  word,
} from '../../src/index.js'

const verdicts = (units: readonly string[]): Verdict[] =>
  units.map((unit) => ({ unit, verdict: 'unsupported', quote: '' }))

describe('a ratio', () => {
  it('gives the union of its terms as what the metric receives', () => {
    expectTypeOf<Receives<Ratio<'answer' | 'contexts', 'answer'>>>().toEqualTypeOf<'answer' | 'contexts'>()
    expectTypeOf(ratio(['question'], ['contexts'])).toEqualTypeOf<Ratio<'question', 'contexts'>>()
    expectTypeOf(faithfulness).toEqualTypeOf<Metric<'answer' | 'contexts'>>()
  })

  it('does not compile with an empty term', () => {
    // @ts-expect-error a ratio without a numerator would claim nothing
    ratio([], ['answer'])
    // @ts-expect-error a ratio without a denominator would claim nothing
    ratio(['answer'], [])
  })

  it('does not compile with a misspelt artifact', () => {
    // @ts-expect-error `context` is no artifact
    ratio(['context'], ['answer'])
    // @ts-expect-error `groundTruth` is no artifact
    ratio(['answer'], ['groundTruth'])
  })
})

describe('defineMetric', () => {
  it('hands the score function the declared artifacts, as strings and passages', () => {
    defineMetric({
      name: 'recall',
      numerator: { counts: 'a', artifacts: ['ground_truth', 'contexts'] },
      denominator: { counts: 'b', artifacts: ['ground_truth'] },
      score: (view) => {
        expectTypeOf(view).toEqualTypeOf<Readonly<{ ground_truth: string; contexts: readonly string[] }>>()
        return 1
      },
    })
  })

  it('does not compile when the score reads an undeclared artifact', () => {
    defineMetric({
      name: 'faithfulness',
      numerator: { counts: 'a', artifacts: ['answer', 'contexts'] },
      denominator: { counts: 'b', artifacts: ['answer'] },
      score: (view) => {
        // @ts-expect-error the ratio does not declare ground_truth
        view.ground_truth
        // @ts-expect-error nobody is handed the id
        view.id
        return 1
      },
    })
  })

  it('does not compile with an empty or misspelt term', () => {
    defineMetric({
      name: 'empty',
      // @ts-expect-error an empty term
      numerator: { counts: 'a', artifacts: [] },
      denominator: { counts: 'b', artifacts: ['answer'] },
      score: () => 1,
    })
    defineMetric({
      name: 'misspelt',
      numerator: { counts: 'a', artifacts: ['answer'] },
      // @ts-expect-error a misspelt artifact
      denominator: { counts: 'b', artifacts: ['anwser'] },
      score: () => 1,
    })
  })

  it('hands labels only to a metric that asks for them', () => {
    const shared = {
      name: 'labelled',
      numerator: { counts: 'a', artifacts: ['contexts'] },
      denominator: { counts: 'b', artifacts: ['contexts'] },
    } as const
    defineMetric({
      ...shared,
      labels: ['relevance'],
      score: ({ relevance }) => {
        expectTypeOf(relevance).toEqualTypeOf<readonly boolean[] | null>()
        return null
      },
    })
    // @ts-expect-error relevance was not asked for
    defineMetric({ ...shared, score: ({ relevance }) => relevance })
  })

  it('does not compile when it is to collapse without what it does not receive', () => {
    defineMetric({
      name: 'x',
      numerator: { counts: 'a', artifacts: ['answer'] },
      denominator: { counts: 'b', artifacts: ['answer'] },
      // @ts-expect-error contexts is not received
      collapsesWithout: ['contexts'],
      score: () => 1,
    })
  })
})

describe('defineCountingMetric', () => {
  it("does not compile when faithfulness's denominator reads the contexts", () => {
    defineCountingMetric({
      name: 'faithfulness',
      denominator: {
        counts: 'claims',
        artifacts: ['answer'],
        // @ts-expect-error the evidence must not shape what is counted
        list: ({ contexts }) => contexts,
      },
      numerator: { counts: 'entailed', evidence: ['contexts'], keep: verdicts },
    })
  })

  it('does not compile when the numerator reads what is neither units nor evidence', () => {
    defineCountingMetric({
      name: 'faithfulness',
      denominator: { counts: 'claims', artifacts: ['answer'], list: ({ answer }) => [answer] },
      numerator: {
        counts: 'entailed',
        evidence: ['contexts'],
        keep: (units, view) => {
          // @ts-expect-error the reference is no evidence
          view.ground_truth
          return verdicts(units)
        },
      },
    })
  })

  it('does not compile without evidence', () => {
    defineCountingMetric({
      name: 'x',
      denominator: { counts: 'claims', artifacts: ['answer'], list: () => [] },
      // @ts-expect-error no evidence
      numerator: { counts: 'entailed', evidence: [], keep: verdicts },
    })
  })
})

describe('a template', () => {
  const declared = promptTemplate({ words: ['section'], data: ['answer'] })

  it('compiles with declared placeholders and asks for each of them', () => {
    const template = declared('check {{section}}', '{{answer}}')
    template.render({ section: word('ANSWER') }, { answer: quoted('text') })
    // @ts-expect-error the answer is missing
    template.render({ section: word('ANSWER') }, {})
  })

  it('does not compile when it asks for an undeclared placeholder', () => {
    // @ts-expect-error the reference was not declared
    declared('check {{section}}', '{{answer}} {{ground_truth}}')
    // @ts-expect-error neither in the system text
    declared('{{contexts}}', '{{answer}}')
  })

  it('does not take artifact text that was not quoted', () => {
    const template = declared('check {{section}}', '{{answer}}')
    // @ts-expect-error raw text could pass for instructions
    template.render({ section: word('ANSWER') }, { answer: 'raw text' })
  })
})

it('the four artifacts are the four of the design', () => {
  expectTypeOf<Artifact>().toEqualTypeOf<'question' | 'answer' | 'contexts' | 'ground_truth'>()
  assertType<Artifact>('contexts')
})
