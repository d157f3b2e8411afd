import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ablate } from '../../src/ablation/ablation.js'
import { donorsAmong } from '../../src/ablation/donors.js'
import { faithfulness } from '../../src/metrics/builtin/faithfulness.js'
import type { EvalSample } from '../../src/samples/sample.js'
import { embeddedAnswer } from '../../src/transport/embedded-answer.js'
import { intercept } from '../../src/transport/interception.js'
import { loadSamples } from '../../src/transport/sample-files.js'
import { simulatedJudge } from './embedded-gate.js'

const DATA = process.env.GROUNDWIRE_DATA ?? '../shared/data'
const FILE = join(DATA, 'multilingual.jsonl')
const isThere = existsSync(FILE)

const watched = await intercept()
afterAll(() => watched.close())

const REPEATS = 5

describe.skipIf(!isThere)(`faithfulness by the embedded judge${isThere ? '' : ` (skipped: no ${FILE})`}`, () => {
  it.each(['zh', 'ar', 'hi', 'de'])('tells supported from swapped contexts in %s', async (language) => {
    const rows = (await readFile(FILE, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const ids = new Set(rows.filter(({ lang }) => lang === language).map(({ id }) => id))
    const { samples } = await loadSamples(FILE)
    const donors = donorsAmong(samples, 1)
    watched.answerWith(embeddedAnswer(1))
    const judge = simulatedJudge()

    const meanOf = async (arm: string, shown: (sample: EvalSample) => EvalSample) => {
      const scores: number[] = []
      for (const sample of samples.filter(({ id }) => ids.has(id)))
        for (let repeat = 0; repeat < REPEATS; repeat++) {
          const evaluation = { metric: 'faithfulness', sample: sample.id, arm, repeat }
          const { result } = await watched.trace(evaluation, { judge: 'embedded' }, () =>
            faithfulness.evaluate(shown(sample), { judge }),
          )
          if ('error' in result) throw result.error
          if (result.value.score !== null) scores.push(result.value.score)
        }
      expect(scores).toHaveLength(6 * REPEATS)
      return scores.reduce((sum, score) => sum + score, 0) / scores.length
    }

    expect(await meanOf('unmodified', (sample) => sample)).toBeGreaterThan(0.5)
    const swap = { artifact: 'contexts', kind: 'swap' } as const
    expect(await meanOf('swap contexts', (sample) => ablate(sample, swap, donors(sample, 'contexts')))).toBeLessThan(
      0.2,
    )
  })
})
