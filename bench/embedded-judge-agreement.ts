/**
 * How well the embedded judge agrees with people, and what it makes of real samples. Chooses the threshold of support on
 * the first half of the clear cases and prints both halves. Run: `npx jiti bench/embedded-judge-agreement.ts`
 */
import { performance } from 'node:perf_hooks'
import { SUPPORT_THRESHOLD } from '../src/transport/embedded/judgement.js'
import { embeddedReply } from '../src/transport/embedded/reply.js'
import {
  auc,
  aucOf,
  bestThreshold,
  clearHalves,
  coverages,
  DATA,
  hasData,
  mean,
  meanCoverage,
  type Row,
  readRows,
  shareAbove,
  swapped,
} from './labelled-halves.js'

if (!hasData()) {
  console.error(`no labelled.jsonl in ${DATA}: set GROUNDWIRE_DATA to the folder that holds it`)
  process.exit(2)
}

const three = (value: number) => value.toFixed(3)
const supported = shareAbove(SUPPORT_THRESHOLD)

/** Mean share of supported units over the rows whose answer has any. */
const meanSupported = (rows: readonly Row[], evidence: (row: Row, index: number) => readonly string[]): number =>
  mean(
    rows
      .map((row, index) => coverages(row, evidence(row, index)))
      .filter((values) => values.length > 0)
      .map(supported),
  )

const labelled = readRows('labelled.jsonl')
const halves = clearHalves(labelled)
const chosen = bestThreshold(halves[0])
console.log(`threshold: ${chosen} chosen on the first half, ${SUPPORT_THRESHOLD} in use`)
halves.forEach((cases, half) => {
  const faithful = cases.filter((one) => one.faithful).length
  console.log(
    `${half === 0 ? 'first ' : 'second'} half: ${faithful} faithful, ${cases.length - faithful} not; ` +
      `AUC of mean coverage ${three(aucOf(cases, meanCoverage))}, of the share supported ${three(aucOf(cases, supported))}`,
  )
})

const begin = labelled.filter((row) => row.id.startsWith('begin'))
const attributed = (yes: boolean) =>
  begin.filter((row) => (row.labels.raw === 'Fully attributable') === yes).map((row) => meanCoverage(coverages(row)))
const [full, other] = [attributed(true), attributed(false)]
console.log(`BEGIN: ${full.length} attributable, ${other.length} not; AUC of mean coverage ${three(auc(full, other))}`)

const show = (name: string, rows: readonly Row[]) =>
  console.log(
    `${name}: ${rows.length} rows; mean share supported ` +
      `own ${three(meanSupported(rows, (row) => row.contexts))}, ` +
      `blanked ${three(meanSupported(rows, () => []))}, ` +
      `swapped ${three(meanSupported(rows, (_, index) => swapped(rows, index)))}, ` +
      `own and reference ${three(meanSupported(rows, (row) => [...row.contexts, row.ground_truth ?? '']))}`,
  )
const multilingual = readRows('multilingual.jsonl')
for (const lang of new Set(multilingual.map((row) => row.lang)))
  show(
    lang ?? '?',
    multilingual.filter((row) => row.lang === lang),
  )
const real = readRows('real.jsonl')
show('real', real)

const quoted = (text: string) => text.replace(/^/gmu, '> ')
const row = real.find(({ contexts }) => contexts.join('').length > 4000)
if (row !== undefined) {
  const units = real.slice(0, 6).map(({ question }, index) => `${index + 1}. > ${question}`)
  const sections = row.contexts.map((text, index) => `CONTEXT ${index + 1}\n${quoted(text)}`)
  const text = `TASK: for each CLAIM of the ANSWER, decide whether it is supported by the CONTEXT.\n\n${[...sections, `CLAIMS\n${units.join('\n')}`].join('\n\n')}`
  const ask = () => embeddedReply([{ role: 'user', text }], { type: 'object' }, () => 0.5)
  for (let warm = 0; warm < 50; warm++) ask()
  const start = performance.now()
  for (let turn = 0; turn < 200; turn++) ask()
  const bytes = row.contexts.join('').length
  console.log(
    `one judgement of 6 units against ${bytes} characters, cached: ${three((performance.now() - start) / 200)} ms`,
  )
}
