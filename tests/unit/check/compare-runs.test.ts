import { describe, expect, it } from 'vitest'
import { compareRuns } from '../../../src/check/compare-runs.js'
import type { ScoreFile } from '../../../src/check/join-files.js'
import { type RunRecord, runRecordOf, runRecordSchema } from '../../../src/check/run-record.js'
import { type CollectedScores, UNMODIFIED } from '../../../src/check/score-collection.js'
import { readScoreTable } from '../../../src/check/score-table.js'
import { isInShard, type Shard } from '../../../src/check/shard.js'
import { faithfulness } from '../../../src/metrics/builtin/faithfulness.js'
import { uniform } from '../../../src/random.js'
import type { Artifact } from '../../../src/samples/artifact.js'
import { samplesOf } from '../fakes.js'

const SAMPLES = samplesOf(40)
type Score = (arm: string, id: string, repeat: number) => number | null

const wired: Score = (arm, id, repeat) =>
  arm === 'blank contexts' ? 0 : Math.round((0.6 + uniform(arm, id, repeat) * 0.2) * 20) / 20
const leaking: Score = (arm, ...rest) =>
  arm === UNMODIFIED ? Math.min(1, wired(arm, ...rest)! + 0.2) : wired(arm, ...rest)

const armsFor = (ablated: readonly Artifact[]) => [
  UNMODIFIED,
  ...ablated.flatMap((artifact) =>
    artifact === 'answer' ? [] : [artifact === 'contexts' ? 'blank contexts' : `swap ${artifact}`],
  ),
]

const record = (
  score: Score,
  ablated: readonly Artifact[],
  {
    shard,
    hash = 'h',
    models = ['judge-1'],
    planned,
  }: Partial<{
    shard: Shard
    hash: string
    models: string[]
    planned: number
  }> = {},
): RunRecord => {
  const samples = SAMPLES.filter(({ id }) => shard === undefined || isInShard(id, shard))
  const rows = samples.flatMap(({ id }) =>
    armsFor(ablated).map((arm) => ({
      metric: 'faithfulness',
      sample: id,
      arm,
      scores: Array.from({ length: arm === UNMODIFIED ? 5 : 3 }, (_, repeat) => score(arm, id, repeat)),
    })),
  )
  const completed = rows.reduce((sum, { scores }) => sum + scores.length, 0)
  const collected: CollectedScores = {
    of: () => [],
    rows,
    completed,
    resumed: 0,
    planned: planned ?? completed,
    lost: [],
    requests: completed,
    provenance: models.map((modelAnswered) => ({
      modelAsked: 'judge',
      modelAnswered,
      parameters: {},
      templateHash: 't',
    })),
  }
  return runRecordSchema.parse(
    runRecordOf({
      groundwire: '0',
      dataset: { source: 'x.jsonl', count: SAMPLES.length, hash },
      shard: shard ?? null,
      seed: 1,
      repeats: 5,
      ablatedRepeats: 3,
      judge: 'live',
      ablated: [...ablated],
      metrics: [faithfulness],
      samples,
      collected,
      interrupted: false,
      seconds: 1,
      untracedRequests: 0,
    }),
  )
}

const ALL: Artifact[] = ['question', 'answer', 'contexts', 'ground_truth']
const named = (records: readonly RunRecord[]): ScoreFile[] =>
  records.map((each, index) => ({ file: `${index + 1}.json`, record: each }))
const compare = (files: readonly ScoreFile[], mixed = false) => compareRuns(files, { seed: 1, mixed }).checked
const outcomes = (files: readonly ScoreFile[]) =>
  Object.fromEntries(
    compare(files).checks.map(({ artifact, expectation, outcome }) => [`${expectation} ${artifact}`, outcome]),
  )

