import { describe, expect, it } from 'vitest'
import {
  aucOf,
  bestThreshold,
  clearHalves,
  coverages,
  hasData,
  mean,
  meanCoverage,
  readRows,
  shareAbove,
  swapped,
} from '../../../../bench/labelled-halves.js'
import { SUPPORT_THRESHOLD } from '../../../../src/transport/embedded/judgement.js'

const skipped = hasData() ? '' : ' (skipped: no shared data; set GROUNDWIRE_DATA)'

describe.skipIf(!hasData())(`agreement with people${skipped}`, () => {
  it('is an AUC of 0.90 or more for mean coverage on the half that the threshold was not chosen on', () => {
    const [first, second] = clearHalves(readRows('labelled.jsonl'))
    expect(second.filter((one) => one.faithful).length).toBeGreaterThan(50)
    expect(second.filter((one) => !one.faithful).length).toBeGreaterThan(20)
    expect(aucOf(second, meanCoverage)).toBeGreaterThanOrEqual(0.9)
    expect(bestThreshold(first)).toBe(SUPPORT_THRESHOLD)
  })

  it.each(['zh', 'ar', 'hi', 'de'])(
    'supports answers in %s by their own contexts and not by those of others',
    (lang) => {
      const rows = readRows('multilingual.jsonl').filter((row) => row.lang === lang)
      const share = shareAbove(SUPPORT_THRESHOLD)
      expect(rows.length).toBeGreaterThan(0)
      expect(mean(rows.map((row) => share(coverages(row))))).toBeGreaterThan(0.6)
      expect(mean(rows.map((row, index) => share(coverages(row, swapped(rows, index)))))).toBeLessThan(0.12)
    },
  )
})
