import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type WiringReport, wiringReportSchema } from '../check/report.js'
import { InputError } from '../errors.js'
import { consoleReport } from '../report/console.js'

const useColor = () => process.stdout.isTTY === true && !process.env.NO_COLOR

/** Writes the text report to standard output and, where asked, the JSON to a file (`-`: JSON alone, to standard output). */
export const writeReport = async (report: WiringReport, json: string | undefined): Promise<void> => {
  const checked = `${JSON.stringify(wiringReportSchema.parse(report), null, 2)}\n`
  if (json === '-') {
    process.stdout.write(checked)
    return
  }
  process.stdout.write(consoleReport(report, { color: useColor() }))
  if (json === undefined) return
  try {
    await mkdir(dirname(resolve(json)), { recursive: true })
    await writeFile(json, checked)
  } catch (cause) {
    throw new InputError(`--json ${json}: could not be written: ${(cause as Error).message}`, { cause })
  }
}
