import { resolve } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { passes } from '../../src/check/outcome.js'
import { type Fault, type JudgeServer, judgeServer } from '../integration/judge-server.js'
import { groundwire, type RunOptions, readReport, withBuild } from './groundwire.js'

const files = withBuild()

let server: JudgeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Sends `signal` as soon as standard error matches, once; measures the seconds from there to the end. */
const interruptedAt = async (pattern: RegExp, args: readonly string[], signal: NodeJS.Signals = 'SIGINT') => {
  let sent = 0
  const watch: RunOptions['watch'] = (stderr, kill) => {
    if (sent > 0 || !pattern.test(stderr)) return
    sent = performance.now()
    kill(signal)
  }
  const ended = await groundwire(['gate', ...args], { watch })
  expect(sent, 'the run ended before it could be stopped').toBeGreaterThan(0)
  return { ...ended, seconds: (performance.now() - sent) / 1000 }
}

const liveJudge = async (fault: Fault | undefined, delay = 0) => {
  server = await judgeServer({ fault: () => fault, delay })
  return ['--judge', 'live', '--base-url', server.baseURL, '--model', 'local']
}

describe('Ctrl-C', () => {
  it('while requests are compared ends soon with exit 3, and claims nothing that was not reached', async () => {
    const json = files.path('requests.json')
    const { code, stdout, stderr, seconds } = await interruptedAt(/comparing requests 20 %/u, ['--json', json])
    const report = readReport(json)
    expect(code).toBe(3)
    expect(seconds).toBeLessThan(4)
    expect(stderr).toContain('Stopping')
    expect(report).toMatchObject({ status: 'interrupted', exitCode: 3 })
    expect(report.checks.filter(({ metric, outcome }) => metric === 'answer_correctness' && passes(outcome))).toEqual(
      [],
    )
    expect(report.totals.scores.evaluations).toBe(0)
    expect(stdout).toContain('interrupted')
    expect(stdout).toMatch(/[\d,]+ evaluations compared over/u)
    expect(stdout).not.toMatch(/\ball \d+ checks hold/u)
  })

  it('while scores are collected ends soon with exit 3, and does not say "all"', async () => {
    const json = files.path('scores.json')
    const args = ['--limit', '8', '--repeats', '30', '--json', json]
    const { code, stdout, seconds } = await interruptedAt(/collecting scores 40 %/u, args)
    const report = readReport(json)
    expect(code).toBe(3)
    expect(seconds).toBeLessThan(4)
    expect(report).toMatchObject({ status: 'interrupted', exitCode: 3 })
    const { evaluations, planned } = report.totals.scores
    expect(evaluations).toBeGreaterThan(0)
    expect(evaluations).toBeLessThan(planned)
    expect(stdout).toContain('interrupted')
    expect(`${stdout}\n${report.summary}`).not.toMatch(/\ball \d+ checks hold/u)
  })

  it.each<[string, Fault | undefined, number]>([
    ['is slow', undefined, 300],
    ['never replies', 'silence', 0],
    ['asks to come back later', 'rate-limit-with-pause', 0],
  ])('ends soon while a live judge %s', async (_, fault, delay) => {
    const json = files.path(`live-${fault}.json`)
    const args = ['--limit', '2', ...(await liveJudge(fault, delay)), '--json', json, '--ablate', 'question']
    const waiting = new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (server!.requests.length < 2) return
        clearInterval(timer)
        resolve()
      }, 50)
    })
    let sent = 0
    let stop = () => {}
    const running = groundwire(['gate', ...args], {
      watch: (_stderr, kill) => {
        stop = () => kill('SIGINT')
      },
    })
    await waiting
    sent = performance.now()
    stop()
    const { code, stdout } = await running
    expect(performance.now() - sent).toBeLessThan(4_000)
    expect(code).toBe(3)
    expect(readReport(json).status).toBe('interrupted')
    expect(stdout).not.toMatch(/\ball \d+ checks hold/u)
  })

  it('a SIGTERM does the same', async () => {
    const { code, stdout } = await interruptedAt(/comparing requests 20 %/u, ['--limit', '10'], 'SIGTERM')
    expect(code).toBe(3)
    expect(stdout).toContain('interrupted')
  })

  it('twice stops at once, with exit 3', async () => {
    const args = ['--limit', '2', '--metrics', 'tests/fixtures/scorers/slow.js']
    let signals = 0
    let sent = 0
    const { code } = await groundwire(['gate', ...args], {
      watch: (stderr, kill) => {
        if (/slow scorer/u.test(stderr) && signals === 0) signals = 1
        else if (/Stopping/u.test(stderr) && signals === 1) signals = 2
        else return
        sent = performance.now()
        kill('SIGINT')
      },
    })
    expect(signals).toBe(2)
    expect(performance.now() - sent).toBeLessThan(3_000)
    expect(code).toBe(3)
  })
})

describe('what never settles', () => {
  const never = (settings: string) => files.write('never.config.mjs', `export default { ${settings} }`)

  it('in a scorer is an error of its metric after the time limit, and the run ends with exit 3', async () => {
    const scorer = JSON.stringify(resolve('tests/fixtures/scorers/never.js'))
    const config = never(`metrics: () => import(${scorer}), timeLimit: 0.2`)
    const { code, stdout } = await groundwire(['gate', '--quiet', '--limit', '12', '--config', config])
    expect(stdout).toContain('faithfulness gave no score for sample groundwire-probe within 0.2 s')
    expect(stdout).toContain('a longer `timeLimit` in the config lets it take more')
    expect(code).toBe(3)
  })

  it('before any scorer is there ends the run with exit 3 and a message', async () => {
    const config = never('metrics: () => new Promise(() => {})')
    const { code, stdout, stderr } = await groundwire(['gate', '--quiet', '--limit', '2', '--config', config])
    expect(stderr).toContain('never ended')
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })
})
