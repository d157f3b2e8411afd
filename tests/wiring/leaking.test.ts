import { beforeAll, describe, expect, it } from 'vitest'
import { uniformHarness } from '../../examples/leaking/harness.js'
import type { WiringReport } from '../../src/index.js'
import { checkUnderTest } from './check-under-test.js'

const FORBIDDEN = [
  ['faithfulness', 'question'],
  ['faithfulness', 'ground_truth'],
  ['answer_relevance', 'contexts'],
  ['answer_relevance', 'ground_truth'],
  ['context_precision', 'answer'],
  ['context_precision', 'ground_truth'],
  ['context_recall', 'question'],
  ['context_recall', 'answer'],
  ['answer_correctness', 'question'],
  ['answer_correctness', 'contexts'],
] as const

describe('the leaking harness', () => {
  let report: WiringReport
  beforeAll(async () => {
    report = await checkUnderTest({ metrics: uniformHarness(), judge: 'embedded', limit: 30 })
  }, 120_000)

  const cell = (metric: string, artifact: string, expectation: string) =>
    report.checks.find(
      (check) => check.metric === metric && check.artifact === artifact && check.expectation === expectation,
    )

  it.each(FORBIDDEN)('%s is caught leaking %s into its score, with the line that sends it', (metric, artifact) => {
    const found = cell(metric, artifact, 'ignores')
    expect(found).toMatchObject({ outcome: 'leak', leakKind: 'score', proof: 'requests' })
    expect(found?.requests?.difference?.site).toMatchObject({ file: expect.stringMatching(/leaking\/harness\.ts$/u) })
  })

  it('has no other failing check than these ten leaks and a faithfulness that does not collapse', () => {
    const failing = report.checks.filter(({ outcome }) => ['leak', 'dead-wire', 'no-collapse'].includes(outcome))
    expect(failing).toHaveLength(11)
    expect(cell('faithfulness', 'contexts', 'collapses')?.outcome).toBe('no-collapse')
  })

  it('has its noise measured, five repeats a metric', () => {
    expect(report.noise.map(({ repeats }) => repeats)).toEqual([5, 5, 5, 5, 5])
  })

  it('shows the inflation of faithfulness by the reference', () => {
    expect(cell('faithfulness', 'ground_truth', 'ignores')?.scores?.inflation).toBeGreaterThan(0.05)
  })
})
