/**
 * The mis-wired harnesses that must be caught, and the wired ones of odd shape that must not be flagged, each with what
 * the check has to say. Modules are loaded when a mutant runs, after requests are being watched.
 */
import type { Outcome } from '../../../src/check/outcome.js'
import type { GroundwireConfig } from '../../../src/config.js'
import type { Artifact } from '../../../src/samples/artifact.js'
import type { EvalSample } from '../../../src/samples/sample.js'
import type { LeakKind } from '../../../src/wire/leak-kind.js'
import type { Api } from './other-apis.js'

/** A cell that is not to pass, or that passes although an artifact reaches it. */
export interface Expected {
  readonly metric: string
  readonly artifact: Artifact | 'unknown'
  readonly kind: LeakKind | null
  readonly outcome: Outcome
}

export interface Mutant {
  /** Goes on from "a harness …". */
  readonly title: string
  readonly load: () => Promise<Pick<GroundwireConfig, 'harness' | 'over' | 'respond'> & { readonly metrics?: object }>
  /** Every check that is no plain `invariant`, `reads` or `not-asked`; none: wired, and everything passes. */
  readonly expected: readonly Expected[]
  /** Other columns of the samples. */
  readonly extras?: (sample: EvalSample) => Record<string, unknown>
  /** The function and file that a leak has to be traced to. */
  readonly site?: { readonly file: string; readonly function: string }
}

const cell = (metric: string, artifact: Expected['artifact'], kind: LeakKind | null, outcome: Outcome): Expected => ({
  metric,
  artifact,
  kind,
  outcome,
})
const leak = (metric: string, artifact: Expected['artifact'], kind: LeakKind = 'score') =>
  cell(metric, artifact, kind, 'leak')
const allOf = (metric: string, outcome: Outcome, artifacts: readonly Artifact[]) =>
  artifacts.map((artifact) => cell(metric, artifact, null, outcome))

const REFERENCE_INTO_FAITHFULNESS = [leak('faithfulness', 'ground_truth')]

const ARROWS = [
  ['faithfulness', 'question'],
  ['faithfulness', 'ground_truth'],
  ['answer_relevance', 'contexts'],
  ['answer_relevance', 'ground_truth'],
  ['context_precision', 'answer'],
  ['context_precision', 'ground_truth'],
  ['context_recall', 'question'],
  ['context_recall', 'answer'],
  ['answer_correctness', 'question'],
  ['answer_correctness', 'contexts'],
] as const

const APIS: readonly (readonly [Api, string])[] = [
  ['prose', 'chat completions, with a reply format in prose'],
  ['responses', "OpenAI's responses"],
  ['anthropic', 'Anthropic messages'],
  ['gemini', 'Gemini generateContent'],
  ['ollama', 'Ollama chat'],
]

const metrics = async (module: Promise<object>) => ({ metrics: await module })

