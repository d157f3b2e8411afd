import type { Plan, PlannedCalls, PlannedRow } from '../check/plan.js'
import type { CheckForecast } from '../statistics/planning.js'

const whole = (count: number): string => count.toLocaleString('en')
const plural = (count: number, noun: string): string => `${whole(count)} ${noun}${count === 1 ? '' : 's'}`
/** About; nothing that rests on an estimate is certain. */
const percent = (share: number): string =>
  share >= 0.995 ? 'over 99 %' : share < 0.005 ? 'under 1 %' : `about ${Math.round(share * 100)} %`
/** Enough digits to tell shifts apart, and no more than an estimate bears. */
const shift = (size: number): string => (size < 0.1 ? size.toFixed(3) : size.toFixed(2))
/** Two digits that count: 412,345 → 410,000. */
const rough = (count: number): string => whole(Number(count.toPrecision(2)))

const passWords = ({ pass, passChance }: CheckForecast): string => {
  if (pass === 'impossible') return 'no: too few samples'
  if (pass === 'not-at-this-noise') return 'no: too much noise'
  return `yes, in ${percent(passChance)}`
}

const HEAD = [
  'metric',
  'checks',
  'judge calls',
  'noise (sd)',
  'ruled out beyond',
  'leak found from',
  'clean check passes',
] as const

const cellsOf = ({ name, checks, calls, forecast }: PlannedRow): string[] => [
  name,
  whole(checks),
  whole(calls.requests),
  ...(forecast === null
    ? ['', '', '', 'no score check']
    : [
        Math.sqrt(forecast.sigmaW2).toFixed(3),
        `about ±${shift(forecast.rulesOut)}`,
        forecast.leak80 === null ? 'none' : `about ${shift(forecast.leak80)}`,
        passWords(forecast),
      ]),
]

/** The second to the fourth column are numbers, and stand to the right. */
const table = (rows: readonly PlannedRow[]): string[] => {
  const lines = [[...HEAD], ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column]!.length)))
  const padded = (text: string, column: number) =>
    column >= 1 && column <= 3 ? text.padStart(widths[column]!) : text.padEnd(widths[column]!)
  return lines.map((cells) => cells.map(padded).join('   ').trimEnd())
}

const callWords = ({ evaluations, requests, tokens }: PlannedCalls): string =>
  `${plural(requests, 'judge call')} (${plural(evaluations, 'evaluation')})${
    tokens === null ? '' : `, about ${rough(tokens)} tokens of prompts`
  }`

const costs = ({ calls, callsIfProved }: Plan): string[] => [
  callWords(calls),
  ...(callsIfProved.requests < calls.requests
    ? [
        `  where requests prove a cell it is not asked again; if they prove all: ${callWords(callsIfProved)}`,
        '  (what remains are unmodified repeats, which measure the noise, and checks that a score collapses)',
      ]
    : []),
  ...(calls.tokens === null
    ? ['  tokens: not known; give a file to --samples to have them estimated']
    : ['  tokens are an estimate, characters / 4; replies come on top']),
]

/** The forecasts of metrics that have score checks, of which there is at least one. */
type Forecasts = readonly [CheckForecast, ...CheckForecast[]]

const meaning = ({ margin }: Plan, forecasts: Forecasts): string[] => {
  const lowest = (of: (each: CheckForecast) => number) => percent(Math.min(...forecasts.map(of)))
  return [
    'Ruled out beyond: where nothing leaks, nine checks in ten show that no shift is larger than this.',
    'Leak found from: a leak of this size is found in four invocations of five.',
    `A leak as large as the margin (${margin}) is found in ${lowest((each) => each.powerAtMargin)} of invocations, one of 0.16 in ${lowest((each) => each.powerAt016)}.`,
  ]
}

const conclusion = ({ samples, margin }: Plan, forecasts: Forecasts): string[] => {
  const floor = forecasts[0].needed.floor
  const neediest = Math.max(...forecasts.map(({ needed }) => needed.invariant))
  const least = Math.max(5, floor)
  const atNoise = neediest <= least ? '' : `; at this noise it takes about ${whole(neediest)}`
  if (forecasts.some(({ pass }) => pass === 'impossible'))
    return [
      `A pass by score is impossible: ${plural(samples, 'sample')} cannot show that a metric moves by less than ${margin}, however good the judge.`,
      '  A leak that touches a few samples in a hundred may have missed all of these, so that seeing no change proves little.',
      `  At least ${whole(least)} samples are needed even without any noise${atNoise}.`,
    ]
  if (forecasts.some(({ pass }) => pass === 'not-at-this-noise'))
    return [
      `A pass by score is impossible at this noise: the judge's own changes of mind hide shifts of ${margin}.`,
      `  At least ${whole(least)} samples are needed even without any noise${atNoise}.`,
    ]
  const chance = Math.min(...forecasts.map(({ passChance }) => passChance))
  return [`A pass by score is possible: a check in which nothing leaks passes in ${percent(chance)} of invocations.`]
}

const remedies = (
  { remedies: found, samples, margin, repeats, ablatedRepeats }: Plan,
  forecasts: Forecasts,
): string[] => {
  if (found === null) return []
  const noRepeats = forecasts.some(({ pass }) => pass === 'impossible')
    ? 'asking again calms the judge, it does not add samples'
    : `those of each ablation (${ablatedRepeats}) are as noisy, and samples are too few`
  const { margin: wider, repeats: more } = found
  return [
    '',
    'What to change; any one of these would do, so that nine clean checks in ten pass:',
    `  samples   about ${whole(found.samples)} instead of ${whole(samples)}`,
    wider === null
      ? '  margin    none would do with so few samples'
      : `  margin    about ${wider.toFixed(2)} instead of ${margin} (smaller leaks may then stay unseen)`,
    more === null
      ? `  repeats   no number of unmodified ones would do: ${noRepeats}`
      : `  repeats   about ${more} unmodified ones instead of ${repeats}`,
    'None of this is needed for cells that the requests prove: they hold whatever the noise.',
  ]
}

/** The plan for a terminal, in plain words: its cost, what each metric's checks could show, what to change. */
export const planText = (plan: Plan): string => {
  const { samples, repeats, ablatedRepeats, margin, checks, noise, notes, metrics } = plan
  const forecasts = metrics.flatMap(({ forecast }) => (forecast === null ? [] : [forecast]))
  const [first, ...others] = forecasts
  const shown =
    first === undefined
      ? ['Nothing here is for scores to decide: no artifact is ablated that one of these metrics must ignore.']
      : [
          ...meaning(plan, [first, ...others]),
          '',
          ...conclusion(plan, [first, ...others]),
          ...remedies(plan, [first, ...others]),
        ]
  return `${[
    `Plan: ${plural(samples, 'sample')}, ${plural(repeats, 'unmodified repeat')} and ${ablatedRepeats} of each ablation, margin ${margin}, ${plural(checks, 'score check')}`,
    `Noise: ${noise.text}`,
    ...notes.map((note) => `  note: ${note}`),
    '',
    ...costs(plan),
    '',
    ...table(metrics),
    '',
    ...shown,
  ].join('\n')}\n`
}
