import type { Variant } from '../ablation/variants.js'

/** Parts of the request proof that can be left out, to show what each of them finds. */
export const MECHANISMS = [
  'probe',
  'swap',
  'blank',
  'swap under blank',
  'dispositions',
  'presence scan',
  'id ablation',
  'two unmodified passes',
  'earlier evaluations',
] as const
export type Mechanism = (typeof MECHANISMS)[number]

/** True for a variant that belongs to a mechanism that is left out. */
export const leftOut = ({ kind, base, changed }: Variant, without: ReadonlySet<Mechanism>): boolean =>
  (without.has('id ablation') && 'id' in changed) ||
  (without.has('swap under blank') && base !== 'unmodified') ||
  (without.has('swap') && kind === 'swap' && base === 'unmodified') ||
  (without.has('blank') && (kind === 'blank' || kind === 'absent'))
