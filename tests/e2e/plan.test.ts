import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../../src/check/plan.js'
import { groundwire, withBuild } from './groundwire.js'

const files = withBuild()

const plan = (...args: string[]) => groundwire(['plan', ...args])

const planned = async (...args: string[]): Promise<{ code: number | null; plan: Plan }> => {
  const { code, stdout } = await plan(...args, '--json')
  return { code, plan: JSON.parse(stdout) as Plan }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      id: `s${index}`,
      question: 'q'.repeat(40),
      answer: 'a'.repeat(400),
      contexts: ['c'.repeat(1000), 'c'.repeat(1000)],
      ground_truth: 'g'.repeat(200),
    }),
  ).join('\n')

/** A table of scores: faithfulness alternates by ±0.1 from repeat to repeat, context_recall stands still. */
const scoreTable = (samples: number): string => {
  const lines = ['id,metric,ablation,repeat,score']
  for (let sample = 0; sample < samples; sample++)
    for (const [metric, noise] of [
      ['faithfulness', 0.1],
      ['context_recall', 0],
    ] as const)
      for (const ablation of ['none', 'question'])
        for (let repeat = 0; repeat < 4; repeat++)
          lines.push(`s${sample},${metric},${ablation},${repeat},${0.5 + noise * (repeat % 2 ? 1 : -1)}`)
  return `${lines.join('\n')}\n`
}

/** A report as `--json` writes it, made from the table. */
const report = async (name: string, samples: number): Promise<string> => {
  const path = files.path(name)
  await groundwire(['compare', files.write(`${name}.csv`, scoreTable(samples)), '--json', path])
  return path
}

describe('groundwire plan', () => {
  it('--help shows examples and exit codes; the command is listed', async () => {
    const { code, stdout } = await plan('--help')
    expect(stdout).toContain('$ groundwire plan --from report.json --margin 0.02')
    for (const flag of ['--samples', '--repeats', '--margin', '--noise', '--flips', '--from', '--metrics', '--json'])
      expect(stdout).toContain(flag)
    expect(stdout).toContain('4 a pass by score is impossible')
    expect(code).toBe(0)
    expect((await groundwire(['--help'])).stdout).toMatch(/^ +plan /mu)
  })

  it('of 12 samples and a margin of 0.02 says that a pass is impossible, what would do, and exits 4', async () => {
    const { code, stdout, stderr } = await plan('--samples', '12', '--margin', '0.02')
    expect(stdout).toContain('A pass by score is impossible: 12 samples cannot show')
    expect(stdout).toContain('At least 74 samples are needed even without any noise; at this noise it takes about 173.')
    expect(stdout).toContain('samples   about 173 instead of 12')
    expect(stdout).toContain('no noise was given: this one is assumed')
    expect(stdout).toContain('two judgements of one claim disagree 10 % of the time')
    expect(stderr).toBe('')
    expect(code).toBe(4)
  })

  it('exits 0 where a pass is possible, and writes the same figures as JSON', async () => {
    const { code, plan: found } = await planned('--samples', '50', '--flips', '0.05', '--metrics', 'faithfulness')
    expect(found).toMatchObject({ version: 1, samples: 50, repeats: 5, ablatedRepeats: 3, margin: 0.1, checks: 2 })
    expect(found.calls).toEqual({ evaluations: 700, requests: 1400, tokens: null })
    expect(found.metrics.map(({ name }) => name)).toEqual(['faithfulness'])
    expect(found.metrics[0]!.forecast).toMatchObject({ pass: 'possible', needed: { floor: 14 } })
    expect(code).toBe(0)
    const path = files.path('plan.json')
    const written = await plan('--samples', '50', '--flips', '0.05', '--metrics', 'faithfulness', '--json', path)
    expect(written.stdout).toContain('A pass by score is possible')
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(found)
  })

  it('counts the samples of a file and estimates tokens from their length', async () => {
    const path = files.write('samples.jsonl', rows(30))
    const { plan: found } = await planned('--samples', path, '--metrics', 'contextual_precision')
    expect(found.samples).toBe(30)
    // 11 evaluations a sample, one prompt each: (40 + 2000) / 4 tokens of artifacts, and instructions.
    expect(found.calls.requests).toBe(330)
    expect(found.calls.tokens).toBeGreaterThan(330 * 510)
    expect(found.calls.tokens).toBeLessThan(330 * 700)
    const { stdout } = await plan('--samples', path)
    expect(stdout).toMatch(/about [\d,]+ tokens of prompts/u)
    expect(stdout).toContain('an estimate, characters / 4')
  })

  it('takes flags for repeats, ablations, checks and noise', async () => {
    const { plan: found } = await planned(
      ...['--samples', '40', '--repeats', '2', '--ablate', 'question', '--checks', '4', '--noise', '0.05'],
    )
    expect(found).toMatchObject({ repeats: 2, checks: 4, noise: { kind: 'sd', sigmaW2: 0.05 ** 2 } })
    expect(found.metrics.map(({ checks }) => checks)).toEqual([1, 0, 0, 1, 1])
  })

  it('--from takes samples, repeats and the noise of each metric from a report; flags win', async () => {
    const path = await report('former.json', 20)
    const { plan: found } = await planned('--from', path)
    expect(found).toMatchObject({ samples: 20, repeats: 4, ablatedRepeats: 4, noise: { kind: 'report' } })
    const [recall, faithfulness] = ['context_recall', 'faithfulness'].map(
      (name) => found.metrics.find((row) => row.name === name)!.forecast!.sigmaW2,
    )
    // Four scores at ±0.1: 4 · 0.01 / 3.
    expect(faithfulness).toBeCloseTo(0.04 / 3, 12)
    expect(recall).toBeCloseTo(0, 12)
    expect((await plan('--from', path)).stdout).toMatch(/the repeats of context_recall were identical/u)
    const { plan: overruled } = await planned('--from', path, '--samples', '200', '--flips', '0.2', '--margin', '0.03')
    expect(overruled).toMatchObject({ samples: 200, repeats: 4, margin: 0.03, noise: { kind: 'flips' } })
    expect(new Set(overruled.metrics.map((row) => row.forecast!.sigmaW2)).size).toBe(1)
  })

  it('--from a report on scorers of one’s own counts the requests that they made', async () => {
    const former = JSON.parse(readFileSync(await report('own.json', 20), 'utf8'))
    const own = structuredClone(former)
    own.spec.harness = 'src/eval/metrics.ts'
    own.totals.scores = { evaluations: 100, planned: 100, requests: 300 }
    const { plan: found } = await planned('--from', files.write('own-scorers.json', JSON.stringify(own)))
    const { calls } = found.metrics[0]!
    expect(calls.requests).toBe(3 * calls.evaluations)
    expect(calls.tokens).toBeNull()
  })
})

