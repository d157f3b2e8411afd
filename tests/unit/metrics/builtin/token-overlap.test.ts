import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tokenOverlap } from '../../../../src/metrics/builtin/token-overlap.js'
import { askedJudge, constant, sampleOf } from '../../fakes.js'

const asked = askedJudge(constant())
const overlap = async (answer: string, ground_truth: string) =>
  (await tokenOverlap.evaluate(sampleOf(1, { answer, ground_truth }), { judge: asked.judge })).score

describe('token overlap', () => {
  it('is deterministic over answer and reference', () => {
    expect(tokenOverlap).toMatchObject({
      name: 'token_overlap',
      deterministic: true,
      receives: ['answer', 'ground_truth'],
      mustNeverReceive: ['question', 'contexts'],
    })
  })

  it.each([
    ['a b c', 'a b c', 1],
    ['a b', 'c d', 0],
    ['a b c', 'a d', (2 * 1) / 5],
    ['a a a', 'a', (2 * 1) / 4],
    ['a a b', 'a a c', (2 * 2) / 6],
    ['The Bridge, in 1999!', 'the bridge in 1999', 1],
    ['ｆｕｌｌ width', 'full width', 1],
    ['我喜欢猫', '我喜欢猫。', 1],
  ])('of %j and %j is the F1 of their words as multisets', async (answer, reference, f1) => {
    expect(await overlap(answer, reference)).toBeCloseTo(f1, 12)
  })

  it.each([
    ['', 'a'],
    ['a', ''],
    ['', ''],
    ['...', 'a'],
  ])('is null where a side has no word (%j, %j)', async (answer, reference) => {
    expect(await overlap(answer, reference)).toBeNull()
  })

  it('is symmetric and lies in 0 … 1', async () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 8 })
      .map((all) => all.join(' '))
    await fc.assert(
      fc.asyncProperty(text, text, async (left, right) => {
        const f1 = (await overlap(left, right))!
        expect(f1).toBe(await overlap(right, left))
        expect(f1 >= 0 && f1 <= 1).toBe(true)
      }),
    )
  })

  it('asks no judge', async () => {
    await overlap('a', 'a')
    expect(asked.questions).toHaveLength(0)
  })
})

it('is handed the whole sample, since no model judges it, and moves with the two artifacts it names only', async () => {
  const sample = {
    id: 'one',
    question: 'Which ferry sails on Sunday?',
    answer: 'The red ferry sails on Sunday.',
    contexts: ['The red ferry sails every Sunday.'],
    ground_truth: 'On Sunday the red ferry sails at nine.',
  }
  const judge = { ask: () => Promise.reject(new Error('no judge is asked')) }
  const score = async (changed: Partial<typeof sample>) =>
    (await tokenOverlap.evaluate({ ...sample, ...changed }, { judge })).score
  const unmodified = await score({})
  expect(await score({ question: '' })).toBe(unmodified)
  expect(await score({ contexts: [] })).toBe(unmodified)
  expect(await score({ answer: 'Nobody knows.' })).not.toBe(unmodified)
  expect(await score({ ground_truth: 'Nobody knows.' })).not.toBe(unmodified)
})
