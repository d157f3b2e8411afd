import { z } from 'zod'
import { wiringReportSchema } from './report.js'
import { runRecordSchema } from './run-record.js'

/** The published JSON Schemas (draft 2020-12) by name: the report of every command, and the record of `groundwire run`. */
export const jsonSchemas = (): Readonly<Record<'report' | 'run', object>> => ({
  report: z.toJSONSchema(wiringReportSchema),
  run: z.toJSONSchema(runRecordSchema),
})
