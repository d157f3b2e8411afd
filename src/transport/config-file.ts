import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createJiti } from 'jiti'
import type { GroundwireConfig } from '../config.js'
import { InputError } from '../errors.js'

/** File names looked for when `--config` is not given, in this order. */
export const CONFIG_NAMES = [
  'groundwire.config.ts',
  'groundwire.config.mts',
  'groundwire.config.js',
  'groundwire.config.mjs',
]

/** The config file of a folder, or undefined. */
export const findConfig = (folder: string): string | undefined =>
  CONFIG_NAMES.map((name) => resolve(folder, name)).find((path) => existsSync(path))

/**
 * Imports a TypeScript or JavaScript module of the user's. `groundwire` itself resolves to this very package, so that a
 * config works wherever the command came from.
 * @throws {InputError} naming the file, when it is not there or fails to load
 */
export const importFile = async (path: string): Promise<unknown> => {
  const file = resolve(path)
  if (!existsSync(file)) throw new InputError(`${path}: no such file`)
  process.setSourceMapsEnabled(true)
  const jiti = createJiti(pathToFileURL(file).href, {
    alias: { groundwire: fileURLToPath(new URL('../index.js', import.meta.url)) },
    interopDefault: false,
    fsCache: false,
    sourceMaps: true,
  })
  try {
    return await jiti.import(file)
  } catch (cause) {
    if (cause instanceof InputError) throw cause
    const message =
      cause instanceof Error ? (cause.stack ?? cause.message).split('\n').slice(0, 4).join('\n') : String(cause)
    throw new InputError(`${path}: could not be loaded: ${message}`, { cause })
  }
}

export interface LoadedConfig {
  readonly path: string
  readonly folder: string
  readonly config: GroundwireConfig
}

/** Loads and checks a config file. @throws {InputError} naming the file and the field */
export const loadConfig = async (path: string): Promise<LoadedConfig> => {
  const module = (await importFile(path)) as { default?: unknown }
  const config = module.default as GroundwireConfig | undefined
  if (typeof config !== 'object' || config === null)
    throw new InputError(`${path}: no default export; write \`export default defineConfig({ metrics: … })\``)
  const { metrics, harness } = config
  if (metrics !== undefined && harness !== undefined)
    throw new InputError(`${path}: metrics and harness are both given; give the one that is to be checked`)
  if (harness !== undefined && typeof harness !== 'function')
    throw new InputError(`${path}: harness: expected a function that returns scores by name, got ${typeof harness}`)
  if (harness === undefined && typeof metrics !== 'object' && typeof metrics !== 'function')
    throw new InputError(
      `${path}: metrics: expected scorers by name, or a function that imports them, got ${typeof config.metrics}`,
    )
  return { path, folder: dirname(resolve(path)), config }
}
