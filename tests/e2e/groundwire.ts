import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { type WiringReport, wiringReportSchema } from '../../src/check/report.js'

const BIN = resolve('dist/cli/bin.js')
const BUILT = resolve('dist/.tsbuildinfo')
const LOCK = resolve('node_modules/.groundwire-e2e-build.lock')

const modified = (path: string): number => {
  try {
    return statSync(path).mtimeMs
  } catch {
    return 0
  }
}

const isStale = (): boolean =>
  modified(BIN) === 0 ||
  readdirSync('src', { recursive: true, encoding: 'utf8' }).some(
    (name) => modified(join('src', name)) > modified(BUILT),
  )

/** Builds where `dist` is older than `src`; test files run side by side, so one of them does it and the others wait. */
const build = async (): Promise<void> => {
  while (isStale()) {
    try {
      mkdirSync(LOCK)
    } catch {
      if (Date.now() - modified(LOCK) > 100_000) rmSync(LOCK, { recursive: true, force: true })
      await sleep(200)
      continue
    }
    try {
      if (isStale()) execFileSync('npm', ['run', '-s', 'build'], { stdio: 'pipe' })
      // An incremental build that had nothing to write leaves the file as old as it was.
      utimesSync(BUILT, new Date(), new Date())
    } finally {
      rmSync(LOCK, { recursive: true, force: true })
    }
  }
}

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  /** Sees standard error as it grows, and can send signals. */
  readonly watch?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void
}

/** Runs a script with node as a person without a key would, and waits for its end. */
export const node = (
  script: string,
  args: readonly string[],
  { cwd = '.', input, env = {}, watch }: RunOptions = {},
): Promise<Ended> => {
  const { OPENAI_API_KEY: _, OPENAI_BASE_URL: __, OPENAI_MODEL: ___, ...inherited } = process.env
  const child = spawn(process.execPath, [resolve(script), ...args], {
    cwd: resolve(cwd),
    env: { ...inherited, NO_COLOR: '1', ...env },
  })
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
    watch?.(stderr, (signal) => child.kill(signal))
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input ?? '')
  return new Promise((done, fail) => {
    child.on('error', fail)
    child.on('close', (code) => done({ code, stdout, stderr }))
  })
}

export const groundwire = (args: readonly string[], options?: RunOptions): Promise<Ended> => node(BIN, args, options)

/** `groundwire gate`; for a config or a flag that is absent see {@link groundwire}. */
export const gate = (args: readonly string[], options?: RunOptions): Promise<Ended> =>
  groundwire(['gate', '--quiet', ...args], options)

/** `groundwire gate --json -`: the report, valid by its schema. */
export const gateReport = async (
  args: readonly string[],
  options?: RunOptions,
): Promise<Ended & { report: WiringReport }> => {
  const ended = await gate([...args, '--json', '-'], options)
  if (ended.stdout === '') throw new Error(`no report, exit code ${ended.code}: ${ended.stderr}`)
  return { ...ended, report: wiringReportSchema.parse(JSON.parse(ended.stdout)) }
}

export const readReport = (path: string): WiringReport =>
  wiringReportSchema.parse(JSON.parse(readFileSync(path, 'utf8')))

/** The outcome of every check, as `faithfulness × contexts collapses` → outcome. */
export const outcomes = ({ checks }: WiringReport): Record<string, string> =>
  Object.fromEntries(
    checks.map(({ metric, artifact, expectation, outcome }) => [
      `${metric} × ${artifact}${expectation === 'collapses' ? ' collapses' : ''}`,
      outcome,
    ]),
  )

/** How many checks have each outcome. */
export const tally = ({ checks }: WiringReport): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { outcome } of checks) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

/** Builds before the tests of a file, and gives them a folder that is removed afterwards. */
export const withBuild = (): { path: (name: string) => string; write: (name: string, content: string) => string } => {
  const folder = mkdtempSync(join(tmpdir(), 'groundwire-e2e-'))
  beforeAll(build)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  return {
    path,
    write: (name, content) => {
      writeFileSync(path(name), content)
      return path(name)
    },
  }
}
