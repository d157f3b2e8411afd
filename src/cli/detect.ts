import { Command } from 'commander'
import { ARTIFACTS } from '../samples/artifact.js'
import { checkHarness } from '../transport/check-harness.js'
import { dryRun } from './dry-run.js'
import { withHarnessOptions } from './harness-options.js'
import { type HarnessFlags, type Invocation, invoke, journalFor } from './invocation.js'
import { writeReport } from './write-report.js'

const EXAMPLES = `
Examples:
  $ groundwire detect --model gpt-4.1-mini --samples eval.jsonl
  $ groundwire detect --base-url http://127.0.0.1:11434/v1 --model llama3 --limit 50
  $ groundwire detect --config groundwire.config.ts --json report.json
  $ groundwire detect --config groundwire.config.ts --resume      go on after an interruption; nothing is asked twice
  $ groundwire detect --samples eval.jsonl --dry-run              what it would cost, and what it could show

Exit codes: 0 all checks hold · 1 a leak, a dead wire or a missing collapse · 2 bad input or usage
            3 the judge or a scorer failed, or the run was cut short · 4 undecided or not covered`

/** What the scheduled tier ablates: the least that finds a leak of every kind. */
const ABLATED = ARTIFACTS.filter((artifact) => artifact !== 'answer')

interface DetectFlags extends HarnessFlags {
  readonly json?: string
  readonly resume?: boolean
  readonly dryRun?: boolean
}

/** `groundwire detect`: the scheduled tier. The request proof as in `gate`; a live judge for what it leaves open. */
export const detectCommand = (): Command =>
  withHarnessOptions(new Command('detect'), { ablated: ABLATED.join(', ') })
    .description(
      'Looks for leaks with a live judge: measures its noise, asks it for every check that the requests did not prove, and plants the reference to show that a leak would be found.',
    )
    .option('--resume', 'go on with an interrupted invocation of the same samples, harness and judge')
    .option('--dry-run', 'say what it would cost and could show, and ask no judge')
    .option('--json <file>', 'also write the full report as JSON; - for standard output, instead of the text')
    .addHelpText('after', EXAMPLES)
    .action(async (given: DetectFlags) => {
      const flags = { ...given, judge: 'live' } as const
      const settingsOf = ({ settings }: Invocation) => ({ ablate: ABLATED, ...settings, planted: true })
      if (flags.dryRun) {
        process.exitCode = await invoke(flags, (invocation) =>
          dryRun({ ...invocation, settings: settingsOf(invocation) }),
        )
        return
      }
      const report = await invoke(flags, async (invocation) => {
        const journal = journalFor('detect', flags, invocation)
        const settings = { ...settingsOf(invocation), journal: journal.open }
        const result = await checkHarness(invocation.harness, settings, invocation.watched)
        journal.close(result.status === 'complete')
        return result
      })
      await writeReport(report, flags.json)
      process.exitCode = report.exitCode
    })
