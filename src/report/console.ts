import { createColors } from 'picocolors'
import { fails, type Outcome, passes } from '../check/outcome.js'
import type { CheckReport, WiringReport } from '../check/report.js'
import { ARTIFACTS } from '../samples/artifact.js'

type Colors = ReturnType<typeof createColors>

const paint = (outcome: Outcome, colors: Colors) =>
  passes(outcome) ? colors.green : fails(outcome) ? colors.red : outcome === 'not-asked' ? colors.dim : colors.yellow

const plural = (count: number, noun: string) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`

/** The wiring matrix: a row a metric, a column an artifact, in each cell the outcomes of its checks. */
const matrix = ({ spec, checks }: WiringReport, colors: Colors): string[] => {
  const columns = checks.some(({ artifact }) => artifact === 'unknown') ? [...ARTIFACTS, 'unknown'] : ARTIFACTS
  const outcomes = (metric: string, artifact: string) =>
    checks.filter((check) => check.metric === metric && check.artifact === artifact).map(({ outcome }) => outcome)
  const rows = spec.metrics.map(({ name }) => ({ name, cells: columns.map((artifact) => outcomes(name, artifact)) }))
  const separator = ' · '
  const widths = columns.map((artifact, column) =>
    Math.max(artifact.length, ...rows.map(({ cells }) => cells[column]!.join(separator).length)),
  )
  const first = Math.max(...rows.map(({ name }) => name.length))
  const padded = (text: string, width: number, shown = text) => shown + ' '.repeat(width - text.length)
  const head = columns.map((artifact, column) => padded(artifact, widths[column]!)).join('   ')
  return [
    colors.bold(`${' '.repeat(first)}   ${head}`.trimEnd()),
    ...rows.map(({ name, cells }) => {
      const line = cells.map((cell, column) =>
        padded(
          cell.join(separator),
          widths[column]!,
          cell.map((outcome) => paint(outcome, colors)(outcome)).join(separator),
        ),
      )
      return `${padded(name, first)}   ${line.join('   ')}`.trimEnd()
    }),
  ]
}

const JUDGES = {
  embedded: 'embedded judge, a simulator',
  live: 'live judge',
  unknown: 'judge not known',
} as const

const noise = ({ noise: bands, spec }: WiringReport): string[] => {
  if (spec.scores === null || bands.length === 0) return []
  const judge = JUDGES[spec.scores.judge]
  const width = Math.max(...bands.map(({ metric }) => metric.length))
  return [
    '',
    `Noise band of each metric's mean (${judge})`,
    ...bands.map(({ metric, text, samples, warning }) => {
      const scored = samples > 0 ? `, ${plural(samples, 'sample')} scored` : ''
      return `  ${metric.padEnd(width)}   ${text}${scored}${warning === null ? '' : `; ${warning}`}`
    }),
  ]
}

/** What the report says of a metric elsewhere: its ratio, and the file its harness was loaded from. */
interface MetricWords {
  readonly ratio: string
  readonly harness: string | null
}

const difference = ({ requests, metric }: CheckReport, harness: string | null, colors: Colors): string[] => {
  const shown = requests?.difference
  if (!shown) return []
  const field = shown.field === '' ? 'the whole request' : `${shown.field}, line ${shown.line}`
  const reached = harness === null ? metric : `${metric} in ${harness}`
  return [
    shown.site
      ? `    sent from ${shown.site.file}:${shown.site.line} in ${shown.site.function}`
      : `    sent by code below ${reached}; no line of yours was on the stack`,
    `    call ${shown.call} of ${shown.of} · ${shown.endpoint} · ${shown.model} · ${field} (sample ${shown.sample}, ${shown.ablation})`,
    ...shown.unmodified.map((line) => colors.red(`      − ${line}`)),
    ...shown.ablated.map((line) => colors.green(`      + ${line}`)),
  ]
}

const expected = { ignores: 'must ignore', reads: 'must read', collapses: 'must collapse without' } as const

const heading = (outcome: Outcome, kind: string, cell: string, colors: Colors) =>
  `  ${paint(outcome, colors)(`${outcome}${kind}`)}  ${colors.bold(cell)}`

