import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../../src/check/outcome.js'
import type { CheckReport, WiringReport } from '../../../src/check/report.js'
import { wiringReportSchema } from '../../../src/check/report.js'
import { consoleReport } from '../../../src/report/console.js'
import type { Artifact } from '../../../src/samples/artifact.js'
import { NOTHING_LACKS } from '../fakes.js'

const check = (
  artifact: Artifact,
  expectation: CheckReport['expectation'],
  outcome: Outcome,
  more: Partial<CheckReport> = {},
): CheckReport => ({
  metric: 'faithfulness',
  artifact,
  expectation,
  outcome,
  proof: 'requests',
  reason: `why ${outcome}`,
  leakKind: null,
  turnsInto: [],
  requests: null,
  scores: null,
  ...more,
})

const LEAK = check('ground_truth', 'ignores', 'leak', {
  leakKind: 'score',
  reason: 'the judge is shown it (6 of 6 samples)',
  turnsInto: ['context_recall', 'answer_correctness'],
  requests: {
    compared: 6,
    changed: 6,
    samples: ['s1', 's2'],
    layers: ['probe', 'ablation'],
    kinds: ['swap', 'blank'],
    dispositions: ['affirming', 'denying'],
    calls: [{ call: 2, kind: 'score', accepted: null }],
    difference: {
      sample: 's1',
      ablation: 'swap ground_truth',
      call: 2,
      of: 2,
      endpoint: 'POST /v1/chat/completions',
      model: 'gpt-4.1-mini',
      field: 'messages[0].content',
      line: 7,
      unmodified: ['Expected: Bonn'],
      ablated: ['Expected: Paris'],
      site: { file: 'src/eval/metrics.ts', line: 12, function: 'faithfulness' },
    },
  },
  scores: {
    outcome: 'leak',
    ablation: 'swap ground_truth',
    sentence: '+0.16 (0.78 ablated → 0.94 as wired), p = 0.002, 13 times the noise band',
    samples: 6,
    dropped: 0,
    unmodified: 0.94,
    ablated: 0.78,
    inflation: 0.16,
    deltaHat: -0.16,
    kept: null,
    p: 0.002,
    pHolm: 0.002,
    method: 'exact',
    margin: 0.1,
    rulesOut: 0.2,
    noiseBandOfDifference: 0.02,
  },
})

const WIRED = [
  check('question', 'ignores', 'invariant'),
  check('answer', 'reads', 'reads'),
  check('contexts', 'reads', 'reads'),
  check('contexts', 'collapses', 'collapses'),
  check('ground_truth', 'ignores', 'invariant'),
]

const report = (more: Partial<WiringReport> = {}): WiringReport => {
  const given: WiringReport = {
    version: 1,
    status: 'complete',
    exitCode: 0,
    summary: 'all 5 checks hold: 2 invariant, 2 reads, 1 collapses',
    spec: {
      harness: null,
      groundwire: '0.1.0',
      seed: 7,
      samples: {
        source: 'samples.jsonl',
        count: 6,
        hash: 'h',
        lacking: NOTHING_LACKS,
        notes: ['`context` read as contexts'],
      },
      metrics: [
        {
          name: 'faithfulness',
          ratio: 'claims kept / claims',
          receives: ['answer', 'contexts'],
          mustNeverReceive: ['question', 'ground_truth'],
          deterministic: false,
          wireMap: 'A → C<1',
        },
      ],
      ablated: ['question', 'answer', 'contexts', 'ground_truth'],
      scores: { judge: 'embedded', repeats: 5, ablatedRepeats: 3, margin: null },
    },
    checks: WIRED,
    scores: [],
    noise: [
      {
        metric: 'faithfulness',
        samples: 6,
        repeats: 5,
        mean: 0.7,
        halfRange: 0.01,
        sd: 0.01,
        text: '0.700 ± 0.010',
        warning: null,
      },
    ],
    controls: [],
    lost: [],
    notes: [],
    refused: [],
    stray: [],
    provenance: [],
    totals: {
      fullProductSamples: 6,
      requestProof: { evaluations: 1344, requests: 2688 },
      scores: { evaluations: 84, planned: 84, requests: 168 },
    },
    timing: { seconds: 1.25 },
    ...more,
  }
  return wiringReportSchema.parse(given)
}

