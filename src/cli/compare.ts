import { Command, InvalidArgumentError } from 'commander'
import type { ClaimedMetrics } from '../check/join-files.js'
import { compareFiles } from '../transport/compare-files.js'
import { artifactList, shareOfScale, wholeNumber } from './options.js'
import { writeReport } from './write-report.js'

const EXAMPLES = `
Examples:
  $ groundwire compare none.json question.json answer.json contexts.json ground_truth.json
  $ groundwire compare shard-*.json --json report.json
  $ groundwire compare scores.csv                     from any script: id, metric, ablation, repeat, score
  $ groundwire compare scores.csv --receives tone=answer

A table may also have the columns interleaved (true where unmodified and ablated scores were asked for in one random
order), dataset, judge and template. An ablation is none, an artifact such as question, or both, as in swap question.

Exit codes: 0 all checks hold · 1 a leak or a missing collapse · 2 bad input, or files that do not belong together
            3 a shard or an evaluation is missing · 4 undecided or not covered`

const receives = (text: string, before: ClaimedMetrics = {}): ClaimedMetrics => {
  const [name, artifacts] = text.split('=')
  if (!name || !artifacts)
    throw new InvalidArgumentError('expected a name and artifacts, such as tone=answer,contexts.')
  return { ...before, [name.trim()]: artifactList(artifacts) }
}

interface CompareFlags {
  readonly margin?: number
  readonly seed: number
  readonly receives?: ClaimedMetrics
  readonly mixed?: boolean
  readonly json?: string
}

/** `groundwire compare`: judges scores that were collected before, by us or by anybody. */
export const compareCommand = (): Command =>
  new Command('compare')
    .description("Judges scores from files of `groundwire run`, or from anybody's script (JSONL, JSON, CSV).")
    .argument('<files...>', 'files with scores; - for standard input')
    .option(
      '--margin <shift>',
      'smallest shift worth catching, in score units (default: by sample count)',
      shareOfScale,
    )
    .option('--receives <name=artifacts>', 'what a metric receives whose name claims no ratio; repeatable', receives)
    .option('--seed <n>', 'seed of the Monte Carlo branch', wholeNumber(0), 1)
    .option('--mixed', 'compare although data sets, judges or templates differ')
    .option('--json <file>', 'also write the full report as JSON; - for standard output, instead of the text')
    .addHelpText('after', EXAMPLES)
    .action(async (files: string[], flags: CompareFlags) => {
      const report = await compareFiles(files, { ...flags, mixed: flags.mixed === true })
      await writeReport(report, flags.json)
      process.exitCode = report.exitCode
    })
