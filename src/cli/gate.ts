import { Command, Option } from 'commander'
import { ARTIFACTS } from '../samples/artifact.js'
import { FORMAT_NAMES } from '../samples/formats.js'
import { type GateFlags, runGate } from './gate-run.js'
import { artifactList, shareOfScale, wholeNumber } from './options.js'

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

/** `groundwire gate`: the pull-request tier. */
export const gateCommand = (): Command =>
  new Command('gate')
    .description(
      'Ablates one artifact per run and proves what every metric reads and ignores; no key and no network, unless a live judge is asked.',
    )
    .option('--config <file>', 'config file (default: groundwire.config.ts in this folder, if there is one)')
    .option('--samples <file>', 'JSONL, JSON or CSV; - for standard input (default: the bundled samples)')
    .addOption(new Option('--format <name>', 'whose column names the samples use').choices([...FORMAT_NAMES]))
    .option('--metrics <file>', 'module that exports your scorers by name (default: the five reference metrics)')
    .option('--ablate <artifacts>', `artifacts to ablate, of ${ARTIFACTS.join(', ')} (default: all)`, artifactList)
    .option('--limit <n>', 'use the first n samples', wholeNumber(1))
    .option('--repeats <n>', 'unmodified repeats of the score checks (default: 5)', wholeNumber(1))
    .option(
      '--margin <shift>',
      'smallest shift worth catching, in score units (default: by sample count)',
      shareOfScale,
    )
    .option('--seed <n>', 'seed of swaps, order and simulated draws (default: 1)', wholeNumber(0))
    .addOption(
      new Option(
        '--judge <who>',
        'who answers the score checks: the embedded judge, a simulator, or a live model (default: embedded for the reference metrics, none for your scorers)',
      ).choices(['embedded', 'live']),
    )
    .option('--no-scores', 'leave the score checks out; the request proof stands by itself')
    .option('--model <name>', 'live judge: model, also as OPENAI_MODEL for your scorers (default: OPENAI_MODEL)')
    .option(
      '--base-url <url>',
      'live judge: OpenAI-compatible server, also as OPENAI_BASE_URL for your scorers (default: OPENAI_BASE_URL, or OpenAI)',
    )
    .option('--concurrency <n>', 'evaluations under way at once while scores are collected', wholeNumber(1), 4)
    .option('--json <file>', 'also write the full report as JSON; - for standard output, instead of the text')
    .option('--quiet', 'no progress')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: GateFlags) => {
      process.exitCode = await runGate(flags)
    })
