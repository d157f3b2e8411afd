import { readFileSync } from 'node:fs'
// Before requests are watched: this one keeps the `fetch` of now.
import './mutants/early-fetch.js'
import { checkWiring } from '../../src/check/check-wiring.js'
import type { Mechanism } from '../../src/check/mechanisms.js'
import type { CheckReport } from '../../src/check/report.js'
import type { GroundwireConfig } from '../../src/config.js'
import { type EvalSample, evalSampleSchema } from '../../src/samples/sample.js'
import { loadHarness } from '../../src/transport/check-harness.js'
import type { Interception } from '../../src/transport/interception.js'
import { openAIJudge } from '../../src/transport/openai-judge.js'
import type { Expected, Mutant } from './mutants/index.js'

/** A dozen of varied shape: one to ten passages, an empty answer, short and long texts, other scripts. */
const IDS = [
  'ferry-01',
  'ferry-03',
  'library-03',
  'library-06',
  'pension-04',
  'database-05',
  'lab-04',
  'museum-03',
  'bike-05',
  'recipe-05',
  'hospital-03',
  'energy-01',
]

const bundled = readFileSync(new URL('../../samples/bundled.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => evalSampleSchema.parse(JSON.parse(line)))
const SAMPLES: readonly EvalSample[] = IDS.map((id) => bundled.find((sample) => sample.id === id)!)

/** What a check of one mutant came to. */
export interface MutantResult {
  readonly title: string
  /** The checks that are no plain pass, and what they came to. */
  readonly found: readonly Expected[]
  /** What is wrong with it, one sentence each; none: as expected. */
  readonly faults: readonly string[]
  readonly checks: readonly CheckReport[]
  readonly notes: readonly string[]
  readonly evaluations: number
  readonly requests: number
  readonly seconds: number
}

const named = ({ metric, artifact, kind, outcome }: Expected) =>
  `${metric} × ${artifact}: ${outcome}${kind === null ? '' : ` (${kind})`}`

const PLAIN = new Set(['invariant', 'reads', 'not-asked'])

/** Checks a harness by its requests and compares what comes out with what is expected of it. */
export const runMutant = async (
  { title, load, expected, extras, site }: Mutant,
  watched: Interception,
  without: ReadonlySet<Mechanism> = new Set(),
): Promise<MutantResult> => {
  const started = performance.now()
  const loaded = await load()
  watched.forHarness({ respond: loaded.respond })
  const given = loaded as Pick<GroundwireConfig, 'metrics' | 'harness' | 'over'>
  const { metrics } = await loadHarness(given, watched, title)
  const { checks, notes, totals } = await checkWiring({
    metrics,
    samples: extras ? SAMPLES.map((sample) => ({ ...sample, extras: extras(sample) })) : SAMPLES,
    lacking: { question: 0, answer: 1, contexts: 0, ground_truth: 0 },
    ablated: ['question', 'answer', 'contexts', 'ground_truth'],
    seed: 1,
    tracer: watched,
    judge: openAIJudge({ model: 'none', apiKey: 'none', retries: 0, backoff: 0 }),
    scores: null,
    without,
  })
  const found = checks
    .filter(({ outcome }) => !PLAIN.has(outcome))
    .map(({ metric, artifact, leakKind, outcome }) => ({ metric, artifact, kind: leakKind, outcome }))
  const wanted = new Set(expected.map(named))
  const got = new Set(found.map(named))
  const shown = checks.find(({ outcome }) => outcome === 'leak')?.requests?.difference?.site
  const misplaced =
    site !== undefined && got.size > 0 && !(shown?.file.endsWith(site.file) && shown.function === site.function)
  return {
    title,
    found,
    faults: [
      ...[...wanted].filter((name) => !got.has(name)).map((name) => `missed ${name}`),
      ...[...got].filter((name) => !wanted.has(name)).map((name) => `flagged ${name}`),
      ...(misplaced ? [`traced to ${shown ? `${shown.file}, ${shown.function}` : 'no place'}`] : []),
    ],
    checks,
    notes,
    evaluations: totals.requestProof.evaluations,
    requests: totals.requestProof.requests,
    seconds: (performance.now() - started) / 1000,
  }
}
