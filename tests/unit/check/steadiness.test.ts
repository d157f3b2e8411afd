import { describe, expect, it } from 'vitest'
import type { Masking } from '../../../src/check/compare-sample.js'
import { isSteady } from '../../../src/check/steadiness.js'
import { samplesOf } from '../fakes.js'
import { recorded } from '../wire/recorded.js'

const settle = async (prompt: (pass: number, before: string) => string) => {
  const masking: Masking = { masks: [], covered: new Set(), unordered: false }
  let before = 'probe'
  const steady = await isSteady(
    samplesOf(3),
    async ({ id }, _, pass) => {
      const body = JSON.stringify({ prompt: prompt(pass, before) })
      before = id
      const requests = [recorded({ body })]
      return { result: { value: new Map() }, requests, refused: [], unanswered: [], escaped: [], unseen: [] }
    },
    masking,
  )
  return { steady, unordered: masking.unordered, masks: masking.masks.length }
}

describe('passes over one sample', () => {
  it('that are alike need no explanation', async () => {
    expect(await settle(() => 'the same')).toEqual({ steady: true, unordered: false, masks: 0 })
  })

  it('that differ in order alone are compared without it', async () => {
    const shuffled = await settle((pass) => (pass % 3 === 0 ? 'one river\nthe other' : 'the other\none river'))
    expect(shuffled).toEqual({ steady: true, unordered: true, masks: 0 })
  })

  it('that differ in an id or a date are masked there', async () => {
    const dated = await settle((pass) => `today is 2026-12-0${pass + 1} and all is well`)
    expect(dated).toEqual({ steady: true, unordered: false, masks: 1 })
  })

  it('that differ in what they say are erratic, and nothing is left out of account', async () => {
    const words = ['rivers cross towns '.repeat(9), '', 'bridges are old here '.repeat(12)]
    expect(await settle((pass) => `${words[pass % 3]}.`)).toEqual({ steady: false, unordered: false, masks: 0 })
  })

  it('are not blamed for what an earlier evaluation has left', async () => {
    const remembering = await settle((_, before) => `before came ${before.repeat(30)}`)
    expect(remembering).toEqual({ steady: true, unordered: false, masks: 0 })
  })
})
