import { describe, expect, it } from 'vitest'
import { noiseOfFlips, noiseOfSd } from '../../../src/check/plan.js'
import { planText } from '../../../src/report/plan.js'
import { plan, reference } from '../plans.js'

describe('a plan in words', () => {
  it('says that a pass is impossible, why, and what would do', () => {
    const text = planText(plan({ samples: 12, margin: 0.02 }))
    expect(text).toContain(
      'Plan: 12 samples, 5 unmodified repeats and 3 of each ablation, margin 0.02, 10 score checks\n',
    )
    expect(text).toContain('1,524 judge calls (696 evaluations), about ')
    expect(text).toContain('if they prove all: 732 judge calls (336 evaluations)')
    expect(text).toMatch(/faithfulness +2 +336 +0\.109 +about ±0\.15 +about 0\.14 +no: too few samples\n/u)
    expect(text).toContain(
      'A pass by score is impossible: 12 samples cannot show that a metric moves by less than 0.02, however good the judge.',
    )
    expect(text).toContain('At least 74 samples are needed even without any noise; at this noise it takes about 173.')
    expect(text).toContain('samples   about 173 instead of 12\n')
    expect(text).toContain('margin    about 0.15 instead of 0.02')
    expect(text).toContain('repeats   no number of unmodified ones would do: asking again calms the judge')
  })
  it('blames the noise where samples would be enough without it', () => {
    const text = planText(plan({ samples: 80, margin: 0.02, noise: noiseOfFlips(0.3) }))
    expect(text).toContain("impossible at this noise: the judge's own changes of mind hide shifts of 0.02")
    expect(text).toMatch(/no: too much noise\n/u)
  })
  it('gives repeats as a remedy where they are one', () => {
    const { remedies, ...rest } = plan({ samples: 60, margin: 0.05, repeats: 1, noise: noiseOfFlips(0.15) })
    expect(remedies!.repeats).toBeGreaterThan(1)
    expect(planText({ remedies, ...rest })).toContain(
      `repeats   about ${remedies!.repeats} unmodified ones instead of 1`,
    )
  })
  it('names no remedy where none is needed, and is never sure of an estimate', () => {
    const text = planText(plan())
    expect(text).toContain('A pass by score is possible: a check in which nothing leaks passes in over 99 %')
    expect(text).not.toContain('What to change')
    expect(text).not.toContain('100 %')
  })
  it('speaks of no noise without "at this noise", and offers no margin to four samples', () => {
    const text = planText(plan({ samples: 4, noise: noiseOfSd(0) }))
    expect(text).toContain('At least 14 samples are needed even without any noise.\n')
    expect(text).toContain('margin    none would do with so few samples')
  })
  it('says that nothing is for scores to decide where no forbidden artifact is ablated', () => {
    const [faithfulness] = reference(['contexts'])
    const decided = plan({ metrics: [faithfulness!] })
    expect(planText(decided)).toContain('Nothing here is for scores to decide')
    expect(decided).toMatchObject({ checks: 0, exitCode: 0 })
  })
})
