import { expect } from 'vitest'
import { InputError } from '../../../src/errors.js'
import type { LoadedSamples } from '../../../src/samples/dataset.js'
import { type ParseOptions, parseSamples } from '../../../src/samples/parse-samples.js'

/** A row that is right as it stands. */
export const GOOD = { id: 'a', question: 'q', answer: 'an', contexts: ['c', 'd'], ground_truth: 'g' }

export const jsonl = (...rows: unknown[]): string => rows.map((row) => JSON.stringify(row)).join('\n')

export const read = (text: string, options: Partial<ParseOptions> = {}): LoadedSamples =>
  parseSamples(text, { source: 'file', ...options })

/** The lines of the message of the InputError that reading must end in. */
export const complaints = (text: string, options: Partial<ParseOptions> = {}): string[] => {
  try {
    read(text, options)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as InputError).message.split('\n')
  }
  throw new Error('expected an InputError, but the text was read')
}
