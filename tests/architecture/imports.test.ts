import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { beforeAll, describe, expect, it } from 'vitest'

/**
 * Who may import whom. Each folder may import itself and what stands in its list; `root` are the modules directly in
 * `src` below the layers (errors, random), `config` is the type of a user's config file, `index` the public core.
 */
const BASE = ['root']
const SAMPLES = [...BASE, 'samples']
const JUDGE = [...SAMPLES, 'judge']
const METRICS = [...JUDGE, 'metrics']
const CHECK = [...METRICS, 'ablation', 'wire', 'statistics', 'check']
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  root: BASE,
  samples: SAMPLES,
  judge: JUDGE,
  metrics: METRICS,
  ablation: [...SAMPLES, 'ablation'],
  wire: [...SAMPLES, 'wire'],
  statistics: [...BASE, 'statistics'],
  check: CHECK,
  report: [...CHECK, 'report'],
  config: CHECK,
  index: [...CHECK, 'config'],
  transport: [...CHECK, 'config', 'transport'],
  vitest: [...CHECK, 'config', 'report', 'transport', 'vitest'],
  cli: [...CHECK, 'config', 'report', 'transport', 'cli'],
}

/** Only these folders do I/O or read the clock and the environment. */
const RIM = new Set(['transport', 'vitest', 'cli'])
/** Pure packages that the core may use. */
const PURE = new Set(['zod', 'csv-parse', 'diff', 'picocolors'])
/** Node modules without I/O. */
const PURE_NODE = new Set(['crypto'])

const layerOf = (path: string): string => {
  const [, first = '', second] = path.split('/')
  if (second !== undefined) return first
  const name = first.replace(/\.ts$/u, '')
  return name === 'index' || name === 'config' ? name : 'root'
}

const root = resolve(import.meta.dirname, '../..')
const onDisk = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
)

describe('imports', () => {
  let modules: ICruiseResult['modules']
  beforeAll(async () => {
    const { output } = await cruise(
      ['src'],
      { baseDir: root, tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
      undefined,
      { tsConfig: { options: {}, fileNames: [], errors: [] } },
    )
    modules = (output as ICruiseResult).modules.filter(({ source }) => source.startsWith('src/'))
  }, 60_000)

  it('are read from every module in src', () => {
    expect(modules.map(({ source }) => source.slice('src/'.length)).sort()).toEqual([...onDisk].sort())
    expect(modules.length).toBeGreaterThan(60)
    expect(modules.flatMap(({ dependencies }) => dependencies).length).toBeGreaterThan(modules.length)
  })

  it('point down the list of layers only', () => {
    const upward = modules.flatMap(({ source, dependencies }) =>
      dependencies
        .filter(({ resolved }) => resolved.startsWith('src/'))
        .filter(({ resolved }) => !MAY_IMPORT[layerOf(source)]?.includes(layerOf(resolved)))
        .map(({ resolved }) => `${source} → ${resolved}`),
    )
    expect(upward).toEqual([])
  })

  it('go in no circle', () => {
    const circular = modules.flatMap(({ source, dependencies }) =>
      dependencies.filter(({ circular }) => circular).map(({ resolved }) => `${source} → ${resolved}`),
    )
    expect(circular).toEqual([])
  })

  it('of the core reach no I/O, and only pure packages', () => {
    const impure = modules
      .filter(({ source }) => !RIM.has(layerOf(source)))
      .flatMap(({ source, dependencies }) =>
        dependencies
          .filter(({ resolved }) => !resolved.startsWith('src/'))
          .filter(({ module }) => {
            const name = module.replace(/^node:/u, '')
            const pack = name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split('/')[0] as string)
            return !PURE.has(pack) && !PURE_NODE.has(name)
          })
          .map(({ module }) => `${source} → ${module}`),
      )
    expect(impure).toEqual([])
  })
})

describe('the core', () => {
  const impure = /\bprocess\.|\bDate\b|\bMath\.random\b|\bperformance\b|\bfetch\(|\bsetTimeout\b/u

  it('reads no clock, no environment and no unseeded chance', async () => {
    const { readFileSync } = await import('node:fs')
    const found = onDisk
      .filter((name) => !RIM.has(layerOf(`src/${name}`)))
      .flatMap((name) =>
        readFileSync(resolve(root, 'src', name), 'utf8')
          .split('\n')
          .map((line, index) => ({ place: `src/${name}:${index + 1}`, line: line.replace(/\/\/.*|^\s*\*.*/u, '') }))
          .filter(({ line }) => impure.test(line))
          .map(({ place, line }) => `${place}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
})