const shown = (more: Partial<WiringReport> = {}) => consoleReport(report(more), { color: false })
const lines = (more: Partial<WiringReport> = {}) => shown(more).split('\n')

describe('the console report', () => {
  it('says what was read: source, samples, seed, notes', () => {
    expect(lines().slice(0, 2)).toEqual(['samples.jsonl: 6 samples, seed 7', '  note: `context` read as contexts'])
  })

  it('shows the matrix: a row a metric, a column an artifact, all outcomes of a cell', () => {
    const matrix = lines().slice(3, 5)
    expect(matrix).toEqual([
      '               question    answer   contexts            ground_truth',
      'faithfulness   invariant   reads    reads · collapses   invariant',
    ])
  })

  it('keeps the columns in line whatever the outcomes', () => {
    const [head, row] = lines({
      checks: [LEAK, check('contexts', 'collapses', 'not-covered'), check('question', 'ignores', 'not-asked')],
    }).slice(3, 5)
    expect(row!.indexOf('not-covered')).toBe(head!.indexOf('contexts'))
    expect(row!.indexOf('leak')).toBe(head!.indexOf('ground_truth'))
    expect(row!.indexOf('not-asked')).toBe(head!.indexOf('question'))
  })

  it('shows the noise band of each metric, and says that the embedded judge is a simulator', () => {
    expect(shown()).toContain(
      "Noise band of each metric's mean (embedded judge, a simulator)\n  faithfulness   0.700 ± 0.010, 6 samples scored\n",
    )
    expect(shown({ spec: { ...report().spec, scores: null } })).not.toContain('Noise band')
    const live = { ...report().spec, scores: { ...report().spec.scores!, judge: 'live' as const } }
    expect(shown({ spec: live })).toContain('(live judge)')
  })

  it('shows a warning beside its band', () => {
    expect(shown({ noise: [{ ...report().noise[0]!, warning: 'two repeats only' }] })).toContain('; two repeats only')
  })

  it('shows a leak with its reason, ratio, request difference and inflation', () => {
    const text = shown({ checks: [...WIRED.slice(0, 4), LEAK], exitCode: 1, summary: '1 of 5 checks fail' })
    const from = text.slice(text.indexOf('Failing checks'), text.indexOf('\n\n', text.indexOf('Failing checks')))
    expect(from.split('\n')).toEqual([
      'Failing checks',
      '  leak (score)  faithfulness × ground_truth: faithfulness must ignore ground_truth',
      '    the judge is shown it (6 of 6 samples)',
      '    seen by probe, ablation, swap, blank; under affirming, denying replies',
      '    faithfulness = claims kept / claims: ground_truth stands in neither term; with it the prompt can compute context_recall and answer_correctness',
      '    sent from src/eval/metrics.ts:12 in faithfulness',
      '    call 2 of 2 · POST /v1/chat/completions · gpt-4.1-mini · messages[0].content, line 7 (sample s1, swap ground_truth)',
      '      − Expected: Bonn',
      '      + Expected: Paris',
      '    inflation: +0.16 (0.78 ablated → 0.94 as wired), p = 0.002, 13 times the noise band',
      '    fix: take ground_truth out of what faithfulness sends (call 2, score); or accept it in the config:',
      "      accept: [{ metric: 'faithfulness', artifact: 'ground_truth', kind: 'score', call: 2, reason: '…' }]",
    ])
  })

  it('names the whole request where one came or went', () => {
    const requests = { ...LEAK.requests!, difference: { ...LEAK.requests!.difference!, field: '' } }
    expect(shown({ checks: [{ ...LEAK, requests }] })).toContain('· the whole request (sample s1')
  })

  it('shows dead wires and missing collapses as failing', () => {
    const text = shown({
      checks: [check('answer', 'reads', 'dead-wire'), check('contexts', 'collapses', 'no-collapse')],
    })
    expect(text).toContain('  dead-wire  faithfulness × answer: faithfulness must read answer\n    why dead-wire\n')
    expect(text).toContain('faithfulness must collapse without contexts')
    expect(text.indexOf('Failing checks')).toBeLessThan(text.indexOf('no-collapse  '))
  })

  it('shows what is not decided apart, and leaves out what passes or was not asked', () => {
    const text = shown({
      checks: [
        check('question', 'ignores', 'inconclusive'),
        check('answer', 'reads', 'error'),
        check('contexts', 'reads', 'not-asked'),
        check('ground_truth', 'ignores', 'noted'),
      ],
    })
    expect(text).not.toContain('Failing checks')
    const open = text.slice(text.indexOf('Not decided, or to note'))
    for (const outcome of ['inconclusive', 'error', 'noted']) expect(open).toContain(`  ${outcome}  faithfulness ×`)
    expect(open).not.toContain('why not-asked')
    expect(shown()).not.toMatch(/Failing|Not decided/u)
  })

  it('shows what was lost, refused and stray: five of each, and how many more', () => {
    const lost = Array.from({ length: 7 }, (_, index) => ({
      metric: 'faithfulness',
      sample: `s${index}`,
      arm: 'unmodified',
      repeat: 0,
      message: 'HTTP 500',
    }))
    const text = shown({
      lost,
      refused: ['GET https://a.test/'],
      stray: ['POST https://b.test/'],
      status: 'incomplete',
      exitCode: 3,
    })
    expect(text).toContain('Lost: no score, and in no mean (7)\n  faithfulness on s0 (unmodified): HTTP 500\n')
    expect(text).toContain('  faithfulness on s4 (unmodified): HTTP 500\n  … and 2 more in the JSON report\n')
    expect(text).not.toContain('on s5')
    expect(text).toContain('Refused: requests to what is no judge (1)\n  GET https://a.test/\n')
    expect(text).toContain('Stray: requests outside any evaluation (1)\n  POST https://b.test/\n')
    expect(shown()).not.toMatch(/Lost|Refused|Stray/u)
  })

  it('says what a pass covers, and counts what was done', () => {
    expect(shown()).toContain(
      '1,344 evaluations compared over 2,688 requests (every kind of ablation on 6 samples of varied shape, swap on all); 84 evaluations scored over 168 requests',
    )
    expect(shown()).toContain('It does not prove that the judge is right.')
    expect(shown({ spec: { ...report().spec, scores: null } })).toContain('; score checks not asked')
  })

  it('ends with the summary and the time, and says so where it was interrupted', () => {
    expect(lines().at(-2)).toBe('all 5 checks hold: 2 invariant, 2 reads, 1 collapses · 1.3 s')
    const interrupted = lines({ status: 'interrupted', exitCode: 3, summary: '0 of 5 checks hold, none fails' })
    expect(interrupted.at(-2)).toBe('interrupted: 0 of 5 checks hold, none fails · 1.3 s')
    expect(shown().endsWith('\n')).toBe(true)
  })

  it('has no control sequence without color, and the same text with it', () => {
    const control = String.fromCharCode(27)
    const given = report({ checks: [...WIRED.slice(0, 4), LEAK], exitCode: 1 })
    const plain = consoleReport(given, { color: false })
    const colored = consoleReport(given, { color: true })
    expect(plain).not.toContain(control)
    expect(colored).toContain(control)
    expect(colored.replaceAll(new RegExp(`${control}\\[\\d+m`, 'gu'), '')).toBe(plain)
  })

  it('says once what keeps several checks of a metric open, with all their artifacts', () => {
    const thrown = (artifact: 'question' | 'answer' | 'ground_truth', reason: string) => ({
      ...check(artifact, 'ignores', 'error'),
      reason,
    })
    const text = shown({
      checks: [thrown('question', 'threw: no row'), thrown('ground_truth', 'threw: no row'), thrown('answer', 'other')],
    })
    expect(text).toContain('  error  faithfulness × question, ground_truth\n    threw: no row\n')
    expect(text).toContain('  error  faithfulness × answer: faithfulness must ignore answer\n    other\n')
  })

  it('says where the harness was loaded from when no line of it is known', () => {
    const lost = { ...LEAK, requests: { ...LEAK.requests!, difference: { ...LEAK.requests!.difference!, site: null } } }
    const spec = { ...report().spec, harness: 'src/metrics.ts' }
    expect(shown({ checks: [lost], spec })).toContain(
      'sent by code below faithfulness in src/metrics.ts; no line of yours was on the stack',
    )
  })
})
