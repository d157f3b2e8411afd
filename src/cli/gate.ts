import { Command, Option } from 'commander'
import { checkHarness } from '../transport/check-harness.js'
import { dryRun } from './dry-run.js'
import { withHarnessOptions } from './harness-options.js'
import { type HarnessFlags, invoke } from './invocation.js'
import { writeReport } from './write-report.js'

const EXAMPLES = `
Examples:
  $ groundwire gate                                     the reference metrics on the bundled samples
  $ groundwire gate --samples eval.jsonl --limit 50     on your samples
  $ groundwire gate --samples eval.jsonl --metrics src/eval/metrics.ts
                                                        your scorers: what reaches their judge
  $ groundwire gate --config groundwire.config.ts --json report.json
  $ groundwire gate --judge live --model gpt-4.1-mini   ask a real judge for the score checks

Exit codes: 0 all checks hold · 1 a leak, a dead wire or a missing collapse · 2 bad input or usage
            3 the judge or a scorer failed, or the run was cut short · 4 undecided or not covered`

interface GateFlags extends HarnessFlags {
  readonly json?: string
  readonly dryRun?: boolean
}

/** `groundwire gate`: the pull-request tier. The report goes to standard output, progress to standard error. */
export const gateCommand = (): Command =>
  withHarnessOptions(new Command('gate'), { ablated: 'all' })
    .description(
      'Ablates one artifact per run and proves what every metric reads and ignores; no key and no network, unless a live judge is asked.',
    )
    .addOption(
      new Option(
        '--judge <who>',
        'who answers the score checks: the embedded judge, a simulator, or a live model (default: embedded for the reference metrics, none for your scorers)',
      ).choices(['embedded', 'live']),
    )
    .option('--no-scores', 'leave the score checks out; the request proof stands by itself')
    .option('--dry-run', 'say what the score checks would cost and could show, and ask no judge')
    .option('--json <file>', 'also write the full report as JSON; - for standard output, instead of the text')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: GateFlags) => {
      if (flags.dryRun) {
        process.exitCode = await invoke(flags, (invocation) => dryRun(invocation))
        return
      }
      const report = await invoke(flags, ({ harness, settings, watched }) => checkHarness(harness, settings, watched))
      await writeReport(report, flags.json)
      process.exitCode = report.exitCode
    })
