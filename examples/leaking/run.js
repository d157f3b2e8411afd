/**
 * Points the gate at the uniform harness twice: with only the reference leaking into faithfulness, so that its inflation
 * stands alone, then with the whole sample in every prompt. Further arguments go to the second run.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(path, import.meta.url))

const gate = (title, config, args) => {
  process.stdout.write(`\n${title}\n\n`)
  const { status } = spawnSync(
    process.execPath,
    [at('../../dist/cli/bin.js'), 'gate', '--config', at(config), ...args],
    { stdio: 'inherit' },
  )
  return status ?? 3
}

const alone = gate(
  'Only the reference leaks, into faithfulness: its inflation by itself',
  'ground-truth-only.config.ts',
  [],
)
const whole = gate('Every metric is handed the whole sample', 'groundwire.config.ts', process.argv.slice(2))
process.exitCode = whole === 0 ? alone : whole
