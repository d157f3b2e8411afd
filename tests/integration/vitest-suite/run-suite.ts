import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const HERE = import.meta.dirname
const ROOT = resolve(HERE, '../../..')
const VITEST = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs')
/** What users put into `setupFiles` as `groundwire/vitest/setup`. */
export const GROUNDWIRE = fileURLToPath(new URL('../../../src/vitest/setup.ts', import.meta.url))

export interface SuiteResult {
  /** Messages of failed tests by full name; passed and skipped ones are absent. */
  readonly failed: Readonly<Record<string, string>>
  readonly passed: readonly string[]
  /** What vitest printed, for when nothing ran at all. */
  readonly output: string
}

interface JsonReport {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

/**
 * Runs a suite as its user would: in a vitest of its own, with setup files in the order given.
 * @param suite file name in `suites`, without its ending
 * @param options of vitest's `test` section
 * @throws where vitest takes longer than `seconds`: something hangs
 */
export const runSuite = async (
  suite: string,
  setup: readonly string[],
  { seconds = 170, ...options }: { readonly seconds?: number; readonly [option: string]: unknown } = {},
): Promise<SuiteResult> => {
  const folder = await mkdtemp(join(HERE, '.run-'))
  const report = join(folder, 'report.json')
  const config = join(folder, 'vitest.config.js')
  const test = {
    include: [`tests/integration/vitest-suite/suites/${suite}.suite.ts`],
    setupFiles: setup.map((name) => (name === GROUNDWIRE ? name : join(HERE, 'suites', name))),
    reporters: [['json', { outputFile: report }]],
    // They share the machine with other suites.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    ...options,
  }
  try {
    await writeFile(config, `export default ${JSON.stringify({ root: pathToFileURL(ROOT).pathname, test })}\n`)
    const output = await new Promise<string>((done, fail) =>
      execFile(
        process.execPath,
        [VITEST, 'run', '--config', config],
        { cwd: ROOT, timeout: seconds * 1000, killSignal: 'SIGKILL', env: { ...process.env, CI: 'true' } },
        (error, stdout, stderr) =>
          error?.killed ? fail(new Error(`${suite} hangs: ${stdout}${stderr}`)) : done(`${stdout}${stderr}`),
      ),
    )
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as JsonReport
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const broken = testResults.filter(({ message }) => message !== '').map(({ message }) => ['file', message] as const)
    const failed = tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages = [] }) => [fullName, failureMessages.join('\n')] as const)
    return {
      failed: Object.fromEntries([...broken, ...failed]),
      passed: tests.filter(({ status }) => status === 'passed').map(({ fullName }) => fullName),
      output,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
