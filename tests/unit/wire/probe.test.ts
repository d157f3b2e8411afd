import { describe, expect, it } from 'vitest'
import { ARTIFACTS } from '../../../src/samples/artifact.js'
import { PROBE, readProbe, replyToken, wireMap } from '../../../src/wire/probe.js'
import { recorded } from '../fakes.js'

const read = (...prompts: string[]) => readProbe(prompts.map((prompt) => recorded(prompt)))
const sees = (prompt: string) => read(prompt)[0]!.sees

describe('a probe', () => {
  it('carries two passages, and in every text a token of its own', () => {
    expect(PROBE.contexts).toHaveLength(2)
    for (const artifact of ARTIFACTS) expect(sees([PROBE[artifact]].flat().join(' '))).toEqual([artifact])
    for (const passage of PROBE.contexts) expect(sees(passage)).toEqual(['contexts'])
  })

  it('tells what each call sees directly', () => {
    expect(read(`Split: ${PROBE.answer}`, `${PROBE.question} ${PROBE.contexts[1]}`).map((call) => call.sees)).toEqual([
      ['answer'],
      ['question', 'contexts'],
    ])
  })

  it.each([
    ['upper case', PROBE.ground_truth.toUpperCase()],
    ['its first words only', PROBE.ground_truth.slice(0, 30)],
    ['JSON in the prompt', JSON.stringify({ expected: PROBE.ground_truth })],
    ['base64', `key: ${btoa(PROBE.ground_truth)}`],
    ['base64 without its padding', btoa(PROBE.ground_truth).replace(/=+$/u, '')],
  ])('is seen through %s', (_, prompt) => {
    expect(sees(prompt)).toEqual(['ground_truth'])
  })

  it('tells which calls hold text that an earlier one produced', () => {
    const calls = read('split', `judge ${replyToken(1)}`, `both ${replyToken(2)} and ${replyToken(1)}`)
    expect(calls.map(({ after }) => after)).toEqual([[], [1], [1, 2]])
  })

  it('takes no later reply, nor that of call 11 for call 1', () => {
    expect(read(replyToken(1), replyToken(2)).map(({ after }) => after)).toEqual([[], []])
    const calls = read(...Array.from({ length: 11 }, () => 'x'), replyToken(11))
    expect(calls.at(-1)!.after).toEqual([11])
  })
})

describe('the wire map', () => {
  it('gives a call graph in letters: what a call sees, and whose text it holds', () => {
    expect(wireMap(read(`${PROBE.question} ${PROBE.answer}`, `${PROBE.contexts[0]} ${replyToken(1)}`))).toBe('QA → C<1')
  })

  it('counts equal calls in a row, names embeddings, and shows calls that see nothing', () => {
    const embedding = { embedding: true }
    const requests = [
      recorded(`${PROBE.answer} ${PROBE.contexts[0]}`),
      recorded(`${PROBE.answer} ${PROBE.contexts[1]}`),
      recorded('Are you there?'),
      recorded(PROBE.ground_truth, embedding),
    ]
    expect(wireMap(readProbe(requests))).toBe('2×AC → – → embed G')
  })

  it('says that there is no judge call', () => {
    expect(wireMap([])).toBe('no judge call')
  })
})
