import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { InputError } from '../../../src/errors.js'
import { CONFIG_NAMES, findConfig, importFile, loadConfig } from '../../../src/transport/config-file.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundwire-'))
})
afterEach(() => rm(folder, { recursive: true }))

const written = async (name: string, text: string) => {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}
const refusal = async (path: string) => {
  const error = await loadConfig(path).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(InputError)
  return (error as InputError).message
}

describe('a config', () => {
  it('is found by its name, TypeScript first', async () => {
    expect(findConfig(folder)).toBeUndefined()
    for (const name of CONFIG_NAMES.toReversed()) {
      await written(name, '')
      expect(findConfig(folder)).toBe(join(folder, name))
    }
    expect(CONFIG_NAMES[0]).toBe('groundwire.config.ts')
  })

  it('is loaded from TypeScript, with its folder', async () => {
    const path = await written(
      'groundwire.config.ts',
      `const samples: string = './s.jsonl'
       export default { samples, seed: 3, metrics: { faithfulness: (): number => 1 } }`,
    )
    const loaded = await loadConfig(path)
    expect(loaded).toMatchObject({ path, folder, config: { samples: './s.jsonl', seed: 3 } })
    expect((loaded.config.metrics as { faithfulness: () => number }).faithfulness()).toBe(1)
  })

  it('imports what stands beside it, when asked for the metrics', async () => {
    await mkdir(join(folder, 'src'))
    await written('src/metrics.ts', 'export const faithfulness = (): number => 0.5')
    const path = await written('groundwire.config.mts', "export default { metrics: () => import('./src/metrics.js') }")
    const { metrics } = (await loadConfig(path)).config
    const module = (await (metrics as () => Promise<object>)()) as { faithfulness: () => number }
    expect(module.faithfulness()).toBe(0.5)
  })

  it.each([
    ['has no default export', 'export const metrics = {}', 'no default export'],
    ['exports null', 'export default null', 'no default export'],
    ['names no metrics', 'export default { samples: "x" }', 'metrics: expected scorers by name'],
    ['has metrics of another type', 'export default { metrics: "x" }', 'got string'],
  ])('that %s is refused, naming file and field', async (_, text, words) => {
    const path = await written('groundwire.config.ts', text)
    const message = await refusal(path)
    expect(message).toContain(path)
    expect(message).toContain(words)
  })

  it('that is not there is refused', async () => {
    expect(await refusal(join(folder, 'none.ts'))).toContain('none.ts: no such file')
  })

  it.each([
    ['does not parse', 'export default {'],
    ['throws', 'throw new Error("boom")'],
    ['imports what is not there', "import './missing.js'\nexport default {}"],
  ])('that %s is refused with the cause', async (_, text) => {
    const path = await written('groundwire.config.ts', text)
    expect(await refusal(path)).toContain(`${path}: could not be loaded`)
  })

  it('that throws an error of groundwire keeps it', async () => {
    const path = await written(
      'throws.ts',
      `const error = new Error('metrics.x: what does it range over?')
       throw error`,
    )
    await expect(importFile(path)).rejects.toThrow('metrics.x: what does it range over?')
  })
})
