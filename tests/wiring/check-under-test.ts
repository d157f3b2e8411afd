import type { GroundwireConfig, WiringReport } from '../../src/index.js'
import { checkHarness, loadHarness } from '../../src/transport/check-harness.js'
import { watched } from '../../src/vitest/watched.js'

/** Checks a harness on the bundled samples and returns the report. */
export const checkUnderTest = async ({
  metrics,
  ...options
}: GroundwireConfig & { readonly limit?: number }): Promise<WiringReport> => {
  const tracer = await watched()
  const harness = await loadHarness(metrics === undefined ? {} : { metrics }, tracer, 'metrics')
  return checkHarness(harness, { samples: 'samples/bundled.jsonl', ...options }, tracer)
}
