/** Only the extraction of claims sees the question, to resolve pronouns. */
import { claimsOf, passages, type Row, share, verdictsOn } from './judge.js'

export const faithfulness = async (row: Row) => {
  const claims = await claimsOf(row.answer, `\n\nIt answers: ${row.question}`)
  return share(await verdictsOn(claims, passages(row.contexts)))
}
