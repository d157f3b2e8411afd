import { readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runRecordSchema } from '../../src/check/run-record.js'
import { groundwire, outcomes, readReport, withBuild } from './groundwire.js'

const files = withBuild()

const run = async (name: string, ...args: string[]) => {
  const out = files.path(`${name}.json`)
  const config = files.write(
    'one.config.mjs',
    "import { faithfulness } from 'groundwire'\nexport default { metrics: { faithfulness } }",
  )
  const cwd = files.path('.')
  const ended = await groundwire(
    ['run', '--config', config, '--judge', 'embedded', '--limit', '16', '--out', out, '--quiet', ...args],
    { cwd },
  )
  return { ...ended, out }
}
const compare = async (...args: string[]) => {
  const json = files.path('report.json')
  rmSync(json, { force: true })
  const ended = await groundwire(['compare', ...args, '--json', json])
  return { ...ended, report: readReport(json) }
}

describe('groundwire run and compare', () => {
  it('make of five jobs, and of shards, the report of one invocation', async () => {
    const whole = await run('whole')
    expect(whole.code).toBe(0)
    expect(whole.stderr).toContain('of 224 evaluations scored')
    expect(runRecordSchema.parse(JSON.parse(readFileSync(whole.out, 'utf8'))).interleaved).toBe(true)
    const one = await compare(whole.out)
    expect(outcomes(one.report)).toMatchObject({ 'faithfulness × contexts collapses': 'collapses' })

    const jobs: string[] = []
    for (const artifact of ['none', 'question', 'answer', 'contexts', 'ground_truth'])
      jobs.push((await run(artifact, '--ablate', artifact)).out)
    const five = await compare(...jobs)
    expect(outcomes(five.report)).toEqual(outcomes(one.report))
    expect(five.code).toBe(one.code)

    const shards: string[] = []
    for (const part of [1, 2, 3, 4]) shards.push((await run(`shard-${part}`, '--shard', `${part}/4`)).out)
    const joined = await compare(...shards)
    expect(outcomes(joined.report)).toEqual(outcomes(one.report))
    const lacking = await compare(...shards.slice(0, 3))
    expect(lacking.stderr).toBe('')
    expect(lacking.stdout).toContain('shard 4 of 4 is missing')
    expect(lacking.code).toBe(3)
  })

  it('refuse what they cannot use, with exit 2 and the remedy', async () => {
    const out = files.path('x.json')
    const shard = await groundwire(['run', '--shard', '5/4', '--out', out])
    expect(shard).toMatchObject({ code: 2, stderr: expect.stringContaining('such as 2/4') })
    const scorers = await groundwire(['run', '--metrics', 'tests/fixtures/scorers/never.js', '--out', out])
    expect(scorers).toMatchObject({ code: 2, stderr: expect.stringContaining('who scores?') })
    const future = files.write('future.json', '{"kind": "groundwire-run", "version": 2}')
    expect((await groundwire(['compare', future])).stderr).toContain('version: found 2, expected 1')
    const broken = files.write('broken.json', '{"kind": "groundwire-run", "version": 1, "seed": "one"}')
    const refused = await groundwire(['compare', broken])
    expect(refused.stderr).toContain('broken.json: dataset: ')
    expect(refused.code).toBe(2)
    expect((await groundwire(['compare'])).code).toBe(2)
    expect((await groundwire(['compare', files.path('nowhere.csv')])).stderr).toContain('no such file')
  })

  it('show their help with examples', async () => {
    for (const command of ['run', 'compare', 'detect']) {
      const { stdout, code } = await groundwire([command, '--help'])
      expect(stdout).toContain(`$ groundwire ${command} `)
      expect(stdout).toContain('Exit codes:')
      expect(code).toBe(0)
    }
  })
})
