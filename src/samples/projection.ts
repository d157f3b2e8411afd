import { WiringError } from '../errors.js'
import type { Artifact } from './artifact.js'
import type { EvalSample } from './sample.js'

/** Human labels that a metric may ask for besides artifacts. */
export type Label = 'relevance'

/** What a metric sees of a sample: the artifacts it declares (and the labels), nothing else; not even the id. */
export type Projection<A extends Artifact, L extends Label = never> = Readonly<
  { [K in A]: K extends 'contexts' ? readonly string[] : string } & { [K in L]: readonly boolean[] | null }
>

/** Keys that the language itself asks of any object (`await view`, `JSON.stringify(view)`). */
const ASKED_BY_THE_LANGUAGE = new Set(['then', 'toJSON'])

/**
 * A frozen view of `sample` that holds the declared keys and throws {@link WiringError} on a read of any other. In plain
 * JavaScript an undeclared field would quietly become `undefined` inside a prompt; here it stops the evaluation.
 * A declared artifact that the sample lacks altogether (`absent` ablation) throws too; a label it lacks is null.
 */
export const project = <A extends Artifact, L extends Label = never>(
  sample: EvalSample,
  declared: readonly A[],
  owner: string,
  labels: readonly L[] = [],
): Projection<A, L> => {
  const view: Record<string, unknown> = Object.create(null)
  for (const key of declared) {
    const value = sample[key]
    if (value !== undefined) view[key] = Array.isArray(value) ? Object.freeze([...value]) : value
  }
  for (const label of labels) view[label] = sample[label] === undefined ? null : Object.freeze([...sample[label]])
  return new Proxy(Object.freeze(view), {
    get: (target, key) => {
      if (typeof key === 'symbol' || key in target || ASKED_BY_THE_LANGUAGE.has(key)) return target[key as string]
      throw (declared as readonly string[]).includes(key)
        ? new WiringError(`${owner} reads \`${key}\`, which sample ${sample.id} does not carry`)
        : new WiringError(
            `${owner} reads \`${key}\`, but its ratio declares only ${declared.map((name) => `\`${name}\``).join(', ')}. ` +
              'Add the artifact to the ratio if the metric is defined over it; otherwise do not read it.',
          )
    },
  }) as Projection<A, L>
}
