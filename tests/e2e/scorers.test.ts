import { describe, expect, it } from 'vitest'
import { gate, gateReport, outcomes, withBuild } from './groundwire.js'

const files = withBuild()

const rows = Array.from({ length: 6 }, (_, index) => ({
  id: `s${index + 1}`,
  question: `Where does boat number ${index + 21} land in summer?`,
  answer: `Boat number ${index + 21} lands at Skerrow pier in summer.\nIt carries ${index + 40} sheep.`,
  contexts: [`Boat number ${index + 21} lands at Skerrow pier in summer. It carries ${index + 40} sheep.`],
  ground_truth: `Skerrow pier number ${index + 3}.`,
}))

const samples = files.write('samples.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))

const fixture = (name: string) => `tests/fixtures/scorers/${name}`

const withScorer = (name: string, ...args: string[]) =>
  gateReport(['--samples', samples, '--metrics', fixture(name), ...args])

const reasons = ({ checks }: Awaited<ReturnType<typeof withScorer>>['report'], metric: string) =>
  checks.filter((check) => check.metric === metric).map(({ reason }) => reason)

const cells = (metric: string, outcome: string) =>
  Object.fromEntries(
    ['question', 'answer', 'contexts', 'ground_truth'].map((artifact) => [`${metric} × ${artifact}`, outcome]),
  )

describe.concurrent('a scorer', () => {
  it('that throws on some samples is an error with the cause; other metrics stand, and the run exits 3', async () => {
    const { code, report } = await withScorer('throws-on-some.js')
    const found = outcomes(report)
    expect(found['faithfulness × question']).toBe('error')
    expect(found['faithfulness × ground_truth']).toBe('error')
    for (const reason of reasons(report, 'faithfulness').filter((each) => /threw/u.test(each)))
      expect(reason).toMatch(/threw on 2 samples; first s2: cannot tokenise s2/u)
    expect(found).toMatchObject({
      'answer_relevance × question': 'reads',
      'answer_relevance × answer': 'reads',
      'answer_relevance × contexts': 'invariant',
      'answer_relevance × ground_truth': 'invariant',
    })
    expect(code).toBe(3)
  })

  it('that throws on some samples leaves the others scored and keyed right', async () => {
    const { code, report } = await withScorer('labels.js', '--judge', 'embedded', '--repeats', '2', '--seed', '3')
    expect(new Set(report.lost.map(({ sample }) => sample))).toEqual(new Set(['s3']))
    expect(new Set(report.lost.map(({ message }) => message))).toEqual(new Set(['no row for s3']))
    const [band] = report.noise
    // s1, s2, s4, s5 and s6, each by its own number, and nothing for s3.
    expect(band).toMatchObject({ samples: 5, repeats: 2 })
    expect(band?.mean).toBeCloseTo((0.1 + 0.2 + 0.4 + 0.5 + 0.6) / 5, 10)
    // It answers by the id, from numbers of its own: that is a leak, and comes before what was lost.
    expect(report.checks.filter(({ artifact }) => artifact === 'unknown').map(({ outcome }) => outcome)).toEqual([
      'leak',
    ])
    expect(code).toBe(1)
  })

  it('that returns undefined, a string, or a number off its scale is an error that says which', async () => {
    const { code, report } = await withScorer('no-scores.js')
    expect(reasons(report, 'faithfulness').join('\n')).toContain('returned undefined')
    expect(reasons(report, 'answer_relevance').join('\n')).toMatch(/returned the string "/u)
    expect(reasons(report, 'context_precision').join('\n')).toMatch(/outside its scale 0 to 1/u)
    for (const metric of ['faithfulness', 'answer_relevance', 'context_precision'])
      expect(outcomes(report)).toMatchObject(cells(metric, 'error'))
    expect(code).toBe(3)
  })

  it('that answers from its own cache proves nothing: no forbidden cell passes', async () => {
    const { code, report } = await withScorer('from-cache.js')
    const found = outcomes(report)
    expect(found).toMatchObject(cells('faithfulness', 'not-covered'))
    expect(reasons(report, 'faithfulness').join('\n')).toMatch(/cache/u)
    expect(code).toBe(4)
  })

  it('that makes no judge call is not covered, with the likely causes', async () => {
    const { code, report } = await withScorer('constant.js')
    expect(outcomes(report)).toMatchObject(cells('faithfulness', 'not-covered'))
    expect(reasons(report, 'faithfulness').join('\n')).toMatch(/cache, from a worker or child process/u)
    expect(code).toBe(4)
  })

  it('that asks in a child process is not covered, never a pass', async () => {
    const short = files.write('short.jsonl', JSON.stringify(rows[0]))
    const { code, report } = await gateReport(['--samples', short, '--metrics', fixture('outside-client.js')])
    expect(outcomes(report)).toMatchObject(cells('faithfulness', 'not-covered'))
    expect(code).toBe(4)
  })

  it('that scores without a judge does not pass as a judged metric', async () => {
    const { code, report } = await withScorer('no-judge.js')
    const found = outcomes(report)
    expect(found['faithfulness × question']).toBe('not-covered')
    expect(found['faithfulness × ground_truth']).toBe('not-covered')
    expect(code).toBe(4)
  })

  it('whose requests go to no judge has them refused and listed', async () => {
    const { report } = await withScorer('telemetry.js')
    expect(report.refused).toEqual(['POST https://telemetry.example.com/v1/events'])
    const { stdout } = await gate(['--samples', samples, '--metrics', fixture('telemetry.js'), '--limit', '2'])
    expect(stdout).toMatch(/^Refused: .*\(1\)\n {2}POST https:\/\/telemetry\.example\.com\/v1\/events$/mu)
    expect(outcomes(report)).toMatchObject({
      'faithfulness × question': 'invariant',
      'faithfulness × contexts': 'reads',
    })
  })

  it('whose judge is asked for JSON that nothing describes is an error that says how to answer', async () => {
    const { code, report } = await withScorer('no-shape.js')
    expect(outcomes(report)['faithfulness × question']).toBe('error')
    expect(reasons(report, 'faithfulness').join('\n')).toMatch(/describes no shape; give `respond` in the config/u)
    expect(code).toBe(3)
  })

  it('whose judge is asked in prose is proved like any other', async () => {
    const { code, report } = await withScorer('no-schema.js')
    expect(outcomes(report)).toMatchObject({
      'faithfulness × question': 'invariant',
      'faithfulness × contexts': 'reads',
      'faithfulness × ground_truth': 'invariant',
    })
    expect(code).toBe(0)
  })

  it('that turns every error into 0 is not covered, never a pass', async () => {
    const { code, report } = await withScorer('swallows-errors.js')
    const found = outcomes(report)
    expect(found['faithfulness × question']).toBe('not-covered')
    expect(found['faithfulness × ground_truth']).toBe('not-covered')
    expect(reasons(report, 'faithfulness').join('\n')).toMatch(/swallows errors/u)
    expect(code).toBe(4)
  })

  it('that is declared deterministic and asks a judge is an error', async () => {
    const { code, report } = await withScorer('deterministic-asks.js')
    expect(outcomes(report)).toMatchObject(cells('overlap', 'error'))
    expect(reasons(report, 'overlap')).toContain('declared deterministic, but it asks a judge')
    expect(code).toBe(3)
  })
})

describe.concurrent('a module of scorers', () => {
  const refused = async (path: string) => {
    const ended = await gate(['--samples', samples, '--metrics', path])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(path)
    return ended.stderr
  }

  it('without a metric is refused, and says what to export', async () => {
    expect(await refused(fixture('no-metric.js'))).toMatch(
      /no metric found \(2 exports left out\).*export scorers named/u,
    )
  })

  it('that throws when it is loaded is refused with what it threw', async () => {
    expect(await refused(fixture('throws-on-load.js'))).toContain('set JUDGE_TENANT before loading this module')
  })

  it('with a syntax error is refused, and the file named', async () => {
    expect(await refused(files.write('broken.ts', 'export const faithfulness = async (sample: => 1'))).not.toBe('')
  })

  it('that imports what is not there is refused with the missing name', async () => {
    const path = files.write('lost.ts', "import { x } from './not-there.js'\nexport const faithfulness = () => x")
    expect(await refused(path)).toContain('not-there')
  })
})
