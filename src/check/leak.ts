import type { Metric } from '../metrics/metric.js'
import type { Artifact } from '../samples/artifact.js'
import { gravest, type LeakKind } from '../wire/leak-kind.js'
import type { Layer, Observation } from './observation.js'
import type { RequestFindings } from './request-proof.js'

/** An entry of the config that accepts a leak as it is, pinned to its kind and call. */
export interface Acceptance {
  readonly metric: string
  readonly artifact: Artifact
  readonly reason: string
  /** The leak kind and the call (1-based) it is accepted for; or the outcome `not-covered`. */
  readonly kind?: LeakKind
  readonly call?: number
  readonly outcome?: 'not-covered'
}

/** What a leak of a kind does to the outcome; default: only an explanation is noted. */
export type Policy = Readonly<Partial<Record<Artifact, Readonly<Partial<Record<LeakKind, 'fail' | 'note'>>>>>>

/** One way by which an artifact reaches a metric: through a call, or (call 0) past every request. */
export interface Channel {
  readonly call: number
  readonly kind: LeakKind
  readonly slot: string | null
  /** The acceptance that covers it, with its reason. */
  readonly accepted: string | null
  readonly policy: 'fail' | 'note'
}

export interface Reach {
  readonly observations: readonly Observation[]
  readonly channels: readonly Channel[]
}

/** The layers that rest on the comparison of two passes. */
const COMPARED: ReadonlySet<Layer> = new Set(['ablation', 'own store', 'earlier evaluation'])

/** The calls whose reply can move a metric's score, and those of which that is not known; all calls of a single metric. */
const belongs = (slot: string, metric: Metric, { effects, unit }: RequestFindings): boolean => {
  if (unit.metrics.length === 1 || effects === null) return true
  if (effects.moves(slot, metric.name)) return true
  return !unit.metrics.some(({ name }) => effects.moves(slot, name))
}

/** Everything by which an artifact reaches a metric, and through which calls, with the kind of each. */
export const reachOf = (
  metric: Metric,
  artifact: Artifact | 'unknown',
  findings: RequestFindings,
  { accept = [], policy = {} }: { readonly accept?: readonly Acceptance[]; readonly policy?: Policy } = {},
): Reach => {
  const { effects, evidence, probe, erratic } = findings
  const forbidden = artifact === 'unknown' || metric.mustNeverReceive.includes(artifact)
  const observations = findings.observations.filter((seen) => {
    // Where requests differ by themselves, one that changed accuses nobody; what stands in it still does.
    if (forbidden && erratic && COMPARED.has(seen.layer) && seen.moved.length === 0) return false
    if (seen.artifact !== artifact || (seen.metric !== null && seen.metric !== metric.name)) return false
    return (
      seen.moved.includes(metric.name) ||
      seen.slots.some((slot) => belongs(slot, metric, findings)) ||
      (seen.slots.length === 0 && seen.moved.length === 0)
    )
  })
  const slots = [
    ...new Set(observations.flatMap((seen) => seen.slots.filter((slot) => belongs(slot, metric, findings)))),
  ]
  const ordinal = (slot: string) => {
    const known = evidence.find((entry) => entry.call.slot === slot)?.call.call
    const probed = 'calls' in probe ? probe.calls.findIndex((call) => call.slot === slot) + 1 : 0
    return known ?? probed
  }
  const channel = (call: number, kind: LeakKind, slot: string | null): Channel => ({
    call,
    kind,
    slot,
    accepted:
      accept.find(
        (entry) =>
          entry.metric === metric.name && entry.artifact === artifact && entry.kind === kind && entry.call === call,
      )?.reason ?? null,
    policy:
      (artifact === 'unknown' ? undefined : policy[artifact]?.[kind]) ?? (kind === 'explanation' ? 'note' : 'fail'),
  })
  const channels = slots
    .map((slot) => channel(ordinal(slot), effects?.kind(slot, metric.name) ?? 'score', slot))
    .sort((left, right) => left.call - right.call)
  const local = observations.some(({ moved, slots: through }) => moved.includes(metric.name) && through.length === 0)
  const unseen = observations.some((seen) => seen.layer === 'unseen field')
  if (local || unseen) channels.push(channel(0, 'score', null))
  return { observations, channels }
}

/** The gravest kind of the channels that are neither accepted nor only noted; null where none is left. */
export const failingKind = (channels: readonly Channel[]): LeakKind | null => {
  const failing = channels.filter(({ accepted, policy }) => accepted === null && policy === 'fail')
  return failing.length === 0 ? null : gravest(failing.map(({ kind }) => kind))
}
