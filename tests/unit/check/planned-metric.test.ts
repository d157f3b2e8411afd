import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { armsToPlan, artifactTokens, plannedMetric } from '../../../src/check/planned-metric.js'
import type { Judge, JudgeQuestion } from '../../../src/judge/judge.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { REFERENCE_METRICS } from '../../../src/metrics/builtin/index.js'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { parseSamples } from '../../../src/samples/parse-samples.js'

const { samples } = parseSamples(readFileSync('samples/bundled.jsonl', 'utf8'), { source: 'bundled', type: 'jsonl' })

/** Answers by shape alone and keeps what it was asked. */
const listening = () => {
  const prompts: string[] = []
  const ask = async ({ messages, schema, schemaName }: JudgeQuestion<unknown>) => {
    const prompt = messages.map(({ content }) => content).join('')
    prompts.push(prompt)
    const units = prompt.match(/^> .*$/gmu)!.flatMap((line) => line.slice(2).split(/(?<=\.)\s/u))
    const numbers = Object.keys((schema as unknown as { shape: object }).shape)
    const verdicts = Object.fromEntries(numbers.map((number) => [number, { verdict: 'supported', quote: '' }]))
    return { value: schemaName === 'units' ? { units } : verdicts, provenance: {} }
  }
  return { judge: { ask } as unknown as Judge, prompts }
}

describe('what is planned of the reference metrics', () => {
  it.each(REFERENCE_METRICS.map((metric) => [metric.name, metric] as const))(
    'is what %s asks: its requests, and tokens within a tenth',
    async (_, metric) => {
      const full = samples.filter(({ answer, ground_truth }) => answer !== '' && ground_truth !== '')
      const { judge, prompts } = listening()
      for (const sample of full) await metric.evaluate(sample, { judge })
      const planned = plannedMetric(metric, ARTIFACTS, artifactTokens(full))!
      expect(prompts.length / full.length).toBe(planned.requestsPerEvaluation)
      const tokens = prompts.join('').length / 4 / full.length
      expect(Math.abs(planned.tokensPerEvaluation! / tokens - 1)).toBeLessThan(0.1)
    },
  )
  it('is a swap of each forbidden artifact, and contexts blanked for faithfulness', () => {
    expect(plannedMetric(faithfulness, ARTIFACTS, null)!.ablations).toEqual([
      { name: 'swap question', expectation: 'ignores' },
      { name: 'swap ground_truth', expectation: 'ignores' },
      { name: 'blank contexts', expectation: 'collapses' },
    ])
    expect(REFERENCE_METRICS.map((metric) => armsToPlan(metric, ['question']).length)).toEqual([1, 0, 0, 1, 1])
  })
})

describe('a metric of other prompts', () => {
  it('has no plan of its own, and its arms are the same', () => {
    const own = { name: 'tone', receives: ['answer'], mustNeverReceive: ['question'], collapsesWithout: [] } as const
    expect(plannedMetric(own, ARTIFACTS, null)).toBeUndefined()
    expect(armsToPlan(own, ARTIFACTS)).toEqual([{ name: 'swap question', expectation: 'ignores' }])
  })
})
