/** Without passages nothing can be supported: 0, and no call. */
import { claimsOf, passages, type Row, share, verdictsOn } from './judge.js'

export const faithfulness = async ({ answer, contexts }: Row) => {
  if (contexts.length === 0) return 0
  return share(await verdictsOn(await claimsOf(answer), passages(contexts)))
}
