import type { CheckedWiring } from './check-wiring.js'
import type { WiringReport } from './report.js'

/** What only the rim knows of an invocation. */
export interface Rim {
  /** groundwire's version. */
  readonly version: string
  readonly samples: WiringReport['spec']['samples']
  /** The file of the harness. */
  readonly harness: string | null
  /** Requests outside any evaluation. */
  readonly stray: readonly string[]
  /** Judge requests that bypassed the tracer. */
  readonly untracedRequests?: number
  readonly seconds: number
}

/** The report of an invocation, in the order that is a contract. */
export const completeReport = ({ spec, totals, ...checked }: CheckedWiring, rim: Rim): WiringReport => ({
  version: 1,
  ...checked,
  spec: { groundwire: rim.version, harness: rim.harness, samples: rim.samples, ...spec },
  stray: [...new Set(rim.stray)],
  totals: {
    ...totals,
    scores: { ...totals.scores, requests: totals.scores.requests + (rim.untracedRequests ?? 0) },
  },
  timing: { seconds: rim.seconds },
})
