/**
 * The statistics of score checks, simulated with the functions that the gate uses: how often a clean gate of ten checks
 * raises an alarm, how often leaks are found, how often a clean metric or a leaking one is called invariant.
 * Run: npm run bench:statistics -- [--json] [--scale 0.1] [--seed 1] [--judge "zero noise"]: the whole table, half an hour
 *      and more on one core; --scale multiplies the number of runs
 *      npm run bench:statistics -- --ci: the part that tests run, each figure against its bound; exits 1 where one breaks
 *      npm run bench:statistics -- --without [min-max] [holm] [floor] [interleaving]: shows that each part of the method
 *      is needed; without it a bound of that part breaks. Exits 1 where none does.
 *
 * Sources: p-values of relabelling (b + 1)/(m + 1), Phipson & Smyth 2010; equivalence (TOST), Schuirmann 1987, Lakens 2017;
 * all checks must be invariant (intersection–union), Berger & Hsu 1996; Holm 1979; samples as the unit of pairing, Miller
 * 2024 (arXiv 2411.00640).
 */
import { parseArgs } from 'node:util'
import { BOUNDED_CELLS, holdAgainst, type Verdict } from './statistics/bounds.js'
import type { Cell } from './statistics/cell.js'
import { JUDGES } from './statistics/judge-model.js'
import { percent, showRate } from './statistics/rates.js'
import { measureTable, showTable } from './statistics/table.js'
import { CHANGES, firstBroken } from './statistics/without.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    ci: { type: 'boolean', default: false },
    without: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    judge: { type: 'string' },
  },
})

const describe = ({ judge, n, leak, order, declared = order }: Cell): string =>
  [
    `${judge}, n = ${n}`,
    ...(leak === undefined ? [] : [`leak of ${leak.size.toFixed(2)} (${leak.form})`]),
    ...(order === 'apart' ? [declared === 'apart' ? 'collected apart' : 'collected apart, declared interleaved'] : []),
  ].join(', ')

const figure = ({ cell, claim, rate, side, limit }: Verdict): string =>
  `${claim} ${showRate(rate)} %, ${side} ${percent(limit)} % (${describe(cell)}, ${rate.runs} runs)`

const show = (data: unknown, text: string): void => console.log(values.json ? JSON.stringify(data, null, 2) : text)

const runBounds = (): void => {
  const verdicts = BOUNDED_CELLS.flatMap((bounded) => {
    console.error(describe(bounded.cell))
    return holdAgainst(bounded)
  })
  show(verdicts, verdicts.map((verdict) => `${verdict.holds ? 'ok  ' : 'FAIL'} ${figure(verdict)}`).join('\n'))
  process.exitCode = verdicts.every(({ holds }) => holds) ? 0 : 1
}

const isChange = (name: string): name is keyof typeof CHANGES => Object.hasOwn(CHANGES, name)

const runWithout = (): void => {
  const names = Object.keys(CHANGES).filter(isChange)
  const unknown = positionals.find((name) => !isChange(name))
  if (unknown !== undefined) {
    console.error(`--without knows ${names.join(', ')}, not "${unknown}".`)
    process.exitCode = 2
    return
  }
  const broken = names
    .filter((name) => positionals.length === 0 || positionals.includes(name))
    .map((name) => {
      console.error(CHANGES[name].words)
      return { without: name, words: CHANGES[name].words, broken: firstBroken(CHANGES[name]) }
    })
  const line = ({ without, words, broken: verdict }: (typeof broken)[number]): string =>
    verdict === null
      ? `HOLDS  ${without}: ${words}: no bound breaks`
      : `breaks ${without}: ${words}: ${figure(verdict)}`
  show(broken, broken.map(line).join('\n'))
  process.exitCode = broken.every(({ broken: verdict }) => verdict !== null) ? 0 : 1
}

const runTable = (): void => {
  const scale = Number(values.scale)
  const seed = Number(values.seed)
  if (!(scale > 0) || !Number.isInteger(seed) || (values.judge !== undefined && !Object.hasOwn(JUDGES, values.judge))) {
    console.error(`--scale is above 0, --seed is whole, --judge is one of: ${Object.keys(JUDGES).join(', ')}.`)
    process.exitCode = 2
    return
  }
  const measured = measureTable({
    scale,
    seed,
    judge: values.judge,
    onCell: (cell, done, all) => console.error(`${done + 1}/${all} ${describe(cell)}, ${cell.runs} runs`),
  })
  show(measured, showTable(measured))
}

if (values.without) runWithout()
else if (values.ci) runBounds()
else runTable()
