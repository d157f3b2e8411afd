/** Parallel calls that are sent, and come back, in random order. */
import { claimsOf, passages, type Row, share, type Verdict, verdictsOn } from './judge.js'

const sometime = async () => {
  for (let turns = Math.floor(Math.random() * 4); turns > 0; turns--) await new Promise((next) => setImmediate(next))
}

export const faithfulness = async (row: Row) => {
  const verdicts: Verdict[] = []
  const claims = await claimsOf(row.answer)
  await Promise.all(
    claims.map(async (claim, index) => {
      await sometime()
      const [verdict] = await verdictsOn([`${index + 1}. ${claim}`], passages(row.contexts))
      await sometime()
      verdicts.push(verdict ?? 'unsupported')
    }),
  )
  return share(verdicts)
}
