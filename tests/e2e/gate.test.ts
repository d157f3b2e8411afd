import { describe, expect, it } from 'vitest'
import { ARTIFACTS } from '../../src/samples/artifact.js'
import { gate, gateReport, groundwire, outcomes, readReport, tally, withBuild } from './groundwire.js'

const files = withBuild()

const METRICS = ['faithfulness', 'answer_relevance', 'context_precision', 'context_recall', 'answer_correctness']

/** The ten arrows of the table; every other cell is forbidden. */
const RECEIVES: Readonly<Record<string, readonly string[]>> = {
  faithfulness: ['answer', 'contexts'],
  answer_relevance: ['question', 'answer'],
  context_precision: ['question', 'contexts'],
  context_recall: ['contexts', 'ground_truth'],
  answer_correctness: ['answer', 'ground_truth'],
}

/** What a correct harness gives, for the artifacts that are ablated. */
const correct = (ablated: readonly string[] = ARTIFACTS, collapses = 'collapses') => ({
  ...Object.fromEntries(
    METRICS.flatMap((metric) =>
      ARTIFACTS.map((artifact) => [
        `${metric} × ${artifact}`,
        !ablated.includes(artifact) ? 'not-asked' : RECEIVES[metric]!.includes(artifact) ? 'reads' : 'invariant',
      ]),
    ),
  ),
  'faithfulness × contexts collapses': ablated.includes('contexts') ? collapses : 'not-asked',
})

const withoutTime = (text: string) => text.replace(/ · [\d.]+ s\n$/u, '\n')

describe.concurrent('groundwire gate without a config', () => {
  it('proves the reference metrics on the bundled samples, with a noise band for each, and exits 0', async () => {
    const json = files.path('whole/report.json')
    const { code, stdout, stderr } = await groundwire(['gate', '--json', json])
    const report = readReport(json)
    expect(outcomes(report)).toEqual(correct())
    expect(tally(report)).toEqual({ invariant: 10, reads: 10, collapses: 1 })
    expect(report.noise.map(({ metric }) => metric)).toEqual(METRICS)
    for (const { mean, halfRange, text } of report.noise) {
      expect(mean).toBeGreaterThan(0.4)
      expect(halfRange).toBeGreaterThan(0)
      expect(stdout).toContain(text)
    }
    expect(report).toMatchObject({ status: 'complete', exitCode: 0, lost: [], refused: [], stray: [] })
    expect(report.spec.samples.source).toBe('bundled samples')
    const faithful = report.scores.filter(({ metric, arm }) => metric === 'faithfulness' && arm === 'unmodified')
    expect(new Set(faithful.map(({ sample }) => sample)).size).toBe(60)
    expect(faithful.every(({ scores }) => scores.length === 5)).toBe(true)
    expect(report.provenance.map(({ modelAnswered }) => modelAnswered)).toContain('groundwire-embedded-judge')
    expect(stdout).toMatch(/^faithfulness +invariant +reads +reads · collapses +invariant$/mu)
    expect(stdout).toMatch(/all 21 checks hold: 10 invariant, 10 reads, 1 collapses · [\d.]+ s\n$/u)
    expect(stderr).toContain('collecting scores')
    expect(code).toBe(0)
  })

  it('gives the same text and JSON to the byte for the same seed, times aside, whatever the concurrency', async () => {
    const once = async (name: string, concurrency: string) => {
      const json = files.path(`${name}.json`)
      const { code, stdout } = await gate(['--limit', '6', '--concurrency', concurrency, '--json', json])
      expect(code).toBe(0)
      const { timing, ...report } = readReport(json)
      return { text: withoutTime(stdout), json: JSON.stringify(report) }
    }
    const [first, again, wider] = await Promise.all([once('first', '4'), once('again', '4'), once('wider', '9')])
    expect(again).toEqual(first)
    expect(wider).toEqual(first)
  })

  it('draws anew with another seed', async () => {
    const scores = async (seed: string) => {
      const { report } = await gateReport(['--limit', '4', '--seed', seed, '--ablate', 'question'])
      return report.noise.map(({ mean }) => mean)
    }
    expect(await scores('1')).not.toEqual(await scores('2'))
  })

  it('--no-scores leaves the score checks out, and then does not say "all"', async () => {
    const { code, report } = await gateReport(['--limit', '3', '--no-scores'])
    expect(outcomes(report)).toEqual(correct(ARTIFACTS, 'not-asked'))
    expect(report.spec.scores).toBeNull()
    expect(report.noise).toEqual([])
    expect(report.totals.scores).toEqual({ evaluations: 0, planned: 0, requests: 0 })
    expect(report.summary).not.toMatch(/\ball\b/u)
    expect(code).toBe(0)
  })

  it.each([
    ['contexts', ['contexts']],
    ['question,ground_truth', ['question', 'ground_truth']],
  ])('--ablate %s asks nothing of the other artifacts, and then does not say "all"', async (flag, ablated) => {
    const { code, report } = await gateReport(['--limit', '4', '--ablate', flag])
    expect(outcomes(report)).toEqual(correct(ablated))
    expect(report.spec.ablated).toEqual(ablated)
    expect(report.summary).not.toMatch(/\ball\b/u)
    expect(code).toBe(0)
  })

  it('--ablate given twice adds up, in table order', async () => {
    const { report } = await gateReport(['--limit', '2', '--no-scores', '--ablate', 'contexts', '--ablate', 'question'])
    expect(report.spec.ablated).toEqual(['question', 'contexts'])
  })

  it('--limit takes the first samples, and says how many', async () => {
    const { stdout } = await gate(['--limit', '2', '--no-scores'])
    expect(stdout).toMatch(/^bundled samples: 2 samples, seed 1$/mu)
    expect(stdout).toContain('every kind of ablation on 2 samples')
  })

  it('--repeats and --margin reach the score checks', async () => {
    const { report } = await gateReport(['--limit', '3', '--repeats', '2', '--margin', '0.25', '--ablate', 'question'])
    expect(report.spec.scores).toEqual({ judge: 'embedded', repeats: 2, ablatedRepeats: 3, margin: 0.25 })
    expect(report.noise.map(({ repeats }) => repeats)).toEqual([2, 2, 2, 2, 2])
  })

  it('--json - writes JSON alone to standard output', async () => {
    const { stdout, stderr } = await gate(['--limit', '2', '--no-scores', '--json', '-'])
    expect(() => JSON.parse(stdout)).not.toThrow()
    expect(stderr).toBe('')
  })

  it('shows no progress with --quiet, and lines without control characters where no terminal is', async () => {
    const { stderr } = await groundwire(['gate', '--limit', '2', '--no-scores'])
    expect(stderr).toMatch(/^(comparing requests \d+ %\n)+$/u)
  })
})

