/**
 * Weakens the types in five ways, one at a time, in a copy of the sources, and shows that the type tests fail each time.
 * Run: npm run types:weakened
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

interface Weakening {
  readonly what: string
  readonly file: string
  readonly from: string
  readonly to: string
}

const WEAKENINGS: readonly Weakening[] = [
  {
    what: 'a projection shows every artifact',
    file: 'src/samples/projection.ts',
    from: '{ [K in A]: K extends',
    to: '{ [K in Artifact | "id"]: K extends',
  },
  {
    what: 'a term may be empty',
    file: 'src/metrics/ratio.ts',
    from: 'readonly [T, ...T[]]',
    to: 'readonly T[]',
  },
  {
    what: 'any string is an artifact',
    file: 'src/metrics/ratio.ts',
    from: 'readonly artifacts: NonEmpty<A>',
    to: 'readonly artifacts: NonEmpty<A | (string & {})>',
  },
  {
    what: "a counting metric's denominator sees the evidence",
    file: 'src/metrics/define-metric.ts',
    from: 'view: Projection<D>,',
    to: 'view: Projection<D | E>,',
  },
  {
    what: 'a template may ask for anything',
    file: 'src/judge/template.ts',
    from: '[Placeholders<T>] extends [Name]',
    to: '[Placeholders<T>] extends [string]',
  },
]

const root = resolve(import.meta.dirname, '..')
const copy = mkdtempSync(join(tmpdir(), 'groundwire-types-'))
for (const entry of ['src', 'tests/types', 'package.json', 'tsconfig.json'])
  cpSync(join(root, entry), join(copy, entry), { recursive: true })
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const typeTests = () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', 'tests/types'], { cwd: copy, encoding: 'utf8' })
  return { holds: status === 0, errors: stdout.split('\n').filter((line) => line.includes('error TS')) }
}

let survived = 0
try {
  const untouched = typeTests()
  console.log(`${untouched.holds ? 'pass' : 'FAIL'}  types as they are`)
  if (!untouched.holds) {
    console.log(untouched.errors.join('\n'))
    survived += 1
  }
  for (const { what, file, from, to } of WEAKENINGS) {
    const path = join(copy, file)
    const source = readFileSync(path, 'utf8')
    if (!source.includes(from))
      throw new Error(`${file} no longer holds \`${from}\`; bring scripts/weaken-types.ts up to date`)
    writeFileSync(path, source.replaceAll(from, to))
    const { holds, errors } = typeTests()
    const caught = errors.filter((line) => line.startsWith('tests/types/'))
    if (holds || caught.length === 0) survived += 1
    console.log(`${holds || caught.length === 0 ? 'SURVIVED' : 'caught'}  ${what}: ${caught.length} type tests fail`)
    writeFileSync(path, source)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
console.log(survived === 0 ? '5 of 5 weakenings are caught by the type tests' : `${survived} not as they should be`)
process.exitCode = survived === 0 ? 0 : 1