export const MIS_WIRED: readonly Mutant[] = [
  ...ARROWS.map(
    ([metric, artifact]): Mutant => ({
      title: `interpolates ${artifact} into the prompt of ${metric}`,
      load: async () => ({ metrics: (await import('./arrows.js')).arrow(metric, artifact) }),
      expected: [leak(metric, artifact)],
      site: { file: 'mutants/judge.ts', function: 'reply' },
    }),
  ),
  {
    title: 'serialises the sample as JSON into the prompt',
    load: () => metrics(import('./whole-sample.js')),
    expected: [leak('faithfulness', 'question'), leak('faithfulness', 'ground_truth')],
  },
  {
    title: 'leaks in a helper two calls down',
    load: () => metrics(import('./helper-below.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only in the system message',
    load: () => metrics(import('./system-message.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks in the description of the reply schema',
    load: () => metrics(import('./schema-description.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks in the description of a tool',
    load: () => metrics(import('./tool-description.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks in an embeddings request',
    load: () => metrics(import('./embedding.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks the reference in base64',
    load: () => metrics(import('./base64.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only when the contexts are empty',
    load: async () => ({ metrics: (await import('./empty-contexts.js')).withReference }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only when the contexts are empty, and only figures',
    load: async () => ({ metrics: (await import('./empty-contexts.js')).withNumbers }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only after an unsupported verdict',
    load: async () => ({ metrics: (await import('./second-look.js')).secondLook('unsupported') }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only after a supported verdict',
    load: async () => ({ metrics: (await import('./second-look.js')).secondLook('supported') }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only in the retry prompt after a malformed reply',
    load: () => metrics(import('./retry-prompt.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only in another prompt that is tried after a malformed reply',
    load: () => metrics(import('./new-prompt-on-retry.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks only for samples with more than three passages',
    load: () => metrics(import('./many-passages.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks through a variable of the module that an earlier metric set',
    load: async () => ({ metrics: (await import('./module-state.js')).earlierMetric }),
    expected: [leak('answer_correctness', 'question')],
  },
  {
    title: 'leaks, packed up, through a variable of the module that an earlier metric set',
    load: async () => ({ metrics: (await import('./module-state.js')).earlierMetricPacked }),
    expected: [leak('answer_correctness', 'question')],
  },
  {
    title: 'leaks through a variable of the module that an earlier sample set',
    load: async () => ({ metrics: (await import('./module-state.js')).earlierSample }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks in an HTTP header',
    load: () => metrics(import('./header.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks in the query of the address',
    load: () => metrics(import('./query.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaks beside passages in random order',
    load: async () => ({ metrics: (await import('./shuffled-passages.js')).leaking }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  ...(['thread', 'child', 'childAtOnce'] as const).map(
    (where): Mutant => ({
      title: `asks, besides, where nobody sees it (${where})`,
      load: async () => ({ metrics: (await import('./unseen-work.js'))[where] }),
      expected: allOf('faithfulness', 'not-covered', ['question', 'ground_truth']),
    }),
  ),
  {
    title: 'adjusts the score in local code, with no request',
    load: () => metrics(import('./local-adjustment.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'looks the reference up by id in a file of its own',
    load: async () => ({ metrics: (await import('./own-store.js')).byId }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'looks the reference up by question in a file of its own',
    load: async () => ({ metrics: (await import('./own-store.js')).byQuestion }),
    expected: [leak('answer_relevance', 'ground_truth')],
  },
  {
    title: 'looks a label up by id in a file of its own',
    load: async () => ({ metrics: (await import('./own-store.js')).label }),
    expected: [leak('faithfulness', 'unknown')],
  },
  {
    title: 'reads a duplicate column',
    load: () => metrics(import('./duplicate-column.js')),
    extras: ({ ground_truth }) => ({ expected_output: ground_truth }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'asks for a reason after the score, in view of everything',
    load: () => metrics(import('./reason-call.js')),
    expected: [cell('faithfulness', 'ground_truth', 'explanation', 'noted')],
  },
  {
    title: 'shows the question to the extraction of claims alone',
    load: () => metrics(import('./claim-hint.js')),
    expected: [leak('faithfulness', 'question', 'upstream')],
  },
  {
    title: 'serves scores from a cache',
    load: () => metrics(import('./cached-scores.js')),
    expected: allOf('faithfulness', 'not-covered', ['question', 'answer', 'contexts', 'ground_truth']),
  },
  {
    title: 'asks through a client built at module load',
    load: () => metrics(import('./client-at-load.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'asks through a fetch kept before requests were watched',
    load: () => metrics(import('./early-fetch.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'asks over a raw socket',
    load: () => metrics(import('./raw-socket.js')),
    expected: allOf('faithfulness', 'error', ['question', 'answer', 'contexts', 'ground_truth']),
  },
  {
    title: 'is no async function',
    load: () => metrics(import('./not-async.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
    site: { file: 'not-async.ts', function: 'faithfulness' },
  },
  {
    title: 'asks through a shared queue',
    load: async () => ({ metrics: (await import('./shared-queue.js')).leaking }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'runs one evaluation behind, through a shared queue',
    load: async () => ({ metrics: (await import('./shared-queue.js')).oneBehind }),
    expected: allOf('faithfulness', 'error', ['question', 'answer', 'contexts', 'ground_truth']),
  },
  {
    title: 'leaks through node https',
    load: async () => ({ metrics: (await import('./node-http.js')).leaking }),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'leaves out samples without a reference',
    load: () => metrics(import('./early-exit.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'demands a reference and shows its length',
    load: () => metrics(import('./length-only.js')),
    expected: REFERENCE_INTO_FAITHFULNESS,
  },
  {
    title: 'shows two words of the reference in prompts that are never alike',
    load: () => metrics(import('./shuffled-hint.js')),
    expected: [
      ...allOf('faithfulness', 'inconclusive', ['question', 'answer', 'contexts']),
      leak('faithfulness', 'ground_truth'),
    ],
  },
  {
    title: 'cannot read the reply and scores 0',
    load: () => metrics(import('./swallowed-error.js')),
    expected: allOf('faithfulness', 'not-covered', ['question', 'ground_truth']),
  },
  {
    title: 'leaves a template variable unfilled',
    load: () => metrics(import('./unmapped-variable.js')),
    expected: [cell('faithfulness', 'contexts', null, 'dead-wire')],
  },
  {
    title: 'asks for all five scores in one prompt',
    load: () => import('./five-scores.js'),
    expected: ARROWS.map(([metric, artifact]) => leak(metric, artifact)),
  },
  {
    title: 'returns five scores of which one leaks',
    load: async () => ({ harness: (await import('./joint.js')).leaking }),
    expected: [leak('context_precision', 'answer')],
  },
  ...APIS.map(
    ([api, words]): Mutant => ({
      title: `leaks over ${words}`,
      load: async () => ({ metrics: (await import('./other-apis.js')).leakingOver(api) }),
      expected: REFERENCE_INTO_FAITHFULNESS,
    }),
  ),
]

const wired = (title: string, load: Mutant['load']): Mutant => ({ title, load, expected: [] })

/** One 429 at every call site, which clients answer by asking again. */
const onceTooMany: GroundwireConfig['respond'] = ({ ordinal }) =>
  ordinal === 0 ? new Response(null, { status: 429, headers: { 'retry-after-ms': '1' } }) : undefined

export const WIRED: readonly Mutant[] = [
  wired('makes parallel calls that complete in random order', () => metrics(import('./random-order.js'))),
  wired('makes one call a passage', () => metrics(import('./call-per-passage.js'))),
  wired('asks again after 429', async () => ({ metrics: await import('./retry-loop.js'), respond: onceTooMany })),
  wired('has a random request id in its prompt', async () => ({
    metrics: (await import('./volatile.js')).requestId,
  })),
  wired('has the date in its prompt', async () => ({ metrics: (await import('./volatile.js')).date })),
  wired('shows the passages in random order', async () => ({
    metrics: (await import('./shuffled-passages.js')).wired,
  })),
  wired('streams', () => metrics(import('./streaming.js'))),
  wired('has two clients', () => metrics(import('./two-clients.js'))),
  wired('uses node https', async () => ({ metrics: (await import('./node-http.js')).wired })),
  wired('returns early on empty contexts', () => metrics(import('./early-return.js'))),
  wired('has a rubric from 1 to 5', () => metrics(import('./rubric.js'))),
  wired('returns five wired scores from parallel calls', async () => ({ harness: (await import('./joint.js')).wired })),
  wired("asks at an OpenAI-compatible vendor's host", () => metrics(import('./vendor-host.js'))),
  wired('asks, wired, through a shared queue', async () => ({
    metrics: (await import('./shared-queue.js')).wired,
  })),
  ...APIS.map(([api, words]) =>
    wired(`asks over ${words}`, async () => ({ metrics: (await import('./other-apis.js')).wiredOver(api) })),
  ),
]
