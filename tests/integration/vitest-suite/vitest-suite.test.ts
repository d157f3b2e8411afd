import { describe, expect, it } from 'vitest'
import { GROUNDWIRE, runSuite } from './run-suite.js'

describe("in a user's own suite", () => {
  it.each([
    ['before', ['early.ts', 'own-msw.ts', GROUNDWIRE]],
    ['after', ['early.ts', GROUNDWIRE, 'own-msw.ts']],
  ])(
    'the checks see all requests beside an msw server that listens %s groundwire, and leave it as it was',
    async (_, setup) => {
      const { failed, passed, output } = await runSuite('own-msw', setup)
      expect(failed, output).toEqual({})
      expect(passed.length).toBeGreaterThan(40)
    },
  )

  it('the checks end under fake timers, and leave them to their user', async () => {
    const { failed, passed, output } = await runSuite('fake-timers', [GROUNDWIRE])
    expect(failed, output).toEqual({})
    expect(passed.length).toBeGreaterThan(30)
  })

  it.each([
    ['concurrent tests', {}],
    ['`sequence.concurrent`', { sequence: { concurrent: true } }],
  ])('the checks and %s that ask at the same time get their own answers', async (_, options) => {
    const { failed, passed, output } = await runSuite('concurrent', [GROUNDWIRE, 'own-msw.ts'], options)
    expect(failed, output).toEqual({})
    expect(passed.length).toBeGreaterThan(14)
  })

  it('a client that asks again after each mocked error ends, and the error is named', async () => {
    const { failed, passed } = await runSuite('retries', [GROUNDWIRE])
    expect(passed).not.toContain('wiring faithfulness reads answer')
    expect(failed['wiring faithfulness ignores ground_truth']).toMatch(/error[\s\S]*429/u)
  })
})
