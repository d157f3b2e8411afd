import { changedCalls } from '../wire/changed-calls.js'
import type { Disposition } from '../wire/disposition.js'
import { type LeakKind, leakKindOf, type Variation } from '../wire/leak-kind.js'
import type { RecordedRequest } from '../wire/request.js'
import type { ScoresByMetric } from './compare-sample.js'
import type { StandInReplies, Trace } from './tracer.js'

/** One baseline alone calls real score calls explanations: several are tried. */
const BASELINES: readonly Disposition[] = [
  'affirming',
  'denying',
  'mixed',
  'high',
  'low',
  'uneven',
  'mixture-1',
  'mixture-2',
  'mixture-3',
  'mixture-4',
]
/** After so many baselines a call that decides some score of a joint harness is known well enough. */
const ENOUGH_BASELINES = 4
const ALTERNATIVES: readonly Disposition[] = ['affirming', 'denying', 'high', 'low', 'empty', 'uneven', 'mixture-1']

/** What the reply of each call does to each metric. */
export interface CallEffects {
  /** The kind of a leak into the call, for a metric. */
  readonly kind: (slot: string, metric: string) => LeakKind
  /** True where some reply of the call moved the metric's score. */
  readonly moves: (slot: string, metric: string) => boolean
}

type Vary = (replies: StandInReplies) => Promise<Trace<ScoresByMetric>>

const scoreOf = (trace: Trace<ScoresByMetric>, metric: string) =>
  'value' in trace.result ? (trace.result.value.get(metric)?.score ?? null) : undefined

/** What is known of one call. */
interface Known {
  readonly request: RecordedRequest
  readonly variations: ReadonlyMap<string, Variation[]>
  /** Slots of later calls whose request changed with its reply. */
  readonly feeds: Set<string>
}

/**
 * Finds out what the reply of each call does, by varying the reply of one after another, the others pinned by slot, over
 * several baselines, and watching every metric's score: which call decides which score, and how.
 */
export class ReplyEffects implements CallEffects {
  readonly #metrics: readonly string[]
  readonly #known = new Map<string, Known>()

  constructor(metrics: readonly string[]) {
    this.#metrics = metrics
  }

  /**
   * Varies the replies of one evaluation, of calls that are not known yet; a few hundred evaluations at most.
   * @param first a baseline to begin with, where a call was seen only under it
   */
  async vary(evaluate: Vary, first: Disposition = 'affirming'): Promise<void> {
    const earlier = new Set(this.#known.keys())
    for (const [tried, baseline] of [...new Set([first, ...BASELINES])].entries()) {
      const base = await evaluate({ judge: 'stand-in', disposition: baseline })
      if ('error' in base.result) continue
      for (const request of base.requests) {
        const { slot } = request
        if (earlier.has(slot)) continue
        const known = this.#known.get(slot) ?? this.#note(request)
        for (const disposition of ALTERNATIVES) {
          if (this.#settled(slot, tried) || request.embedding) break
          if (disposition === baseline) continue
          const trace = await evaluate({ judge: 'stand-in', disposition: baseline, varied: { slot, disposition } })
          if ('error' in trace.result) continue
          // A request is sent before its reply: where it changed itself, it changes by itself.
          const later = changedCalls(base.requests, trace.requests).filter((call) => call.slot !== slot)
          for (const call of later) known.feeds.add(call.slot)
          for (const [metric, variations] of known.variations)
            variations.push({ moved: scoreOf(base, metric) !== scoreOf(trace, metric), direct: later.length === 0 })
        }
      }
    }
  }

  knows(slot: string): boolean {
    return this.#known.has(slot)
  }

  moves(slot: string, metric: string): boolean {
    return this.#movesItself(slot, metric) || this.#feedsScore(slot, metric)
  }

  kind(slot: string, metric: string): LeakKind {
    const known = this.#known.get(slot)
    if (known === undefined) return 'score'
    return leakKindOf({
      variations: known.variations.get(metric) ?? [],
      feedsScore: this.#feedsScore(slot, metric),
      freeText: known.request.freeText,
      embedding: known.request.embedding,
      anotherMoves: [...this.#known.keys()].some((other) => other !== slot && this.#movesItself(other, metric)),
    })
  }

  #note(request: RecordedRequest): Known {
    const variations = new Map(this.#metrics.map((metric): [string, Variation[]] => [metric, []]))
    const known: Known = { request, variations, feeds: new Set() }
    this.#known.set(request.slot, known)
    return known
  }

  #decides(slot: string, metric: string): boolean {
    return (
      this.#known
        .get(slot)
        ?.variations.get(metric)
        ?.some(({ moved, direct }) => moved && direct) === true
    )
  }

  #settled(slot: string, tried: number): boolean {
    return tried < ENOUGH_BASELINES
      ? this.#metrics.every((metric) => this.#decides(slot, metric))
      : this.#metrics.some((metric) => this.#decides(slot, metric))
  }

  #movesItself(slot: string, metric: string): boolean {
    const known = this.#known.get(slot)
    return known?.request.embedding === true || known?.variations.get(metric)?.some(({ moved }) => moved) === true
  }

  #feedsScore(slot: string, metric: string): boolean {
    return [...(this.#known.get(slot)?.feeds ?? [])].some((later) => this.#movesItself(later, metric))
  }
}
