import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { uniform } from '../../src/random.js'
import { type JudgeServer, type JudgeServerOptions, judgeServer } from '../integration/judge-server.js'
import { groundwire, outcomes, readReport, tally, withBuild } from './groundwire.js'

const files = withBuild()

let server: JudgeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const serve = async (options: JudgeServerOptions = {}): Promise<JudgeServer> => {
  server = await judgeServer(options)
  return server
}

/** Half of each answer stands in the contexts; the other half only in the reference. */
const row = (name: string) => ({
  id: name,
  question: `Which harbour does the ${name} ferry serve?`,
  answer: `The ${name} ferry serves the harbour of Skerrow.\nIts captain ${name}son sails barefoot.`,
  contexts: [`The ${name} ferry serves the harbour of Skerrow every day.`],
  ground_truth: `Its captain ${name}son sails barefoot. The ${name} ferry serves the harbour of Skerrow.`,
})
const NAMES = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heath']
const jsonl = (names: readonly string[]) => names.map((name) => JSON.stringify(row(name))).join('\n')

/** A folder of its own: journals are kept where the command runs. */
const place = (name: string, names: readonly string[] = NAMES) => {
  const cwd = files.path(name)
  mkdirSync(cwd)
  files.write(`${name}/samples.jsonl`, jsonl(names))
  files.write(
    `${name}/groundwire.config.mjs`,
    "import { faithfulness } from 'groundwire'\nexport default { samples: './samples.jsonl', metrics: { faithfulness } }",
  )
  return cwd
}
const args = ({ baseURL }: JudgeServer) => ['detect', '--quiet', '--base-url', baseURL, '--model', 'local']

/** On a few samples a verdict that flips while the contexts are blank could leave the collapse open, by chance. */
const noise: JudgeServerOptions['flips'] = ({ index, prompt }) =>
  /^CONTEXT 1$/mu.test(prompt) && uniform('noise', index) < 0.1