const finding = (check: CheckReport, { ratio, harness }: MetricWords, colors: Colors): string[] => {
  const { metric, artifact, outcome, expectation, reason, leakKind, requests, scores, turnsInto } = check
  const kind = leakKind === null ? '' : ` (${leakKind})`
  const what = artifact === 'unknown' ? 'what it is not handed' : artifact
  const lines = [
    `${heading(outcome, kind, `${metric} × ${artifact}`, colors)}: ${metric} ${expected[expectation]} ${what}`,
    `    ${reason}`,
  ]
  if (requests && leakKind !== null) {
    const how = [...requests.layers, ...requests.kinds].filter((name, index, all) => all.indexOf(name) === index)
    lines.push(`    seen by ${how.join(', ')}; under ${requests.dispositions.join(', ')} replies`)
  }
  if (outcome === 'leak' && artifact !== 'unknown') {
    const turns = turnsInto.length > 0 ? `; with it the prompt can compute ${turnsInto.join(' and ')}` : ''
    lines.push(`    ${metric} = ${ratio}: ${artifact} stands in neither term${turns}`)
  }
  if (fails(outcome) || leakKind !== null) lines.push(...difference(check, harness, colors))
  if (scores && scores.sentence !== reason && outcome !== 'inconclusive') {
    const called = scores.outcome === 'leak' ? 'inflation' : 'scores'
    lines.push(`    ${called}: ${scores.sentence}`)
  }
  if (outcome === 'leak') lines.push(...remedy(check))
  return lines
}

/** How to fix a leak, or accept it as it is. */
const remedy = ({ metric, artifact, leakKind, requests }: CheckReport): string[] => {
  if (artifact === 'unknown' || leakKind === null || requests === null) return []
  const calls = requests.calls
    .filter(({ accepted }) => accepted === null)
    .map(({ call, kind }) => `call ${call}, ${kind}`)
  return [
    `    fix: take ${artifact} out of what ${metric} sends${calls.length > 0 ? ` (${calls.join('; ')})` : ''}; or accept it in the config:`,
    ...requests.calls
      .filter(({ accepted }) => accepted === null)
      .map(
        ({ call, kind }) =>
          `      accept: [{ metric: '${metric}', artifact: '${artifact}', kind: '${kind}', call: ${call}, reason: '…' }]`,
      ),
  ]
}

const wordsOf = ({ metric }: CheckReport, { metrics, harness }: WiringReport['spec']): MetricWords => ({
  ratio: metrics.find(({ name }) => name === metric)?.ratio ?? '',
  harness,
})

/** One check in words, with its evidence; for a test's failure message. */
export const checkText = (check: CheckReport, { spec }: Pick<WiringReport, 'spec'>): string =>
  finding(check, wordsOf(check, spec), createColors(false))
    .map((line) => line.replace(/^ {2}/u, ''))
    .join('\n')

/** Checks of one metric that came to nothing for one and the same reason, such as a scorer that throws, said once. */
const alike = (checks: readonly CheckReport[]): CheckReport[][] => {
  const groups = new Map<string, CheckReport[]>()
  for (const check of checks) {
    const { metric, outcome, reason, artifact, requests, leakKind } = check
    const single = requests?.difference || leakKind !== null ? artifact : ''
    const key = JSON.stringify([metric, outcome, reason, single])
    groups.set(key, [...(groups.get(key) ?? []), check])
  }
  return [...groups.values()]
}

const findings = (report: WiringReport, colors: Colors): string[] => {
  const said = ([check, ...others]: readonly CheckReport[]) => {
    if (check === undefined) return []
    if (others.length === 0) return finding(check, wordsOf(check, report.spec), colors)
    const artifacts = [...new Set([check, ...others].map(({ artifact }) => artifact))].join(', ')
    return [heading(check.outcome, '', `${check.metric} × ${artifacts}`, colors), `    ${check.reason}`]
  }
  const list = (title: string, chosen: readonly CheckReport[]) =>
    chosen.length === 0 ? [] : ['', title, ...alike(chosen).flatMap(said)]
  const open = report.checks.filter(
    ({ outcome }) => outcome === 'noted' || !(passes(outcome) || fails(outcome) || outcome === 'not-asked'),
  )
  return [
    ...list(
      'Failing checks',
      report.checks.filter(({ outcome }) => fails(outcome)),
    ),
    ...list('Not decided, or to note', open),
  ]
}

