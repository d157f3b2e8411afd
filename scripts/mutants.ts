/**
 * Shows that the request proof catches mis-wired harnesses and leaves wired ones alone, and what each of its mechanisms
 * is for.
 * Run: npm run mutants                 one line a harness; with words behind it, only those whose title holds them
 *      npm run mutants -- --without    what turns red when one mechanism is left out; with a name behind it, only that one
 */
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { MECHANISMS, type Mechanism } from '../src/check/mechanisms.js'
import { MIS_WIRED, WIRED } from '../tests/wiring/mutants/index.js'
import { type MutantResult, runMutant } from '../tests/wiring/run-mutant.js'

type LeftOut = Mechanism | 'guard' | 'nothing'

interface Share {
  readonly without: LeftOut
  readonly part: number
  readonly of: number
  readonly only: string
}

const MARK = '\nmutants: '
const ALL = [...MIS_WIRED, ...WIRED]
const ODD = new Set(WIRED.map(({ title }) => title))

/** In a process of its own, since requests are watched but once in one: every `of`-th harness. */
const runShare = async ({ without, part, of, only }: Share): Promise<MutantResult[]> => {
  const { intercept } = await import('../src/transport/interception.js')
  const watched = await intercept({ guard: without !== 'guard' })
  const results: MutantResult[] = []
  const leftOut = new Set(without === 'guard' || without === 'nothing' ? [] : [without])
  for (const [index, mutant] of ALL.entries())
    if (index % of === part && mutant.title.includes(only)) results.push(await runMutant(mutant, watched, leftOut))
  watched.close()
  return results
}

const jiti = fileURLToPath(new URL('../node_modules/jiti/lib/jiti-cli.mjs', import.meta.url))

const startShare = (share: Share): Promise<MutantResult[]> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [jiti, fileURLToPath(import.meta.url), '--share', JSON.stringify(share)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let out = ''
    child.stdout.on('data', (data) => {
      out += data
    })
    child.on('error', reject)
    child.on('close', (code) => {
      const json = out.split(MARK)[1]
      if (json === undefined) reject(new Error(`the share ${JSON.stringify(share)} ended with ${code}:\n${out}`))
      else resolve(JSON.parse(json))
    })
  })

const CORES = availableParallelism()
const limit = pLimit(CORES)

const table = (without: LeftOut, only: string): Promise<MutantResult[]> =>
  Promise.all(
    Array.from({ length: CORES }, (_, part) => limit(() => startShare({ without, part, of: CORES, only }))),
  ).then((shares) => {
    const results = new Map(shares.flat().map((result) => [result.title, result]))
    return ALL.flatMap(({ title }) => results.get(title) ?? [])
  })

const inWords = ({ found }: MutantResult) => {
  const words = found.map(({ metric, artifact, outcome, kind }) => `${metric} × ${artifact} ${kind ?? ''} ${outcome}`)
  const more = words.length > 2 ? ` and ${words.length - 2} more` : ''
  return words.length === 0 ? 'nothing flagged' : `${words.slice(0, 2).join(', ')}${more}`.replaceAll('  ', ' ')
}

const line = (result: MutantResult, width: number) => {
  const { title, faults, seconds } = result
  const said = faults.length === 0 ? inWords(result) : faults.join('; ')
  return `${faults.length === 0 ? '✓' : '✗'} ${title.padEnd(width)}  ${seconds.toFixed(1).padStart(4)} s  ${said}`
}

const showTable = async (only: string): Promise<boolean> => {
  const started = performance.now()
  const results = await table('nothing', only)
  const width = Math.max(...results.map(({ title }) => title.length))
  for (const [heading, odd] of [
    ['Mis-wired: a harness that …', false],
    ['Wired, in an odd shape: a harness that …', true],
  ] as const) {
    console.log(`\n${heading}`)
    for (const result of results) if (ODD.has(result.title) === odd) console.log(`  ${line(result, width)}`)
  }
  const wrong = results.filter(({ faults }) => faults.length > 0).length
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`\n${results.length - wrong} of ${results.length} as expected, in ${seconds} s`)
  return wrong === 0
}

const SHOWN = 3

const showWithout = async (name: string): Promise<boolean> => {
  const all = [...MECHANISMS, 'guard'] as const
  const chosen = all.filter((mechanism) => name === '' || mechanism === name)
  if (chosen.length === 0) throw new Error(`no mechanism is called ${name}; they are ${all.join(', ')}`)
  const red = (results: readonly MutantResult[]) => results.filter(({ faults }) => faults.length > 0)
  const already = new Set(red(await table('nothing', '')).map(({ title }) => title))
  let idle = 0
  for (const mechanism of chosen) {
    const turned = red(await table(mechanism, '')).filter(({ title }) => !already.has(title))
    if (turned.length === 0) idle += 1
    console.log(`\nwithout ${mechanism}: ${turned.length} turn red`)
    for (const { title, faults } of turned.slice(0, SHOWN)) console.log(`  ✗ ${title}: ${faults[0]}`)
    if (turned.length > SHOWN) console.log(`  … ${turned.length - SHOWN} more`)
  }
  console.log(idle === 0 ? '\nevery mechanism finds something' : `\n${idle} mechanisms find nothing`)
  return idle === 0
}

const [flag, ...words] = process.argv.slice(2)
if (flag === '--share') console.log(`${MARK}${JSON.stringify(await runShare(JSON.parse(words[0] ?? '')))}`)
else {
  const good =
    flag === '--without' ? await showWithout(words.join(' ')) : await showTable([flag ?? '', ...words].join(' ').trim())
  if (!good) process.exitCode = 1
}