describe('comparing records', () => {
  it('decides every check that scores can, and leaves what is read to the requests', () => {
    const compared = compare(named([record(wired, ALL)]))
    expect(outcomes(named([record(wired, ALL)]))).toEqual({
      'ignores question': 'invariant',
      'reads answer': 'not-asked',
      'reads contexts': 'not-asked',
      'collapses contexts': 'collapses',
      'ignores ground_truth': 'invariant',
    })
    expect(compared).toMatchObject({ status: 'complete', exitCode: 0 })
    expect(compared.summary).not.toContain('all')
    expect(compared.checks.every(({ requests }) => requests === null)).toBe(true)
  })

  it('finds a leak', () => {
    const compared = compare(named([record(leaking, ['ground_truth'])]))
    expect(compared.checks.find(({ outcome }) => outcome === 'leak')).toMatchObject({
      artifact: 'ground_truth',
      proof: 'scores',
    })
    expect(compared.exitCode).toBe(1)
  })

  it('makes of five jobs, and of four shards, what one invocation makes', () => {
    const figures = (files: readonly ScoreFile[]) =>
      compare(files).checks.map(({ outcome, scores }) => [outcome, scores?.p, scores?.deltaHat, scores?.kept])
    const one = figures(named([record(wired, ALL)]))
    const jobs = [[], ...ALL.map((artifact) => [artifact])].map((ablated) => record(wired, ablated as Artifact[]))
    expect(figures(named(jobs))).toEqual(one)
    const shards = [1, 2, 3, 4].map((index) => record(wired, ALL, { shard: { index, of: 4 } }))
    expect(shards.map(({ samples }) => samples.length).reduce((sum, count) => sum + count)).toBe(40)
    expect(new Set(compare(named(shards)).checks.map(({ outcome }) => outcome))).toEqual(
      new Set(compare(named([record(wired, ALL)])).checks.map(({ outcome }) => outcome)),
    )
  })

  it('takes an empty shard, which no model answered', () => {
    const whole = record(wired, ALL, { shard: { index: 1, of: 1 } })
    const empty = { ...whole, shard: { index: 2, of: 2 }, samples: [], scores: [], provenance: [] }
    const first = { ...whole, shard: { index: 1, of: 2 } }
    const nobody = { ...empty, judge: { kind: 'live' as const, models: [] } }
    expect(compare(named([first, nobody]))).toMatchObject({ status: 'complete', exitCode: 0 })
  })

  it('says which shard is missing, and does not pass', () => {
    const shards = [1, 3, 4].map((index) => record(wired, ALL, { shard: { index, of: 4 } }))
    const compared = compare(named(shards))
    expect(compared.notes[0]).toMatch(/^shard 2 of 4 is missing/u)
    expect(compared).toMatchObject({ status: 'incomplete', exitCode: 3 })
  })

  it('says which invocation did not end, and does not pass', () => {
    const compared = compare(named([record(wired, ALL, { planned: 10_000 })]))
    expect(compared.notes[0]).toMatch(/1\.json is incomplete: \d+ of 10000 evaluations/u)
    expect(compared.exitCode).toBe(3)
  })

  it('says what no file holds', () => {
    const question = record(wired, ['question'])
    const other = { ...record(wired, ['ground_truth']), scores: record(wired, []).scores }
    const check = compare(named([question, other])).checks.find(({ artifact }) => artifact === 'ground_truth')
    expect(check).toMatchObject({
      outcome: 'not-covered',
      reason: 'no file holds its scores under swap ground_truth',
    })
  })

  it('calls nothing a leak where two versions of the judge answered', () => {
    const mixed = record(leaking, ['ground_truth'], { models: ['judge-1', 'judge-2'] })
    expect(mixed.interleaved).toBe(false)
    const check = compare(named([mixed])).checks.find(({ artifact }) => artifact === 'ground_truth')
    expect(check).toMatchObject({ outcome: 'inconclusive', reason: expect.stringContaining('leak or judge drift') })
  })

  it.each([
    ['data sets', record(wired, ['question'], { hash: 'other' })],
    ['judges', record(wired, ['question'], { models: ['judge-2'] })],
  ])('refuses files whose %s differ, unless told', (what, other) => {
    const files = named([record(wired, ['ground_truth']), other])
    expect(() => compare(files)).toThrow(
      new RegExp(`do not belong together: their ${what} differ[\\s\\S]*--mixed`, 'u'),
    )
    expect(compare(files, true).checks).toHaveLength(5)
  })

  it('refuses the same scores twice', () => {
    const twice = record(wired, ['question'])
    expect(() => compare(named([twice, twice]))).toThrow(/1\.json and 2\.json both hold scores of sample s1/u)
  })
})

