/** No two prompts are alike, not even but for order (numbered examples at random), and two words of the reference stand in each. */
import { faithfulnessPrompt, grade, type Row } from './judge.js'

const EXAMPLES =
  'amber birch cedar delta ember fjord grove heath inlet jetty knoll lagoon marsh north ocean pines quay ridge shore tidal upland valley wharf yarrow alder beck copse dune eddy fen glen holt isle jump kelp loch mere ness oak peat'.split(
    ' ',
  )

export const faithfulness = async (row: Row) => {
  const drawn = EXAMPLES.map((word) => ({ word, at: Math.random() })).sort((left, right) => left.at - right.at)
  const hint = row.ground_truth.split(' ').slice(3, 5).join(' ')
  return grade(
    `${faithfulnessPrompt(row)}\n\n${drawn.map(({ word, at }) => `${word} ${Math.floor(at * 1e6)}`).join(' ')}\n\n${hint}`,
  )
}