describe.concurrent('samples', () => {
  const rows = [
    {
      id: 'a',
      question: 'Who nests there?',
      answer: 'Wagtails nest there.',
      contexts: ['Wagtails nest there.'],
      ground_truth: 'Wagtails.',
    },
    {
      id: 'b',
      question: 'When is it dry?',
      answer: 'It is dry at noon.',
      contexts: ['The road is dry at noon.'],
      ground_truth: 'At noon.',
    },
  ]
  const jsonl = rows.map((row) => JSON.stringify(row)).join('\n')

  it('are read from standard input', async () => {
    const { code, report } = await gateReport(['--samples', '-', '--no-scores'], { input: jsonl })
    expect(report.spec.samples).toMatchObject({ source: 'standard input', count: 2 })
    expect(code).toBe(0)
  })

  it('have the same hash from a file, from standard input and from CSV', async () => {
    const csv = [
      'id,question,answer,contexts,ground_truth',
      ...rows.map(({ id, question, answer, contexts, ground_truth }) =>
        [id, question, answer, JSON.stringify(contexts), ground_truth].map((cell) => `"${cell.replaceAll('"', '""')}"`),
      ),
    ].join('\n')
    const hashes = await Promise.all(
      [
        ['--samples', files.write('own.jsonl', jsonl)],
        ['--samples', files.write('own.csv', csv)],
        ['--samples', files.write('own.json', JSON.stringify(rows))],
      ].map(async (args) => (await gateReport([...args, '--no-scores'])).report.spec.samples.hash),
    )
    expect(new Set(hashes).size).toBe(1)
  })

  it('with other column names are accepted and said aloud', async () => {
    const named = rows.map(({ id, question, answer, contexts, ground_truth }) =>
      JSON.stringify({
        id,
        user_input: question,
        response: answer,
        retrieved_contexts: contexts,
        reference: ground_truth,
      }),
    )
    const { code, stdout } = await gate(['--samples', files.write('ragas.jsonl', named.join('\n')), '--no-scores'])
    expect(stdout).toMatch(/^ {2}note: .*user_input/mu)
    expect(code).toBe(0)
  })

  it('with a name that means different things need --format', async () => {
    const fixture = 'tests/fixtures/samples/evalite.json'
    const refused = await gate(['--samples', fixture, '--no-scores'])
    expect(refused).toMatchObject({ code: 2, stdout: '' })
    expect(refused.stderr).toContain(fixture)
    expect(refused.stderr).toContain('--format')
    const read = await gateReport(['--samples', fixture, '--format', 'evalite', '--no-scores'])
    expect(read.report.spec.samples.count).toBeGreaterThan(0)
  })

  it('without references leave the checks of ground_truth not covered, and exit 4', async () => {
    const without = rows.map((row) => JSON.stringify({ ...row, ground_truth: null })).join('\n')
    const { code, report } = await gateReport(['--samples', '-', '--no-scores'], { input: without })
    const found = outcomes(report)
    for (const metric of METRICS) expect(found[`${metric} × ground_truth`]).toMatch(/not-covered/u)
    expect(found['faithfulness × question']).toBe('invariant')
    expect(code).toBe(4)
  })

  it('that are bad stop the run with every bad line', async () => {
    const bad = files.write(
      'bad.jsonl',
      [
        jsonl,
        '{"id":"c","question":7,"answer":"x","contexts":[],"ground_truth":""}',
        'no json',
        jsonl.split('\n')[0],
      ].join('\n'),
    )
    const { code, stdout, stderr } = await gate(['--samples', bad])
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(`${bad}:3: question`)
    expect(stderr).toContain(`${bad}:4`)
    expect(stderr).toContain(`${bad}:5`)
  })
})