const SHOWN = 5

const some = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [
        '',
        `${title} (${lines.length})`,
        ...lines.slice(0, SHOWN).map((line) => `  ${line}`),
        ...(lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more in the JSON report`] : []),
      ]

/** What each call of the probe saw, a line a metric. */
const wires = ({ spec }: WiringReport): string[] => {
  const mapped = spec.metrics.filter(({ wireMap }) => wireMap !== '')
  const width = Math.max(0, ...mapped.map(({ name }) => name.length))
  return mapped.length === 0
    ? []
    : [
        '',
        'Wires: what each judge call sees (Q question, A answer, C contexts, G ground_truth, <n produced by call n)',
        ...mapped.map(({ name, wireMap }) => `  ${name.padEnd(width)}   ${wireMap}`),
      ]
}

const controls = ({ controls: planted }: WiringReport): string[] =>
  planted.length === 0
    ? []
    : [
        '',
        'Controls of the score checks',
        ...planted.map(
          ({ metric, into, sentence }) => `  ${metric}: the reference, planted into the ${into}, ${sentence}`,
        ),
      ]

const scope = ({ totals, spec }: WiringReport): string[] => {
  const { requestProof, scores, fullProductSamples } = totals
  const asked = spec.scores?.judge === 'live' ? 'live judge call' : 'request'
  const counted =
    spec.scores === null
      ? 'score checks not asked'
      : `${plural(scores.evaluations, 'evaluation')} scored over ${plural(scores.requests, asked)}`
  if (requestProof.evaluations === 0)
    return [
      '',
      `${plural(scores.evaluations, 'score')} compared; no request was seen`,
      'A pass says that no shift as large as the margin showed on these samples. It does not prove what the judge was shown, nor that it is right.',
    ]
  return [
    '',
    `${plural(requestProof.evaluations, 'evaluation')} compared over ${plural(requestProof.requests, 'request')} (every kind of ablation on ${plural(fullProductSamples, 'sample')} of varied shape, swap on all); ${counted}`,
    'A pass proves these samples and the branches they took. It does not prove that the judge is right.',
  ]
}

/** Characters that move a terminal's cursor, change its state or the direction of text, shown as escapes. */
const printable = (report: WiringReport): WiringReport =>
  JSON.parse(JSON.stringify(report), (_, value) =>
    typeof value === 'string'
      ? value.replace(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/gu,
          (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : value,
  )

/** The report for a terminal: the matrix, noise bands, what fails with its evidence, what was lost, and the scope. */
export const consoleReport = (given: WiringReport, { color }: { readonly color: boolean }): string => {
  const report = printable(given)
  const colors = createColors(color)
  const { spec, lost, stray, refused, timing, status } = report
  const verdict = report.exitCode === 0 ? colors.green : report.exitCode === 1 ? colors.red : colors.yellow
  const ended = status === 'interrupted' ? 'interrupted: ' : ''
  return `${[
    `${spec.samples.source}: ${plural(spec.samples.count, 'sample')}, seed ${spec.seed}`,
    ...spec.samples.notes.map((note) => `  note: ${note}`),
    '',
    ...matrix(report, colors),
    ...noise(report),
    ...controls(report),
    ...findings(report, colors),
    ...wires(report),
    ...some('Notes', report.notes),
    ...some(
      'Lost: no score, and in no mean',
      lost.map(({ metric, sample, arm, message }) => `${metric} on ${sample} (${arm}): ${message}`),
    ),
    ...some('Refused: requests to what is no judge', refused),
    ...some('Stray: requests outside any evaluation', stray),
    ...scope(report),
    '',
    `${verdict(`${ended}${report.summary}`)} · ${timing.seconds.toFixed(1)} s`,
  ].join('\n')}\n`
}
