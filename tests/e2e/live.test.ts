import { afterEach, describe, expect, it } from 'vitest'
import { type Fault, type JudgeRequest, type JudgeServer, judgeServer } from '../integration/judge-server.js'
import { gate, gateReport, outcomes, readReport, tally, withBuild } from './groundwire.js'

const files = withBuild()

let server: JudgeServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const serve = async (fault?: (request: JudgeRequest) => Fault | undefined): Promise<JudgeServer> => {
  server = await judgeServer(fault ? { fault } : {})
  return server
}

const live = ({ baseURL }: JudgeServer) => ['--judge', 'live', '--base-url', baseURL, '--model', 'local']

/** Samples that the local judge scores 1 for as long as the contexts are there; every text names its sample. */
const rows = (names: readonly string[]) =>
  names.map((name) => ({
    id: name,
    question: `Which harbour does the ${name} ferry serve?`,
    answer: `The ${name} ferry serves the harbour of Skerrow.`,
    contexts: [`Which harbour? The ${name} ferry serves the harbour of Skerrow every day.`],
    ground_truth: `The ${name} ferry serves the harbour of Skerrow.`,
  }))

const jsonl = (names: readonly string[]) =>
  rows(names)
    .map((row) => JSON.stringify(row))
    .join('\n')

const GOOD = ['amber', 'birch', 'cedar', 'delta', 'ember']

describe('groundwire gate --judge live', () => {
  it('proves the reference metrics, and asks nothing again that identical requests have proved', async () => {
    const local = await serve()
    const { code, report } = await gateReport([...live(local), '--samples', files.write('good.jsonl', jsonl(GOOD))])
    expect(tally(report)).toEqual({ invariant: 10, reads: 10, collapses: 1 })
    expect(report.noise.map(({ mean, samples }) => [mean, samples])).toEqual(Array(5).fill([1, 5]))
    // 11 requests a sample in each of 5 repeats; 2 in each of 3 repeats of faithfulness without contexts.
    expect(local.requests).toHaveLength(5 * (11 * 5 + 2 * 3))
    expect(report.totals.scores.requests).toBe(local.requests.length)
    expect(report.provenance[0]).toMatchObject({ modelAsked: 'local', modelAnswered: 'local-2024' })
    expect(code).toBe(0)
  })

  it('sends the unmodified prompts alone where no metric must collapse without what is ablated', async () => {
    const local = await serve()
    const samples = files.write('good.jsonl', jsonl(GOOD))
    const { code } = await gateReport([...live(local), '--samples', samples, '--ablate', 'ground_truth'])
    expect(local.requests).toHaveLength(5 * 11 * 5)
    expect(new Set(local.requests.map(({ prompt }) => prompt)).size).toBeLessThanOrEqual(5 * 11)
    expect(code).toBe(0)
  })

  it('exits 0 when all that went wrong passed: 429, 500, resets, cut-off and foreign bodies', async () => {
    const passing: Fault[] = ['rate-limit', 'server-error', 'reset', 'cut-off-body', 'html-as-json', 'prose', 'length']
    let failed = 0
    const local = await serve(({ index }) => (index % 9 === 4 ? passing[failed++ % passing.length] : undefined))
    const { code, report } = await gateReport([...live(local), '--samples', files.write('good.jsonl', jsonl(GOOD))])
    expect(failed).toBeGreaterThanOrEqual(14)
    expect(report).toMatchObject({ status: 'complete', lost: [] })
    expect(report.noise.map(({ mean, samples }) => [mean, samples])).toEqual(Array(5).fill([1, 5]))
    expect(report.totals.scores.requests).toBe(local.requests.length)
    expect(code).toBe(0)
  })

  it('makes no score of a failure that lasts: says what was lost and why, and exits 3', async () => {
    const lasting: Record<string, [Fault, RegExp]> = {
      refused: ['refusal', /refused/u],
      filtered: ['content-filter', /content filter/u],
      unreadable: ['bad-request', /HTTP 400/u],
      prose: ['prose', /did not reply in JSON/u],
      cut: ['length', /cut off/u],
      silent: ['empty', /empty reply/u],
      shapeless: ['wrong-shape', /no valid `/u],
    }
    const bad = Object.keys(lasting)
    const local = await serve(({ prompt, index }) => {
      const name = bad.find((each) => prompt.includes(`the ${each} ferry`) || prompt.includes(`The ${each} ferry`))
      if (name !== undefined) return lasting[name]![0]
      return index % 20 === 7 ? 'server-error' : undefined
    })
    const samples = files.write('mixed.jsonl', jsonl([...GOOD, ...bad]))
    const json = files.path('mixed.json')
    const args = [...live(local), '--samples', samples, '--repeats', '1', '--ablate', 'question', '--concurrency', '12']
    const { code, stdout } = await gate([...args, '--json', json])
    const report = readReport(json)

    const metrics = report.spec.metrics.map(({ name }) => name)
    expect(report.lost.map(({ metric, sample }) => `${metric} ${sample}`).sort()).toEqual(
      metrics.flatMap((metric) => bad.map((name) => `${metric} ${name}`)).sort(),
    )
    for (const { sample, message } of report.lost) expect(message).toMatch(lasting[sample]![1])
    // What was scored is scored as if the rest had never been there.
    for (const { mean, samples: scored } of report.noise) expect([mean, scored]).toEqual([1, GOOD.length])
    expect(report.status).toBe('incomplete')
    expect(stdout).toContain('Lost: no score, and in no mean (35)')
    expect(stdout).toMatch(/^ {2}answer_correctness on cut \(unmodified\): the reply was cut off/mu)
    expect(stdout).toContain('35 of 60 evaluations gave no score')
    expect(code).toBe(3)
  })

  it('exits 3 when no one answers at all, with no score', async () => {
    const local = await serve(() => 'no-key')
    const args = [...live(local), '--samples', files.write('good.jsonl', jsonl(GOOD)), '--repeats', '2']
    const { code, report } = await gateReport(args)
    expect(report.noise.map(({ mean }) => mean)).toEqual(Array(5).fill(null))
    // After a few that all fail the same way the rest is not tried.
    expect(report.totals.scores).toMatchObject({ evaluations: 0 })
    expect(report.lost.length).toBeGreaterThanOrEqual(8)
    expect(report.lost.length).toBeLessThan(40)
    expect(report.summary).toContain('none did, and the rest was not tried')
    expect(report.lost[0]?.message).toContain('Incorrect API key provided')
    expect(outcomes(report)['faithfulness × question']).toBe('invariant')
    expect(outcomes(report)['faithfulness × contexts collapses']).not.toBe('collapses')
    expect(code).toBe(3)
  })

  it('keeps within --concurrency', async () => {
    const local = await serve()
    const args = [...live(local), '--samples', files.write('two.jsonl', jsonl(GOOD.slice(0, 2))), '--concurrency', '2']
    await gate([...args, '--repeats', '2'])
    expect(local.peak()).toBeLessThanOrEqual(2)
  })
})
