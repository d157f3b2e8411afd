import { Command, Option } from 'commander'
import { EXIT } from '../check/outcome.js'
import { runRecordSchema } from '../check/run-record.js'
import type { Artifact } from '../samples/artifact.js'
import { collectHarness } from '../transport/collect-harness.js'
import { dryRun } from './dry-run.js'
import { withHarnessOptions } from './harness-options.js'
import { type HarnessFlags, invoke, journalFor } from './invocation.js'
import { shardOf } from './options.js'
import { writeJson } from './write-report.js'

const EXAMPLES = `
Examples:
  $ groundwire run --ablate question --out question.json          one job of a CI matrix; five of them make a whole
  $ groundwire run --ablate none --out unmodified.json            the judge's noise alone
  $ groundwire run --shard 2/4 --out shard-2.json --judge live    a quarter of the samples, under every ablation
  $ groundwire compare question.json unmodified.json …            the report of all of them

Exit codes: 0 every score was collected · 2 bad input or usage · 3 the judge or a scorer failed, or the run was cut short`

interface RunFlags extends HarnessFlags {
  readonly ablate?: Artifact[]
  readonly out: string
  readonly shard?: { readonly index: number; readonly of: number }
  readonly resume?: boolean
  readonly dryRun?: boolean
}

/** `groundwire run`: collects scores for `groundwire compare`; it judges nothing. */
export const runCommand = (): Command =>
  withHarnessOptions(new Command('run'), { ablated: 'all; none: unmodified repeats alone', none: true })
    .description(
      'Scores the samples unmodified and ablated, in one permutation a sample, and writes the scores for `groundwire compare`.',
    )
    .addOption(
      new Option('--judge <who>', 'who scores (default: embedded, a simulator, for the reference metrics)').choices([
        'embedded',
        'live',
      ]),
    )
    .option('--shard <i/n>', 'score the i-th of n parts of the samples, split by id', shardOf)
    .option('--resume', 'go on with an interrupted invocation of the same samples, harness and judge')
    .requiredOption('--out <file>', 'file for the scores; - for standard output')
    .option('--dry-run', 'say what it would cost and could show, and ask no judge')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags) => {
      if (flags.dryRun) {
        process.exitCode = await invoke(flags, (invocation) => dryRun(invocation, flags))
        return
      }
      const record = await invoke(flags, async (invocation) => {
        const journal = journalFor('run', flags, invocation)
        const { shard } = flags
        const collected = await collectHarness(
          invocation.harness,
          {
            ...invocation.settings,
            ...(shard ? { shard } : {}),
            journal: (dataset) => journal.open(dataset, [shard ?? null, flags.ablate ?? null]),
          },
          invocation.watched,
        )
        journal.close(collected.status === 'complete')
        return collected
      })
      await writeJson(runRecordSchema.parse(record), flags.out, '--out')
      const { evaluations, planned, requests } = record.totals
      process.stderr.write(
        `${evaluations} of ${planned} evaluations scored over ${requests} requests (${record.samples.length} samples)\n`,
      )
      for (const { metric, sample, arm, message } of record.lost.slice(0, 5))
        process.stderr.write(`lost: ${metric} on ${sample} (${arm}): ${message}\n`)
      process.exitCode = record.status === 'complete' ? EXIT.pass : EXIT.incomplete
    })
