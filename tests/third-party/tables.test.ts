import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { type WiringReport, wiringReportSchema } from '../../src/index.js'

/**
 * What the stock scorers of two libraries show their judge, call by call: Q question, A answer, C contexts, G reference,
 * `<n` text produced by call n. `leaks` lists what is beyond the ratio, with the leak kind.
 */
interface Row {
  readonly metric: string
  readonly wires: string
  readonly leaks: readonly string[]
}

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  autoevals: [
    { metric: 'faithfulness', wires: 'QA → C<1', leaks: ['question upstream'] },
    {
      metric: 'answer_relevancy',
      wires: '3×AC → embed <1 → embed Q → embed <2 → embed Q → embed <3 → embed Q',
      leaks: ['contexts score'],
    },
    { metric: 'context_precision', wires: 'QCG', leaks: ['ground_truth score'] },
    { metric: 'context_recall', wires: 'QCG', leaks: ['question score'] },
    { metric: 'answer_correctness', wires: 'QAG → embed A → embed G', leaks: ['question score'] },
    { metric: 'context_relevancy', wires: 'QC', leaks: [] },
  ],
  openevals: [
    { metric: 'groundedness', wires: 'AC', leaks: [] },
    { metric: 'hallucination', wires: 'QACG', leaks: ['question score', 'ground_truth score'] },
    { metric: 'retrieval_relevance', wires: 'QC', leaks: [] },
    { metric: 'correctness', wires: 'QAG', leaks: ['question score'] },
  ],
}

const root = resolve(import.meta.dirname, '../..')

describe.each(Object.entries(TABLES))('the stock scorers of %s', (library, table) => {
  const folder = resolve(root, 'examples', library)
  const installed = existsSync(resolve(folder, 'node_modules'))
  const title = installed ? 'under the gate' : `(not run: npm ci --prefix examples/${library} installs the library)`

  describe.skipIf(!installed)(title, () => {
    let report: WiringReport
    beforeAll(() => {
      const run = spawnSync(
        process.execPath,
        [
          resolve(root, 'dist/cli/bin.js'),
          'gate',
          '--quiet',
          '--limit',
          '12',
          '--json',
          '-',
          '--config',
          resolve(folder, 'groundwire.config.ts'),
        ],
        { encoding: 'utf8', cwd: root, maxBuffer: 64 * 1024 * 1024 },
      )
      expect(run.stderr).toBe('')
      expect(run.status).toBe(1)
      report = wiringReportSchema.parse(JSON.parse(run.stdout))
    }, 120_000)

    it.each(table)('$metric shows its judge $wires', ({ metric, wires }) => {
      expect(report.spec.metrics.find(({ name }) => name === metric)?.wireMap).toBe(wires)
    })

    it.each(table)('$metric leaks exactly [$leaks]', ({ metric, leaks }) => {
      const found = report.checks.filter((check) => check.metric === metric && check.outcome === 'leak')
      expect(found.map(({ artifact, leakKind }) => `${artifact} ${leakKind}`)).toEqual(leaks)
    })

    it('reads everything it receives, and leaves nothing undecided', () => {
      const others = report.checks.filter(
        ({ outcome }) => !['leak', 'invariant', 'reads', 'not-asked'].includes(outcome),
      )
      expect(others).toEqual([])
    })

    it('is caught in the line of the harness that asks', () => {
      const leaks = report.checks.filter(({ outcome }) => outcome === 'leak')
      for (const { requests } of leaks) expect(requests?.difference?.site?.file).toBe(`examples/${library}/harness.ts`)
    })

    it('needs no network: nothing was refused', () => {
      expect(report.refused).toEqual([])
    })
  })
})