describe('comparing tables', () => {
  const csv = (score: Score, { interleaved = true, n = 40, column = true } = {}) =>
    [
      `id,metric,ablation,repeat,score${column ? ',interleaved' : ''}`,
      ...SAMPLES.slice(0, n).flatMap(({ id }) =>
        [UNMODIFIED, 'swap ground_truth'].flatMap((arm) =>
          Array.from({ length: arm === UNMODIFIED ? 5 : 3 }, (_, repeat) => {
            const name = arm === UNMODIFIED ? 'none' : 'ground_truth'
            const value = score(arm, id, repeat) ?? ''
            return `${id},Faithfulness,${name},${repeat + 1},${value}${column ? `,${interleaved}` : ''}`
          }),
        ),
      ),
    ].join('\n')
  const table = (text: string, file = 'scores.csv'): ScoreFile => ({ file, table: readScoreTable(text, file) })
  const outcome = (files: readonly ScoreFile[]) =>
    compare(files).checks.find(({ artifact }) => artifact === 'ground_truth')?.outcome

  it('finds a leak and a metric that stands still', () => {
    expect(outcome([table(csv(leaking))])).toBe('leak')
    expect(outcome([table(csv(wired))])).toBe('invariant')
    expect(compare([table(csv(wired))]).exitCode).toBe(0)
  })

  it('is undecided where there are few samples: four can fail, and never pass', () => {
    expect(outcome([table(csv(wired, { n: 8 }))])).toBe('inconclusive')
    expect(outcome([table(csv(wired, { n: 4 }))])).toBe('inconclusive')
    const flipped: Score = (arm) => (arm === UNMODIFIED ? 1 : 0)
    expect(outcome([table(csv(flipped, { n: 4 }))])).toBe('leak')
    expect(outcome([table(csv(() => 1, { n: 4 }))])).toBe('inconclusive')
    expect(compare([table(csv(() => 1, { n: 4 }))]).exitCode).toBe(4)
  })

  it('is undecided without any score, and where an ablation takes scores away', () => {
    expect(outcome([table(csv(() => null))])).toBe('inconclusive')
    const gone: Score = (arm, id, repeat) => (arm !== UNMODIFIED && /[05]$/u.test(id) ? null : wired(arm, id, repeat))
    const check = compare([table(csv(gone))]).checks.find(({ artifact }) => artifact === 'ground_truth')
    expect(check).toMatchObject({ outcome: 'inconclusive', reason: expect.stringMatching(/missing|no score/u) })
  })

  it('says that identical repeats are no measure of noise', () => {
    const [band] = compare([table(csv(() => 0.5))]).noise
    expect(band?.warning).toMatch(/identical/u)
  })

  it('cannot tell a leak from drift unless the table says that it was interleaved', () => {
    expect(outcome([table(csv(leaking, { interleaved: false }))])).toBe('inconclusive')
    expect(outcome([table(csv(leaking, { column: false }))])).toBe('inconclusive')
  })

  it('joins tables of which one alone has unmodified scores, as not interleaved', () => {
    const lines = csv(leaking).split('\n')
    const parts = ['none', 'ground_truth'].map((arm) =>
      [lines[0], ...lines.filter((line) => line.includes(`,${arm},`))].join('\n'),
    )
    const files = parts.map((text, index) => table(text, `${index}.csv`))
    expect(outcome(files)).toBe('inconclusive')
    expect(compare(files).notes.join()).toContain('not known to be interleaved')
  })

  it('reads a received artifact by its score where it moves', () => {
    const text = csv(leaking).replaceAll(',ground_truth,', ',swap answer,')
    const check = compare([table(text)]).checks.find(({ artifact }) => artifact === 'answer')
    expect(check).toMatchObject({ outcome: 'reads', proof: 'scores' })
    const still = csv(wired).replaceAll(',ground_truth,', ',swap answer,')
    expect(compare([table(still)]).checks.find(({ artifact }) => artifact === 'answer')?.outcome).toBe('inconclusive')
  })

  it('asks what a metric receives whose name claims nothing', () => {
    const text = csv(wired).replaceAll('Faithfulness', 'tone')
    expect(() => compare([table(text)])).toThrow(/`tone` claims no ratio.*--receives tone=/u)
    const told = compareRuns([table(text)], { seed: 1, mixed: false, receives: { tone: ['answer'] } }).checked
    expect(told.checks.find(({ artifact }) => artifact === 'ground_truth')?.outcome).toBe('invariant')
  })

  it('refuses other samples than those of another file, and rows that say they are of two data sets', () => {
    expect(() => compare([table(csv(wired)), table(csv(wired, { n: 39 }), 'b.csv')])).toThrow(
      /scores\.csv holds 40 samples, b\.csv 39/u,
    )
    const said = csv(wired)
      .split('\n')
      .map((line, index) => `${line},${index === 0 ? 'dataset' : index % 2}`)
      .join('\n')
    expect(() => compare([table(said)])).toThrow(/their data sets differ/u)
  })
})

describe('reading a table of scores', () => {
  it.each([
    ['an unknown ablation', 'a,faithfulness,swap tone,1,1', /:2: ablation: found string "swap tone"/u],
    ['no metric', 'a,,none,1,1', /:2: metric: missing/u],
    ['no id', ',faithfulness,none,1,1', /:2: id: missing/u],
    ['a score in words', 'a,faithfulness,none,1,good', /:2: score: found string "good"/u],
    ['a repeat in words', 'a,faithfulness,none,first,1', /:2: repeat: found string "first"/u],
    ['a score twice', 'a,faithfulness,none,1,1\na,faithfulness,none,1,0', /:3: repeat: line 2 holds/u],
    ['no row', '', /expected at least one row|holds no score/u],
  ])('names file, line, field and remedy of %s', (_, rows, message) => {
    expect(() => readScoreTable(`id,metric,ablation,repeat,score\n${rows}`, 's.csv')).toThrow(message)
  })

  it('takes JSON Lines, numbers repeats by order, and reads null, NaN and nothing as missing', () => {
    const lines = [null, 'NaN', '', true, '0.5'].map((score) =>
      JSON.stringify({ sample: 'a', metric: 'faithfulness', ablation: 'Swap Ground-Truth', score }),
    )
    const { scores } = readScoreTable(lines.join('\n'), 's.jsonl')
    expect(scores.map(({ score }) => score)).toEqual([null, null, null, 1, 0.5])
    expect(scores.map(({ repeat }) => repeat)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(scores.map(({ arm }) => arm))).toEqual(new Set(['swap ground_truth']))
  })
})
