import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ARTIFACTS } from '../../src/samples/artifact.js'
import { gateReport, node, outcomes, readReport, withBuild } from './groundwire.js'

const files = withBuild()

/** The ten cells that a correct harness ignores. */
const FORBIDDEN = [
  'faithfulness × question',
  'faithfulness × ground_truth',
  'answer_relevance × contexts',
  'answer_relevance × ground_truth',
  'context_precision × answer',
  'context_precision × ground_truth',
  'context_recall × question',
  'context_recall × answer',
  'answer_correctness × question',
  'answer_correctness × contexts',
]

const failing = (report: Parameters<typeof outcomes>[0]) =>
  Object.fromEntries(
    Object.entries(outcomes(report)).filter(([, outcome]) => ['leak', 'dead-wire', 'no-collapse'].includes(outcome)),
  )

describe.concurrent('the example that hands every metric the whole sample', () => {
  it('fails with exactly the ten forbidden cells and the missing collapse, and names the inflation', async () => {
    const json = files.path('leaking.json')
    const { code, stdout } = await node('examples/leaking/run.js', ['--quiet', '--json', json])
    const report = readReport(json)
    expect(failing(report)).toEqual({
      ...Object.fromEntries(FORBIDDEN.map((cell) => [cell, 'leak'])),
      'faithfulness × contexts collapses': 'no-collapse',
    })
    for (const cell of FORBIDDEN) expect(stdout).toMatch(new RegExp(`leak \\(score\\) {2}${cell}:`, 'u'))
    expect(stdout).toMatch(/no-collapse {2}faithfulness × contexts/u)
    for (const { outcome, requests } of report.checks)
      if (outcome === 'leak') expect(requests?.difference).not.toBeNull()
    expect(report.exitCode).toBe(1)
    expect(code).toBe(1)

    // The narrowed run comes first: only the reference leaks, so nothing else can support a claim.
    const [alone] = stdout.split('answer_relevance', 1)
    const inflation = /inflation: (?:inflation )?\+(\d\.\d+)/u.exec(alone!)
    expect(inflation, alone).not.toBeNull()
    expect(Number(inflation![1])).toBeGreaterThan(0.05)
    expect(Number(inflation![1])).toBeLessThan(0.3)
  })

  const arrow = (metric: string, artifact: string) => FORBIDDEN.includes(`${metric} × ${artifact}`)

  it.each(ARTIFACTS)(
    'narrowed to %s leaks it into the metrics that must ignore it, and nowhere else',
    async (leaked) => {
      const config = files.write(
        `${leaked}.config.ts`,
        `export default {
        metrics: async () => (await import(${JSON.stringify(resolve('examples/leaking/harness.ts'))})).uniformHarness(['${leaked}']),
      }`,
      )
      const { code, report } = await gateReport([
        '--config',
        config,
        '--samples',
        'samples/bundled.jsonl',
        '--limit',
        '4',
      ])
      const metrics = report.spec.metrics.map(({ name }) => name)
      const expected = metrics
        .filter((metric) => arrow(metric, leaked))
        .map((metric) => [`${metric} × ${leaked}`, 'leak'])
      expect(expected.length).toBeGreaterThan(0)
      expect(failing(report)).toEqual(Object.fromEntries(expected))
      expect(code).toBe(1)
    },
  )

  it('narrowed to nothing is wired correctly', async () => {
    const config = files.write(
      'none.config.ts',
      `export default {
        metrics: async () => (await import(${JSON.stringify(resolve('examples/leaking/harness.ts'))})).uniformHarness([]),
      }`,
    )
    const { code, report } = await gateReport([
      '--config',
      config,
      '--samples',
      'samples/bundled.jsonl',
      '--limit',
      '4',
    ])
    expect(failing(report)).toEqual({})
    expect(code).toBe(0)
  })
})

describe.concurrent('the example of a function for each metric', () => {
  it('passes: ten invariant, ten reads, and faithfulness collapses', async () => {
    const { code, report } = await gateReport(['--config', 'examples/separate/groundwire.config.ts'])
    const found = outcomes(report)
    for (const cell of FORBIDDEN) expect(found[cell]).toBe('invariant')
    expect(Object.values(found).filter((outcome) => outcome === 'reads')).toHaveLength(10)
    expect(found['faithfulness × contexts collapses']).toBe('collapses')
    expect(code).toBe(0)
  })
})
