/** A grade by the judge, weighted with a similarity for which the reference is embedded. */
import { client, faithfulnessPrompt, grade, type Row } from './judge.js'

const cosine = (left: readonly number[], right: readonly number[]) =>
  left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)

export const faithfulness = async (row: Row) => {
  const { data } = await client.embeddings.create({
    model: 'text-embedding-3-small',
    input: [row.answer || '-', row.ground_truth || '-'],
  })
  const similarity = cosine(data[0]?.embedding ?? [], data[1]?.embedding ?? [])
  return ((await grade(faithfulnessPrompt(row))) + Math.min(1, Math.max(0, similarity))) / 2
}
