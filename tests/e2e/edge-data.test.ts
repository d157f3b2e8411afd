import { describe, expect, it } from 'vitest'
import { fails } from '../../src/check/outcome.js'
import { gate, gateReport, outcomes, withBuild } from './groundwire.js'

const files = withBuild()

interface Row {
  id: string
  question: string
  answer: string
  contexts: string[]
  ground_truth: string
}

const row = (id: string, changes: Partial<Row> = {}): Row => ({
  id,
  question: `When does the road to lighthouse ${id} fall dry?`,
  answer: `The road to lighthouse ${id} falls dry at low water.`,
  contexts: [`The road to lighthouse ${id} falls dry at low water.`, `Lighthouse ${id} has a keeper.`],
  ground_truth: `Lighthouse ${id}: at low water.`,
  ...changes,
})

const run = (name: string, rows: readonly Row[], ...args: string[]) =>
  gateReport(['--samples', files.write(`${name}.jsonl`, rows.map((each) => JSON.stringify(each)).join('\n')), ...args])

/** Correct metrics never fail a check, whatever the data; what cannot be known is 4, never a crash. */
const neverFails = ({ code, report, stderr }: Awaited<ReturnType<typeof run>>) => {
  expect(stderr).toBe('')
  expect(report.checks.filter(({ outcome }) => fails(outcome) || outcome === 'error')).toEqual([])
  expect(report.lost).toEqual([])
  expect([0, 4]).toContain(code)
  expect(code).toBe(report.exitCode)
}

const TEN_INVARIANT = 10

describe.concurrent('data at the edge', () => {
  it('one sample: requests prove it, the scores of one cannot', async () => {
    const ended = await run('one', [row('a')])
    neverFails(ended)
    expect(ended.report.checks.filter(({ outcome }) => outcome === 'invariant')).toHaveLength(TEN_INVARIANT)
    expect(outcomes(ended.report)['faithfulness × contexts collapses']).toBe('inconclusive')
    expect(ended.code).toBe(4)
  })

  it('the same sample twice under two ids is one independent sample', async () => {
    const twin = row('a')
    const ended = await run('twins', [twin, { ...twin, id: 'b' }])
    neverFails(ended)
    expect(ended.report.checks.filter(({ outcome }) => outcome === 'invariant')).toHaveLength(TEN_INVARIANT)
    const fall = ended.report.checks.find(({ expectation }) => expectation === 'collapses')
    expect(fall?.scores?.samples).toBe(1)
    expect(ended.code).toBe(4)
  })

  it('a passage of 200 kB', async () => {
    const long = 'The keeper of the lighthouse noted wind, swell and passing ships in his log. '.repeat(2_600)
    expect(long.length).toBeGreaterThan(200_000)
    neverFails(await run('long', [row('a', { contexts: [long] }), row('b'), row('c')], '--repeats', '2'))
  })

  it('1,000 passages in one sample', async () => {
    const contexts = Array.from({ length: 1_000 }, (_, index) => `Lighthouse ${index} has a lamp of ${index} candles.`)
    neverFails(await run('wide', [row('a', { contexts }), row('b'), row('c')], '--repeats', '2'))
  })

  it('answers of white space alone give no score, and are counted as lacking', async () => {
    const rows = [row('a', { answer: ' \n\t ' }), row('b'), row('c'), row('d'), row('e')]
    const ended = await run('blank', rows)
    neverFails(ended)
    expect(ended.report.spec.samples.lacking.answer).toBe(1)
    expect(ended.report.noise.find(({ metric }) => metric === 'faithfulness')?.samples).toBe(4)
    expect(ended.code).toBe(0)
  })

  it('answers of white space in every sample leave what they would decide not covered, and fail nothing', async () => {
    const ended = await run(
      'all-blank',
      ['a', 'b', 'c'].map((id) => row(id, { answer: '   ' })),
    )
    neverFails(ended)
    expect(outcomes(ended.report)['faithfulness × answer']).toBe('not-covered')
    expect(outcomes(ended.report)['context_recall × answer']).toBe('not-covered')
    expect(ended.code).toBe(4)
  })

  it('no passage in any sample leaves the checks of contexts not covered, and fails nothing', async () => {
    const ended = await run(
      'no-passage',
      ['a', 'b', 'c'].map((id) => row(id, { contexts: [] })),
    )
    neverFails(ended)
    expect(outcomes(ended.report)['faithfulness × contexts']).toBe('not-covered')
    expect(ended.code).toBe(4)
  })

  it('ids with spaces, slashes, quotes, emoji, right-to-left text and names of object members', async () => {
    const ids = ['a b', 'x/../y', '"quoted"', "it's", '🦭', 'معرف', '__proto__', 'constructor', '1', '01', ' ', 'a\tb']
    const ended = await run(
      'ids',
      ids.map((id, index) => row(id, { question: `Which lamp is number ${index}?` })),
      '--repeats',
      '2',
    )
    neverFails(ended)
    expect(ended.report.noise[0]?.samples).toBe(ids.length)
    expect(ended.code).toBe(0)
  })

  it('texts with lone surrogates, null bytes, control characters and every kind of line break', async () => {
    const odd = [
      '\ud800',
      'a\u0000b',
      '\u001b[31mred',
      'x\u2028y\u2029z\u0085w\r\nv',
      '\u202egnirts',
      'e\u0301\u200d\ufeff',
    ]
    const rows = odd.map((text, index) =>
      row(`n${index}`, {
        answer: `Lighthouse ${index} ${text} falls dry.`,
        contexts: [`Lighthouse ${index} ${text} falls dry.`],
      }),
    )
    const ended = await run('odd', rows, '--repeats', '2')
    neverFails(ended)
    expect(ended.code).toBe(0)
  })

  it('control characters of samples do not reach the terminal', async () => {
    const rows = ['a', 'b', 'c'].map((id) => ({ ...row(id), id: `${id}\u001b[2J` }))
    const samples = files.write('escape.jsonl', rows.map((each) => JSON.stringify(each)).join('\n'))
    const metrics = files.write(
      'escape.js',
      "export const faithfulness = async ({ id }) => { throw new Error('bad \\u001b[2J' + id) }",
    )
    const { stdout } = await gate(['--samples', samples, '--metrics', metrics])
    expect(stdout).toContain('threw on 3 samples')
    expect(stdout).not.toContain('\u001b[2J')
  })

  it('a --limit above the number of samples takes all of them', async () => {
    const { report } = await run('few', [row('a'), row('b')], '--limit', '50', '--no-scores')
    expect(report.spec.samples.count).toBe(2)
  })
})
