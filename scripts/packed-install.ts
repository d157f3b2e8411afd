/**
 * Packs the package, installs the tarball in an empty folder, imports it, compiles against its types and runs the binary.
 * Run: npm run test:package (needs the network for the package's own dependencies)
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'groundwire-packed-'))

const run = (command: string, args: readonly string[], cwd = folder): string => {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  }
}

const expect = (what: string, holds: boolean) => {
  if (!holds) throw new Error(`packed package: ${what}: does not hold`)
  console.log(`ok  ${what}`)
}

try {
  console.log(run('npx', ['publint', '--strict'], root).trim())
  console.log(run('npx', ['attw', '--pack', '.', '--profile', 'esm-only'], root).trim())
  run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], root)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  const listed = run('tar', ['-tzf', tarball])
  expect('the tarball holds no test, source or shared data', !/package\/(?:tests|src|examples|bench)\//u.test(listed))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'user', private: true, type: 'module' }))
  run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`])

  writeFileSync(
    join(folder, 'use.mjs'),
    "import { faithfulness, REFERENCE_METRICS } from 'groundwire'\nconsole.log(faithfulness.receives.join(), REFERENCE_METRICS.length)\n",
  )
  expect('it imports', run('node', ['use.mjs']).trim() === 'answer,contexts 5')

  writeFileSync(
    join(folder, 'use.ts'),
    "import { defineConfig, ratio } from 'groundwire'\nexport default defineConfig({ metrics: { tone: { over: ratio(['answer'], ['answer']), score: (sample) => sample.answer.length > 0 } } })\n",
  )
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        noEmit: true,
        strict: true,
        module: 'nodenext',
        target: 'es2022',
        types: [],
        skipLibCheck: true,
      },
      files: ['use.ts'],
    }),
  )
  run('node', [tsc, '-p', '.'])
  expect('its types compile', true)

  const report = JSON.parse(run('npx', ['groundwire', 'gate', '--limit', '6', '--quiet', '--json', '-']))
  expect('its binary runs the gate', report.exitCode === 0 && report.summary.startsWith('all 21 checks hold'))
  expect('its binary prints help', run('npx', ['groundwire', 'gate', '--help']).includes('Examples:'))

  writeFileSync(
    join(folder, 'groundwire.config.ts'),
    "import { defineConfig, faithfulness } from 'groundwire'\nexport default defineConfig({ metrics: { faithfulness } })\n",
  )
  const own = JSON.parse(run('npx', ['groundwire', 'gate', '--limit', '6', '--quiet', '--json', '-']))
  expect('it finds a config in the folder', own.spec.metrics.length === 1 && own.exitCode === 0)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
