import { Command, InvalidArgumentError, Option } from 'commander'
import { ASSUMED_FLIPS, noiseOfFlips, noiseOfSd, type PlannedMetric, type PlannedNoise, planOf } from '../check/plan.js'
import { artifactTokens, plannedMetric } from '../check/planned-metric.js'
import { ABLATED_REPEATS, USUAL_REPEATS } from '../check/score-collection.js'
import { InputError } from '../errors.js'
import { REFERENCE_METRICS } from '../metrics/builtin/index.js'
import { KNOWN_NAMES, metricByName } from '../metrics/known-names.js'
import { planText } from '../report/plan.js'
import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import { FORMAT_NAMES, type FormatName } from '../samples/formats.js'
import { loadSamples } from '../transport/sample-files.js'
import { artifactList, shareOfScale, wholeNumber } from './options.js'
import { plannedFromReport, readReport } from './plan-from-report.js'
import { writeJson } from './write-report.js'

const EXAMPLES = `
Noise, where no former report tells it: --flips is the rate at which two judgements of one claim disagree; --noise the
standard deviation of one score when one sample is judged again and again. Every size is an estimate.

Examples:
  $ groundwire plan --samples 50                              is this enough?
  $ groundwire plan --samples eval.jsonl --margin 0.05        with tokens, from the length of your samples
  $ groundwire plan --samples 200 --flips 0.05 --metrics faithfulness,context_recall
  $ groundwire plan --from report.json --margin 0.02          noise, samples and calls of a former invocation
  $ groundwire plan --samples 100 --noise 0.1 --json          the same figures as JSON

Exit codes: 0 planned, a pass by score is possible · 2 bad input or usage · 4 a pass by score is impossible`

const numberWithin =
  (does: (value: number) => boolean, expected: string) =>
  (text: string): number => {
    const value = Number(text)
    if (text.trim() === '' || !does(value)) throw new InvalidArgumentError(`expected ${expected}.`)
    return value
  }

const standardDeviation = numberWithin(
  (value) => value >= 0 && value <= 1,
  'a standard deviation in score units, from 0 to 1, such as 0.05',
)
const disagreement = numberWithin(
  (value) => value >= 0 && value < 0.5,
  'a share of at least 0 and below 0.5 (at 0.5 the judge tosses a coin), such as 0.10',
)

/** A whole number, or the path of a file. */
const countOrFile = (text: string): number | string => {
  if (text.trim() === '') throw new InvalidArgumentError('expected a whole number, or a file.')
  return Number.isFinite(Number(text)) ? wholeNumber(1)(text) : text
}

const nameList = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text.split(',').map((name) => name.trim()),
]

interface PlanFlags {
  readonly samples?: number | string
  readonly format?: FormatName
  readonly repeats?: number
  readonly margin?: number
  readonly noise?: number
  readonly flips?: number
  readonly from?: string
  readonly metrics?: string[]
  readonly ablate?: Artifact[]
  readonly checks?: number
  readonly json?: string | true
}

/** The ones that are named, in their own order; all of them where none is. @throws {InputError} on a name that is none */
const chosen = <T extends { readonly name: string }>(all: readonly T[], names: readonly string[] | undefined): T[] => {
  if (names === undefined) return [...all]
  const of = (name: string) => all.find((each) => each.name === name || each.name === metricByName(name)?.name)
  const unknown = names.find((name) => of(name) === undefined)
  if (unknown !== undefined)
    throw new InputError(`--metrics: there is no \`${unknown}\`; there are ${all.map(({ name }) => name).join(', ')}`)
  const wanted = new Set(names.map(of))
  return all.filter((each) => wanted.has(each))
}

const assumedNoise = ({ flips, noise }: PlanFlags): PlannedNoise | null => {
  if (noise !== undefined) return noiseOfSd(noise)
  return flips === undefined ? null : noiseOfFlips(flips)
}

const loaded = async ({ samples, format }: PlanFlags) => {
  if (typeof samples !== 'string') return { count: samples, tokens: null }
  const { samples: read } = await loadSamples(samples, format === undefined ? {} : { format })
  return { count: read.length, tokens: artifactTokens(read) }
}

const planned = async (flags: PlanFlags) => {
  const { repeats, margin, checks, ablate = ARTIFACTS } = flags
  const { count, tokens } = await loaded(flags)
  const assumed = assumedNoise(flags)
  if (flags.from !== undefined) {
    const report = await readReport(flags.from)
    const found = plannedFromReport(report, { source: flags.from, ablated: ablate, tokens, noise: assumed })
    return planOf({
      ...found,
      samples: count ?? report.spec.samples.count,
      metrics: chosen(found.metrics, flags.metrics),
      repeats: repeats ?? found.repeats ?? USUAL_REPEATS,
      ablatedRepeats: found.ablatedRepeats ?? ABLATED_REPEATS,
      margin: margin ?? found.margin,
      checks,
    })
  }
  if (count === undefined)
    throw new InputError('how many samples? Give --samples with a number or a file, or --from with a former report')
  const metrics = chosen(REFERENCE_METRICS, flags.metrics).map(
    (metric): PlannedMetric => plannedMetric(metric, ablate, tokens)!,
  )
  return planOf({
    samples: count,
    metrics,
    repeats: repeats ?? USUAL_REPEATS,
    ablatedRepeats: ABLATED_REPEATS,
    margin,
    noise: assumed ?? noiseOfFlips(ASSUMED_FLIPS),
    checks,
    notes:
      assumed === null
        ? ['no noise was given: this one is assumed (--flips, --noise, or --from with a former report)']
        : [],
  })
}

/** `groundwire plan`: what an invocation with a judge would cost, and what it could show. Asks nobody. */
export const planCommand = (): Command =>
  new Command('plan')
    .description(
      'Says beforehand what score checks would cost and could show: judge calls, the smallest leak that would be found, and whether a pass is possible. Asks no judge.',
    )
    .option('--samples <n or file>', 'how many samples, or a JSONL, JSON or CSV file of them', countOrFile)
    .addOption(new Option('--format <name>', 'whose column names the file uses').choices([...FORMAT_NAMES]))
    .option('--repeats <n>', `unmodified repeats (default: ${USUAL_REPEATS})`, wholeNumber(1))
    .option(
      '--margin <shift>',
      'smallest shift worth catching, in score units (default: by sample count)',
      shareOfScale,
    )
    .addOption(
      new Option('--noise <sd>', 'noise: standard deviation of one score within a sample, in score units')
        .argParser(standardDeviation)
        .conflicts('flips'),
    )
    .option(
      '--flips <rate>',
      `noise: how often two judgements of one claim disagree (default: ${ASSUMED_FLIPS.toFixed(2)})`,
      disagreement,
    )
    .option('--from <file>', 'take samples, repeats, noise and calls from a JSON report of groundwire gate or detect')
    .option('--metrics <names>', `metrics to plan for, of ${KNOWN_NAMES.join(', ')} (default: all)`, nameList)
    .option('--ablate <artifacts>', `artifacts to ablate, of ${ARTIFACTS.join(', ')} (default: all)`, artifactList)
    .option('--checks <n>', 'score checks judged together (default: those of the metrics)', wholeNumber(1))
    .option('--json [file]', 'write the figures as JSON: to standard output instead of the text, or also to a file')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: PlanFlags) => {
      const plan = await planned(flags)
      const { json } = flags
      const path = json === true ? '-' : json
      if (path !== '-') process.stdout.write(planText(plan))
      if (path !== undefined) await writeJson(plan, path, '--json')
      process.exitCode = plan.exitCode
    })
