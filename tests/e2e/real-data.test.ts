import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { gateReport, tally, withBuild } from './groundwire.js'

withBuild()

const DATA = process.env.GROUNDWIRE_DATA ?? '../shared/data'
const REAL = join(DATA, 'real.jsonl')
const MULTILINGUAL = join(DATA, 'multilingual.jsonl')
const isThere = existsSync(REAL) && existsSync(MULTILINGUAL)
const SKIPPED = isThere ? '' : ` (skipped: no ${DATA}; set GROUNDWIRE_DATA)`

const NODE_OPTIONS = `--import=${pathToFileURL(resolve('tests/fixtures/print-peak-memory.js'))}`

const measured = async (args: readonly string[]) => {
  const ended = await gateReport(args, { env: { NODE_OPTIONS } })
  const megabytes = Number(/peak memory (\d+) MB/u.exec(ended.stderr)?.[1])
  return { ...ended, megabytes }
}

describe.skipIf(!isThere)(`real samples${SKIPPED}`, () => {
  it('the first 50 are proved, within 60 s and 400 MB', async () => {
    const { code, report, megabytes } = await measured(['--samples', REAL, '--limit', '50'])
    expect(tally(report)).toEqual({ invariant: 10, reads: 10, collapses: 1 })
    expect(report.lost).toEqual([])
    expect(megabytes).toBeGreaterThan(50)
    expect(megabytes).toBeLessThan(400)
    expect(report.timing.seconds).toBeLessThan(60)
    expect(code).toBe(0)
  })

  it('in four languages are proved', async () => {
    const { code, report } = await gateReport(['--samples', MULTILINGUAL])
    expect(tally(report)).toEqual({ invariant: 10, reads: 10, collapses: 1 })
    expect(code).toBe(0)
  })

  const isSlow = process.env.GROUNDWIRE_SLOW === '1'
  it.skipIf(!isSlow)(
    `all of them are proved within 400 MB${isSlow ? '' : ' (skipped: set GROUNDWIRE_SLOW=1)'}`,
    async () => {
      const { code, report, megabytes } = await measured(['--samples', REAL])
      expect(tally(report)).toEqual({ invariant: 10, reads: 10, collapses: 1 })
      expect(report.spec.samples.count).toBe(385)
      expect(report.lost).toEqual([])
      expect(megabytes).toBeLessThan(400)
      expect(code).toBe(0)
    },
  )
})
