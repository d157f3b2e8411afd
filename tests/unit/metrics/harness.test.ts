import { describe, expect, it } from 'vitest'
import { InputError } from '../../../src/errors.js'
import { contextRecall } from '../../../src/metrics/builtin/context-recall.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { metricsOf } from '../../../src/metrics/harness.js'
import { ratio } from '../../../src/metrics/ratio.js'

/** As `import()` gives it. */
const moduleOf = (exported: object) => Object.defineProperty({ ...exported }, Symbol.toStringTag, { value: 'Module' })
const names = (given: unknown) => metricsOf(given, 'metrics.ts').metrics.map(({ name }) => name)
const score = () => 1
const own = { over: ratio(['answer'], ['answer']), score }

describe('a harness', () => {
  it('gives its metrics with the known names first, in table order, the others as they come', () => {
    expect(names({ zeta: own, answer_correctness: score, alpha: own, groundedness: score, contextRecall })).toEqual([
      'groundedness',
      'context_recall',
      'answer_correctness',
      'zeta',
      'alpha',
    ])
  })

  it('takes metrics that groundwire defined as they are', () => {
    expect(metricsOf({ faithfulness }, 'x').metrics[0]).toBe(faithfulness)
  })

  it('of a plain record must know every entry', () => {
    expect(() => names({ faithfulness: score, helper: score })).toThrow('metrics.helper: what does it range over?')
    expect(() => names({ faithfulness: 3 })).toThrow(InputError)
  })

  it('of a module leaves other exports out and says so', () => {
    const { metrics, notes } = metricsOf(moduleOf({ faithfulness: score, helper: score, MODEL: 'x', own }), 'm.ts')
    expect(metrics.map(({ name }) => name)).toEqual(['faithfulness', 'own'])
    expect(notes).toHaveLength(2)
    expect(notes[0]).toContain('m.ts: export `helper` is left out')
    expect(notes[1]).toContain('`MODEL`')
  })

  it.each(['default', 'metrics'])('of a module is its `%s` record if there is one, every entry of it', (key) => {
    expect(names(moduleOf({ [key]: { faithfulness: score }, answer_relevance: score }))).toEqual(['faithfulness'])
    expect(() => names(moduleOf({ [key]: { faithfulness: score, helper: score } }))).toThrow('metrics.helper')
  })

  it('may be a CommonJS module', () => {
    expect(names({ __esModule: true, default: { faithfulness: score } })).toEqual(['faithfulness'])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a function', score],
    ['a string', 'faithfulness'],
  ])('is refused where it is %s', (_, given) => {
    expect(() => metricsOf(given, 'metrics.ts')).toThrow(InputError)
    expect(() => metricsOf(given, 'metrics.ts')).toThrow('metrics.ts: expected scorers by name')
  })

  it('is refused where no metric is left', () => {
    expect(() => metricsOf({}, 'metrics.ts')).toThrow('metrics.ts: no metric found')
    expect(() => metricsOf(moduleOf({ helper: score }), 'metrics.ts')).toThrow('1 exports left out')
  })

  it('is refused where two metrics share a name', () => {
    expect(() => names({ faithfulness, other: faithfulness })).toThrow('two metrics are named faithfulness')
  })
})