/** Arguments, and what standard error must name. */
const REFUSED: [string, string[], RegExp[]][] = [
  ['no samples', [], [/--samples/u, /--from/u]],
  ['no sample', ['--samples', '0'], [/--samples/u, /at least 1/u]],
  ['samples below nothing', ['--samples', '-3'], [/--samples/u, /at least 1/u]],
  ['a fraction of samples', ['--samples', '2.5'], [/--samples/u, /whole number/u]],
  ['an empty number of samples', ['--samples', ''], [/--samples/u]],
  ['a file that is not there', ['--samples', 'nowhere.jsonl'], [/nowhere\.jsonl/u, /no such file/u]],
  ['a negative noise', ['--samples', '9', '--noise', '-1'], [/--noise/u, /0 to 1/u]],
  ['a noise that is no number', ['--samples', '9', '--noise', 'much'], [/--noise/u]],
  ['a judge worse than a coin', ['--samples', '9', '--flips', '0.7'], [/--flips/u, /below 0\.5/u]],
  ['a judge that is a coin', ['--samples', '9', '--flips', '0.5'], [/--flips/u, /below 0\.5/u]],
  ['two noises', ['--samples', '9', '--flips', '0.1', '--noise', '0.1'], [/--noise/u, /--flips/u]],
  ['a margin of 0', ['--samples', '9', '--margin', '0'], [/--margin/u]],
  ['no repeats', ['--samples', '9', '--repeats', '0'], [/--repeats/u]],
  ['an unknown metric', ['--samples', '9', '--metrics', 'zest'], [/--metrics/u, /zest/u, /faithfulness/u]],
  ['an unknown artifact', ['--samples', '9', '--ablate', 'context'], [/--ablate/u, /ground_truth/u]],
  ['a report that is not there', ['--from', 'nowhere.json'], [/nowhere\.json/u, /no such file/u]],
  ['a report that is no JSON', ['--from', 'README.md'], [/README\.md/u, /no JSON/u]],
  ['a file that is no report', ['--from', 'package.json'], [/package\.json/u, /no report/u]],
]

describe('bad input exits 2 and says on standard error what to do', () => {
  it.concurrent.each(REFUSED)('%s', async (_, args, named) => {
    const { code, stdout, stderr } = await plan(...args)
    for (const pattern of named) expect(stderr).toMatch(pattern)
    expect(stderr).not.toMatch(/^\s+at /mu)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('a report of another version, scores of `groundwire run`, and a report that measured no noise', async () => {
    const former = JSON.parse(readFileSync(await report('versions.json', 6), 'utf8'))
    const refused = async (name: string, content: object) =>
      (await plan('--from', files.write(name, JSON.stringify(content)))).stderr
    expect(await refused('later.json', { ...former, version: 2 })).toMatch(/later\.json: version: found 2, expected 1/u)
    expect(await refused('run.json', { kind: 'groundwire-run' })).toMatch(/run\.json.*groundwire compare/u)
    expect(await refused('silent.json', { ...former, scores: [] })).toMatch(/measured no noise.*--flips/u)
  })
})
