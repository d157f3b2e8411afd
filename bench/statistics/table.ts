import { type Cell, type CellRates, MARGINS, measureCell } from './cell.js'
import type { LeakForm } from './judge-model.js'
import { type Rate, showRate } from './rates.js'

const SIZES = [0.02, 0.03, 0.1, 0.16] as const
const FLIPS = '10 % verdict flips'

/** Runs of a clean cell and of a leaking one, by number of samples: large gates cost more and vary less. */
const RUNS: Readonly<Record<number, readonly [clean: number, leaking: number]>> = {
  12: [2000, 400],
  50: [1000, 300],
  100: [500, 200],
  400: [120, 60],
}

type Setting = Pick<Cell, 'judge' | 'n' | 'order'>

const JUDGED: readonly Cell['judge'][] = ['zero noise', FLIPS, 're-extracted claims', 'drifting flips']
const SETTINGS: readonly Setting[] = [
  ...JUDGED.flatMap((judge) => [12, 50, 100, 400].map((n) => ({ judge, n }))),
  { judge: 'drifting flips', n: 50, order: 'apart' },
  { judge: 'drifting flips', n: 100, order: 'apart' },
]

/** Leaks exactly at the margin: by judge, samples, margin and form. */
const AT_MARGIN: readonly (readonly [Cell['judge'], number, number, LeakForm, number])[] = [
  ['zero noise', 14, 0.1, 'whole', 2000],
  ['zero noise', 29, 0.05, 'whole', 2000],
  ['zero noise', 74, 0.02, 'whole', 1000],
  ['zero noise', 50, 0.1, 'claims', 500],
  [FLIPS, 50, 0.1, 'claims', 500],
  [FLIPS, 50, 0.05, 'claims', 500],
  [FLIPS, 50, 0.05, 'spread', 500],
  [FLIPS, 50, 0.05, 'whole', 500],
  [FLIPS, 100, 0.05, 'claims', 300],
  [FLIPS, 100, 0.02, 'claims', 300],
  [FLIPS, 400, 0.02, 'claims', 60],
  [FLIPS, 30, 0.1, 'whole', 600],
  [FLIPS, 100, 0.05, 'whole', 300],
  [FLIPS, 400, 0.02, 'whole', 60],
  ['re-extracted claims', 50, 0.05, 'claims', 200],
  ['drifting flips', 50, 0.05, 'claims', 300],
]

/** Leaks of one size in three forms. */
const FORMS: readonly LeakForm[] = ['claims', 'spread', 'whole']
const BY_FORM: readonly (readonly [number, number])[] = [
  [12, 0.1],
  [12, 0.16],
  [50, 0.03],
]

export interface TableOptions {
  /** Multiplies the number of runs; default 1. */
  readonly scale: number
  readonly seed: number
  /** Only rows of this judge. */
  readonly judge?: string | undefined
  /** Called before each cell. */
  readonly onCell: (cell: Cell, done: number, all: number) => void
}

/** One measured cell. */
export interface Measured {
  readonly part: 'clean' | 'power' | 'form' | 'margin'
  readonly cell: Cell
  readonly rates: CellRates
}

const plan = ({ scale, judge: only }: TableOptions): Pick<Measured, 'part' | 'cell'>[] => {
  const runsOf = (runs: number) => Math.max(2, Math.round(runs * scale))
  const cells: Pick<Measured, 'part' | 'cell'>[] = []
  for (const setting of SETTINGS) {
    const [clean, leaking] = RUNS[setting.n]!
    cells.push({ part: 'clean', cell: { ...setting, runs: runsOf(clean) } })
    for (const size of SIZES) {
      cells.push({ part: 'power', cell: { ...setting, runs: runsOf(leaking), leak: { size, form: 'claims' } } })
    }
  }
  for (const [n, size] of BY_FORM) {
    for (const form of FORMS) {
      cells.push({ part: 'form', cell: { judge: FLIPS, n, runs: runsOf(800), leak: { size, form } } })
    }
  }
  for (const [judge, n, size, form, runs] of AT_MARGIN) {
    cells.push({ part: 'margin', cell: { judge, n, runs: runsOf(runs), leak: { size, form }, leaking: 5 } })
  }
  return cells.filter(({ cell }) => only === undefined || cell.judge === only)
}

/** Measures every cell of the table. */
export const measureTable = (options: TableOptions): Measured[] => {
  const cells = plan(options)
  return cells.map(({ part, cell }, index) => {
    options.onCell(cell, index, cells.length)
    return { part, cell, rates: measureCell(cell, { seed: options.seed }) }
  })
}

const row = (entries: readonly string[]): string => `| ${entries.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')

const name = ({ judge, order }: Cell): string => (order === 'apart' ? `${judge}, apart and declared so` : judge)
const margins = (rates: Readonly<Record<string, Rate>>): string[] =>
  MARGINS.map((margin) => showRate(rates[margin.toFixed(2)]!))

/** The table in Markdown: percent, each with its Monte Carlo standard error. */
export const showTable = (measured: readonly Measured[]): string => {
  const of = (part: Measured['part']) => measured.filter((one) => one.part === part)
  const alike = (one: Cell, other: Cell) => one.judge === other.judge && one.n === other.n && one.order === other.order
  const main = of('clean').map(({ cell, rates }) => [
    name(cell),
    String(cell.n),
    showRate(rates.falseAlarms),
    ...of('power')
      .filter((power) => alike(power.cell, cell))
      .map((power) => showRate(power.rates.found!)),
    ...margins(rates.cleanInvariant),
  ])
  const forms = of('form').map(({ cell, rates }) => [
    String(cell.n),
    cell.leak!.size.toFixed(2),
    cell.leak!.form,
    showRate(rates.found!),
  ])
  const atMargin = of('margin').map(({ cell, rates }) => [
    cell.judge,
    String(cell.n),
    cell.leak!.size.toFixed(2),
    cell.leak!.form,
    showRate(rates.leakInvariant![cell.leak!.size.toFixed(2)]!),
  ])
  const parts: readonly (readonly [string, readonly string[], readonly (readonly string[])[]])[] = [
    [
      'Percent ± Monte Carlo standard error; R = 5, Q = 3, ten checks, Holm.',
      [
        'judge',
        'n',
        'whole-gate false alarms',
        ...SIZES.map((size) => `leak ${size.toFixed(2)} found`),
        ...MARGINS.map((margin) => `clean invariant at ${margin.toFixed(2)}`),
      ],
      main,
    ],
    [`Leaks found at ${FLIPS}, by what the leak takes hold of:`, ['n', 'leak', 'form', 'found'], forms],
    [
      'A leak exactly at the margin, called invariant (nominal 5 %; more where a leak takes few samples whole, which skews d):',
      ['judge', 'n', 'margin', 'form', 'called invariant'],
      atMargin,
    ],
  ]
  return parts
    .filter(([, , rows]) => rows.length > 0)
    .map(([title, head, rows]) => `${title}\n\n${table(head, rows)}`)
    .join('\n\n')
}
