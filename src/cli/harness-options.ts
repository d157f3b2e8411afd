import { type Command, Option } from 'commander'
import { ARTIFACTS } from '../samples/artifact.js'
import { FORMAT_NAMES } from '../samples/formats.js'
import { artifactList, artifactsOrNone, shareOfScale, wholeNumber } from './options.js'

/** The flags of every command that scores a harness. */
export const withHarnessOptions = (
  command: Command,
  { ablated, none = false }: { readonly ablated: string; readonly none?: boolean },
): Command =>
  command
    .option('--config <file>', 'config file (default: groundwire.config.ts in this folder, if there is one)')
    .option('--samples <file>', 'JSONL, JSON or CSV; - for standard input (default: the bundled samples)')
    .addOption(new Option('--format <name>', 'whose column names the samples use').choices([...FORMAT_NAMES]))
    .option('--metrics <file>', 'module that exports your scorers by name (default: the five reference metrics)')
    .option(
      '--ablate <artifacts>',
      `artifacts to ablate, of ${ARTIFACTS.join(', ')} (default: ${ablated})`,
      none ? artifactsOrNone : artifactList,
    )
    .option('--limit <n>', 'use the first n samples', wholeNumber(1))
    .option('--repeats <n>', 'unmodified repeats of the score checks (default: 5)', wholeNumber(1))
    .option(
      '--margin <shift>',
      'smallest shift worth catching, in score units (default: by sample count)',
      shareOfScale,
    )
    .option('--seed <n>', 'seed of swaps, order and simulated draws (default: 1)', wholeNumber(0))
    .option('--model <name>', 'live judge: model, also as OPENAI_MODEL for your scorers (default: OPENAI_MODEL)')
    .option(
      '--base-url <url>',
      'live judge: OpenAI-compatible server, also as OPENAI_BASE_URL for your scorers (default: OPENAI_BASE_URL, or OpenAI)',
    )
    .option('--concurrency <n>', 'evaluations under way at once while scores are collected', wholeNumber(1), 4)
    .option('--quiet', 'no progress')
