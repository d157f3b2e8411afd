import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Interception } from '../../src/transport/interception.js'
import { watched as ofTheSetup } from '../../src/vitest/watched.js'
import { MIS_WIRED, type Mutant, WIRED } from './mutants/index.js'

describe('a harness that', () => {
  let watched: Interception
  let runMutant: typeof import('./run-mutant.js')['runMutant']

  beforeAll(async () => {
    // One of them has to be loaded before requests are watched, and the setup of these tests has begun that.
    const earlier = await ofTheSetup()
    earlier.close()
    ;({ runMutant } = await import('./run-mutant.js'))
    const { intercept } = await import('../../src/transport/interception.js')
    watched = await intercept()
  })

  afterAll(() => watched.close())

  const asExpected = async (mutant: Mutant) => {
    const { faults } = await runMutant(mutant, watched)
    expect(faults).toEqual([])
  }

  it.each(MIS_WIRED.map((mutant) => [mutant.title, mutant] as const))('%s is caught', (_, mutant) => asExpected(mutant))

  it.each(WIRED.map((mutant) => [mutant.title, mutant] as const))('%s, wired, is not flagged', (_, mutant) =>
    asExpected(mutant),
  )
})
