import { describe, expect, it } from 'vitest'
import { gate, groundwire, withBuild } from './groundwire.js'

const files = withBuild()

describe('help', () => {
  it('of the gate shows examples, every exit code and exits 0', async () => {
    const { code, stdout, stderr } = await groundwire(['gate', '--help'])
    expect(stdout).toContain('$ groundwire gate --samples eval.jsonl --limit 50')
    for (const flag of ['--samples', '--metrics', '--ablate', '--limit', '--repeats', '--margin', '--seed', '--judge'])
      expect(stdout).toContain(flag)
    for (const flag of ['--model', '--base-url', '--concurrency', '--json', '--config', '--no-scores', '--format'])
      expect(stdout).toContain(flag)
    for (const exit of ['0 ', '1 ', '2 ', '3 ', '4 ']) expect(stdout.split('Exit codes')[1]).toContain(exit)
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it('of the command names the gate; --version says the version', async () => {
    expect((await groundwire(['--help'])).stdout).toContain('gate')
    expect(await groundwire(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/u),
    })
  })
})

/** Arguments, and what standard error must name. */
const REFUSED: [string, string[], RegExp[]][] = [
  ['no command', [], [/gate/u]],
  ['an unknown command', ['gait'], [/gait/u]],
  ['an unknown flag', ['gate', '--sample', 'x.jsonl'], [/--sample\b/u, /--samples/u]],
  ['an argument too many', ['gate', 'eval.jsonl'], [/argument/u]],
  ['a limit of nothing', ['gate', '--limit', '0'], [/--limit/u, /at least 1/u]],
  ['a limit that is no number', ['gate', '--limit', 'ten'], [/--limit/u]],
  ['a limit without a value', ['gate', '--limit'], [/--limit/u]],
  ['a negative seed', ['gate', '--seed', '-1'], [/--seed/u]],
  ['a seed with a fraction', ['gate', '--seed', '1.5'], [/--seed/u]],
  ['no repeats', ['gate', '--repeats', '0'], [/--repeats/u]],
  ['a margin of 0', ['gate', '--margin', '0'], [/--margin/u, /0\.05/u]],
  ['a margin above the scale', ['gate', '--margin', '5'], [/--margin/u]],
  ['no concurrency', ['gate', '--concurrency', '0'], [/--concurrency/u]],
  ['an unknown artifact', ['gate', '--ablate', 'context'], [/--ablate/u, /context/u, /ground_truth/u]],
  ['an unknown judge', ['gate', '--judge', 'gpt'], [/--judge/u, /embedded/u]],
  ['an unknown format', ['gate', '--format', 'excel'], [/--format/u, /evalite/u]],
  ['a samples file that is not there', ['gate', '--samples', 'nowhere.jsonl'], [/nowhere\.jsonl/u, /no such file/u]],
  ['a folder of samples', ['gate', '--samples', 'src'], [/src/u, /folder/u]],
  ['a config that is not there', ['gate', '--config', 'nowhere.ts'], [/nowhere\.ts/u, /no such file/u]],
  ['a module that is not there', ['gate', '--metrics', 'nowhere.ts'], [/nowhere\.ts/u, /no such file/u]],
  ['a live judge without a model', ['gate', '--judge', 'live', '--base-url', 'http://127.0.0.1:9'], [/--model/u]],
  [
    'a live judge without a key or a server',
    ['gate', '--judge', 'live', '--model', 'm'],
    [/OPENAI_API_KEY/u, /--base-url/u],
  ],
]

describe('bad usage exits 2, runs nothing, and says on standard error what to do', () => {
  it.concurrent.each(REFUSED)('%s', async (_, args, named) => {
    const { code, stdout, stderr } = await groundwire(args)
    for (const pattern of named) expect(stderr).toMatch(pattern)
    expect(stderr).not.toMatch(/^\s+at /mu)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  it('a report that cannot be written', async () => {
    const blocked = `${files.write('a-file', '')}/report.json`
    const { code, stderr } = await gate(['--limit', '1', '--no-scores', '--json', blocked])
    expect(stderr).toContain(blocked)
    expect(code).toBe(2)
  })
})

const CONFIGS: [string, string, RegExp[]][] = [
  ['without a default export', 'export const config = {}', [/default export/u]],
  ['without metrics', 'export default {}', [/metrics/u]],
  ['whose metrics are no object', "export default { metrics: 'src/metrics.ts' }", [/metrics/u]],
  [
    'with a metric that is no function',
    'export default { metrics: { faithfulness: 7 } }',
    [/faithfulness/u, /function/u],
  ],
  ['with a metric of unknown ratio', 'export default { metrics: { zest: () => 1 } }', [/zest/u, /ratio/u]],
  ['without any metric', 'export default { metrics: {} }', [/no metric/u]],
  [
    'with a misspelt artifact',
    "export default { metrics: { faithfulness: () => 1 }, ablate: ['context'] }",
    [/ablate/u, /context/u],
  ],
  ['with an unknown judge', "export default { metrics: { faithfulness: () => 1 }, judge: 'gpt' }", [/judge/u]],
  ['with repeats below 1', 'export default { metrics: { faithfulness: () => 1 }, repeats: 0 }', [/repeats/u]],
  ['with a seed that is no number', "export default { metrics: { faithfulness: () => 1 }, seed: 'x' }", [/seed/u]],
  ['with samples that are no path', 'export default { metrics: { faithfulness: () => 1 }, samples: 7 }', [/samples/u]],
  ['with a misspelt key', 'export default { metrics: { faithfulness: () => 1 }, sample: "x.jsonl" }', [/sample\b/u]],
  ['whose metrics fail to load', "export default { metrics: () => import('./gone.js') }", [/gone\.js/u]],
  ['whose metrics throw', "export default { metrics: () => { throw new Error('no database') } }", [/no database/u]],
  ['with a syntax error', 'export default { metrics: {', []],
  ['that throws', "throw new Error('no environment')", [/no environment/u]],
]

describe('samples that a config names', () => {
  it('are looked for beside the config, and named with their path', async () => {
    const path = files.write(
      'no-samples.config.ts',
      "export default { metrics: { faithfulness: () => 1 }, samples: 'gone.jsonl' }",
    )
    const { code, stderr } = await gate(['--config', path])
    expect(stderr).toContain(`${files.path('gone.jsonl')}: no such file`)
    expect(code).toBe(2)
  })
})

describe('a bad config exits 2 and is named', () => {
  it.concurrent.each(CONFIGS)('%s', async (name, content, named) => {
    const path = files.write(`${name.replaceAll(/\W+/gu, '-')}.config.ts`, content)
    const { code, stdout, stderr } = await gate(['--config', path, '--limit', '1'])
    expect(stderr).toContain(path)
    for (const pattern of named) expect(stderr).toMatch(pattern)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })
})
