/** A second look at claims with one verdict, this time with the reference in view. */
import { claimsOf, passages, type Row, share, type Verdict, verdictsOn } from './judge.js'

export const secondLook = (at: Verdict) => ({
  faithfulness: async (row: Row) => {
    const claims = await claimsOf(row.answer)
    const verdicts = await verdictsOn(claims, passages(row.contexts))
    if (!verdicts.includes(at)) return share(verdicts)
    return share(await verdictsOn(claims, `${passages(row.contexts)}\n\nSee also:\n${row.ground_truth}`))
  },
})