describe('groundwire detect', () => {
  it('measures the noise of a live judge, proves the rest by requests, and finds what it plants', async () => {
    const judge = await serve({ flips: noise })
    const cwd = place('whole')
    const ended = await groundwire([...args(judge), '--json', 'report.json'], { cwd })
    const report = readReport(join(cwd, 'report.json'))
    expect(outcomes(report)).toEqual({
      'faithfulness × question': 'invariant',
      'faithfulness × answer': 'not-asked',
      'faithfulness × contexts': 'reads',
      'faithfulness × contexts collapses': 'collapses',
      'faithfulness × ground_truth': 'invariant',
    })
    expect(ended.code).toBe(0)
    expect(report.noise[0]).toMatchObject({ samples: NAMES.length, repeats: 5 })
    expect(report.controls).toEqual([expect.objectContaining({ metric: 'faithfulness', found: true })])
    expect(ended.stdout).toContain('the reference, planted into the contexts, moved the score by +0.')
    // 5 unmodified repeats, 3 without contexts, 3 planted; proved cells are not asked again.
    expect(judge.requests).toHaveLength(NAMES.length * 2 * (5 + 3 + 3))
    expect(existsSync(join(cwd, '.groundwire/journal'))).toBe(true)
    expect(readdirSync(join(cwd, '.groundwire/journal'))).toEqual([])
    expect(ended.stdout.trimEnd().split('\n').at(-1)).toMatch(/^4 of 5 checks hold, none fails: .*1 not-asked/u)
  })

  it('--dry-run asks nobody, and says beforehand what the judge will be asked', async () => {
    const judge = await serve()
    const cwd = place('dry')
    const { code, stdout } = await groundwire([...args(judge), '--dry-run', '--json', 'report.json'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toContain(`if they prove all: ${NAMES.length * 2 * (5 + 3 + 3)} judge calls`)
    expect(stdout).toContain('a dry run: no judge was asked, and the noise is assumed')
    expect(judge.requests).toEqual([])
    expect(readdirSync(cwd).sort()).toEqual(['groundwire.config.mjs', 'samples.jsonl'])
  })

  it.each(['gate', 'run'])('%s --judge live --dry-run asks nobody either', async (command) => {
    const judge = await serve()
    const cwd = place(`dry-${command}`)
    const ablated = command === 'run' ? ['--ablate', 'question', '--out', 'record.json'] : []
    const live = ['--judge', 'live', '--base-url', judge.baseURL, '--model', 'local']
    const { code, stdout } = await groundwire([command, '--quiet', ...ablated, ...live, '--dry-run'], { cwd })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^\d+ judge calls \(\d+ evaluations\), about [\d,]+ tokens of prompts$/mu)
    expect(judge.requests).toEqual([])
    expect(readdirSync(cwd).sort()).toEqual(['groundwire.config.mjs', 'samples.jsonl'])
  })

  it('says that scores could not show a leak where the planted reference moves nothing', async () => {
    const judge = await serve()
    const cwd = place('blind', ['amber', 'birch', 'cedar'])
    const full = ['amber', 'birch', 'cedar'].map((name) => ({ ...row(name), answer: row(name).answer.split('\n')[0] }))
    files.write('blind/samples.jsonl', full.map((each) => JSON.stringify(each)).join('\n'))
    const { stdout } = await groundwire(args(judge), { cwd })
    expect(stdout).toContain('was not found (+0.00, p = 1.00): scores could not show a leak here')
  })

  it('needs a judge that it can reach: exit 2 without a model or a key', async () => {
    const cwd = place('no-judge', ['amber'])
    expect((await groundwire(['detect', '--quiet'], { cwd })).stderr).toContain('OPENAI_API_KEY, or --base-url')
    const plain = await groundwire(['detect', '--quiet', '--base-url', 'http://127.0.0.1:9/v1', '--limit', '2'])
    expect(plain.stderr).toContain('which model judges? Give --model')
    expect(plain.code).toBe(2)
  })
})

/** Starts a command and kills it, as a machine that goes away would, once the condition holds. */
const killedOnce = (isTime: () => boolean, given: readonly string[], cwd: string): Promise<boolean> =>
  new Promise((done, fail) => {
    const { OPENAI_API_KEY: _, ...env } = process.env
    const child = spawn(process.execPath, [resolve('dist/cli/bin.js'), ...given], { cwd, env, stdio: 'ignore' })
    const watch = setInterval(() => isTime() && child.kill('SIGKILL'), 5)
    child.on('error', fail)
    child.on('close', (_code, signal) => {
      clearInterval(watch)
      done(signal === 'SIGKILL')
    })
  })

const KILLS = 20
const CONCURRENCY = 2

describe('an invocation that is killed twenty times', () => {
  it('ends as one that is not: nothing scored is lost, and only what was in flight is asked again', async () => {
    const faults = ({ index }: { index: number }) =>
      index % 40 === 7 ? 'reset' : index % 40 > 36 ? 'rate-limit' : undefined
    const judge = await serve({ flips: noise, delay: 4, fault: faults })
    const names = NAMES.slice(0, 5)
    const cwd = place('killed', names)
    const given = [...args(judge), '--concurrency', String(CONCURRENCY), '--json', 'report.json']
    const journal = () => {
      const folder = join(cwd, '.groundwire/journal')
      const names = existsSync(folder) ? readdirSync(folder) : []
      return names.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(1, -1))
    }
    let kills = 0
    for (let round = 0; round < KILLS; round++) {
      const before = journal()
      // Some requests after the start, which may be too early for a score; every fourth time not before a new score.
      const goal = judge.requests.length + 2 + (round % 3)
      const isTime = () => judge.requests.length >= goal && (round % 4 > 0 || journal().length > before.length)
      if (await killedOnce(isTime, [...given, '--resume'], cwd)) kills += 1
      expect(journal().slice(0, before.length)).toEqual(before)
    }
    expect(kills).toBe(KILLS)
    const scored = journal().map((line) => JSON.parse(line))
    expect(scored.length).toBeGreaterThanOrEqual(KILLS / 4)
    const { code, stderr } = await groundwire([...given, '--resume'], { cwd })
    expect(stderr).toContain(`${scored.length} evaluations have ended`)
    const report = readReport(join(cwd, 'report.json'))
    for (const { metric, sample, arm, repeat, score } of scored)
      expect(
        report.scores.find((each) => each.metric === metric && each.sample === sample && each.arm === arm)!.scores[
          repeat
        ],
      ).toBe(score)
    expect(tally(report)).toEqual({ invariant: 2, reads: 1, collapses: 1, 'not-asked': 1 })
    expect(code).toBe(0)
    // Two requests an evaluation, and at each kill no more than what was in flight; faults are asked again besides.
    const needed = names.length * 2 * (5 + 3 + 3)
    const failed = judge.requests.filter(({ index }) => faults({ index }) !== undefined).length
    expect(judge.requests.length).toBeLessThanOrEqual(needed + failed + KILLS * CONCURRENCY * 2)
  })
})
