import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type WiringReport, wiringReportSchema } from '../check/report.js'
import { InputError } from '../errors.js'
import { consoleReport } from '../report/console.js'

const useColor = () => process.stdout.isTTY === true && !process.env.NO_COLOR

/** Writes a value as JSON to a file, whole or not at all; `-`: to standard output. @throws {InputError} naming the flag */
export const writeJson = async (value: unknown, path: string, flag: string): Promise<void> => {
  const text = `${JSON.stringify(value, null, 2)}\n`
  if (path === '-') {
    process.stdout.write(text)
    return
  }
  try {
    await mkdir(dirname(resolve(path)), { recursive: true })
    const draft = `${path}.${process.pid}.tmp`
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    throw new InputError(`${flag} ${path}: could not be written: ${(cause as Error).message}`, { cause })
  }
}

/** Writes the text report to standard output and, where asked, the JSON to a file (`-`: JSON alone, to standard output). */
export const writeReport = async (report: WiringReport, json: string | undefined): Promise<void> => {
  const checked = wiringReportSchema.parse(report)
  if (json !== '-') process.stdout.write(consoleReport(report, { color: useColor() }))
  if (json !== undefined) await writeJson(checked, json, '--json')
}
