import { afterAll, beforeAll, describe, it } from 'vitest'
import { passes } from '../check/outcome.js'
import type { CheckReport, WiringReport } from '../check/report.js'
import type { GroundwireConfig } from '../config.js'
import type { Metric } from '../metrics/metric.js'
import { checkText } from '../report/console.js'
import { ARTIFACTS } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import { checkHarness, loadHarness } from '../transport/check-harness.js'
import type { Interception } from '../transport/interception.js'
import { watched } from './watched.js'

export interface DescribeWiringOptions extends Omit<GroundwireConfig, 'samples'> {
  /** A file, relative to the working directory of vitest, or the samples themselves. */
  readonly samples: string | readonly EvalSample[]
  /** Use the first so many samples. */
  readonly limit?: number
  /** The title of the block; default: `wiring`. */
  readonly title?: string
  /** Milliseconds for the whole check; default ten minutes. */
  readonly timeout?: number
  /** Is handed the report, such as to assert more on it or to keep it. */
  readonly onReport?: (report: WiringReport) => void
}

const VERBS = { ignores: 'ignores', reads: 'reads', collapses: 'collapses without' } as const

const title = ({ metric, artifact, expectation }: Pick<CheckReport, 'metric' | 'artifact' | 'expectation'>) =>
  `${metric} ${VERBS[expectation]} ${artifact}`

/** Every check of a harness, in the order of the report; what is only known afterwards is left out. */
const checksOf = (metrics: readonly Metric[]) =>
  metrics.flatMap(({ name, mustNeverReceive, collapsesWithout }) =>
    ARTIFACTS.flatMap((artifact) => [
      { metric: name, artifact, expectation: mustNeverReceive.includes(artifact) ? 'ignores' : 'reads' } as const,
      ...(collapsesWithout.includes(artifact) ? [{ metric: name, artifact, expectation: 'collapses' } as const] : []),
    ]),
  )

let last: Promise<unknown> = Promise.resolve()

/** One check at a time, on top of whatever the user has put in place of fetch and of timers: suites may be concurrent. */
const held = <T>(tracer: Interception, work: () => Promise<T>): Promise<T> => {
  const alone = last.then(async () => {
    const release = tracer.hold()
    try {
      return await work()
    } finally {
      release()
    }
  })
  last = alone.catch(() => undefined)
  return alone
}

/** A failure that points at the call of `describeWiring`, so that editors and reporters mark that line. */
const failure = (message: string, site: Error): Error => {
  const error = new Error(message)
  error.stack = `${error.name}: ${message}\n${(site.stack ?? '').split('\n').slice(1).join('\n')}`
  return error
}

/**
 * One test for each (metric, artifact) of a harness, from one check of all its samples: requests compared under constant
 * replies, and scores beside them where the embedded judge is asked for. Only passing outcomes pass; a check that was not
 * asked for is skipped. Works beside a user's own msw server, fake timers and concurrent tests: only requests made inside
 * the check's own evaluations are answered.
 */
export const describeWiring = (options: DescribeWiringOptions): void => {
  const site = new Error('describeWiring')
  if ('captureStackTrace' in Error) Error.captureStackTrace(site, describeWiring)
  describe(options.title ?? 'wiring', async () => {
    const tracer = await watched()
    const { timeout = 600_000, onReport, title: _, ...settings } = options
    // A client keeps the fetch of its construction: here ours, whatever server the user has set up before.
    const harness = await held(tracer, () => loadHarness(settings, tracer, options.harness ? 'harness' : 'metrics'))
    let report: WiringReport | undefined

    beforeAll(async () => {
      report = await held(tracer, () => checkHarness(harness, settings, tracer))
      onReport?.(report)
    }, timeout)

    afterAll(() => {
      report = undefined
    })

    for (const expected of checksOf(harness.metrics))
      it(title(expected), (test) => {
        const check = report?.checks.find(
          ({ metric, artifact, expectation }) =>
            metric === expected.metric && artifact === expected.artifact && expectation === expected.expectation,
        )
        if (check === undefined) throw failure('the check did not complete', site)
        Object.assign(test.task.meta, { groundwire: check })
        if (check.outcome === 'not-asked') test.skip(check.reason)
        if (!passes(check.outcome)) throw failure(checkText(check, report!), site)
      })

    it('reads nothing from a store of its own that no artifact explains', () => {
      const unknown = report?.checks.filter(({ artifact }) => artifact === 'unknown') ?? []
      if (unknown[0] !== undefined) throw failure(checkText(unknown[0], report!), site)
    })
  })
}
