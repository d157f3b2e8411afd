import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { InputError } from '../errors.js'
import type { LoadedSamples } from '../samples/dataset.js'
import type { FormatName } from '../samples/formats.js'
import { type FileType, parseSamples } from '../samples/parse-samples.js'

export type LoadOptions = {
  /** Columns to keep in `sample.extras`. */
  extras?: readonly string[]
  type?: FileType
  format?: FormatName
  /** What `-` reads. Default: the standard input of the process. */
  stdin?: AsyncIterable<Uint8Array> & { isTTY?: boolean }
}

const TYPES: Readonly<Record<string, FileType>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.json': 'json',
  '.csv': 'csv',
  '.tsv': 'csv',
}

const READ_FAILURES: Readonly<Record<string, string>> = {
  ENOENT: 'no such file; check the path',
  ENOTDIR: 'no such file; a part of the path is a file, not a folder',
  EISDIR: 'is a folder; name a file in it',
  EACCES: 'may not be read; check its permissions',
  EPERM: 'may not be read; check its permissions',
}

const readPath = async (path: string): Promise<Uint8Array> => {
  try {
    return await readFile(path)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new InputError(`${path}: ${READ_FAILURES[code] ?? `cannot be read (${String(error)})`}`, { cause: error })
  }
}

const readStandardInput = async (stdin: NonNullable<LoadOptions['stdin']>): Promise<Uint8Array> => {
  if (stdin.isTTY) throw new InputError('standard input: nothing is piped in; pipe a data file, or name one')
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** First bytes of files that people take for data files, and what to do with them. */
const BINARY: readonly (readonly [bytes: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'is a zip archive or an Excel workbook; export it as CSV in UTF-8'],
  [[0x50, 0x41, 0x52, 0x31], 'is a Parquet file; write it as JSON Lines'],
  [[0x1f, 0x8b], 'is compressed with gzip; unpack it first (gunzip)'],
  [[0xff, 0xfe], 'is UTF-16, expected UTF-8; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)'],
  [[0xfe, 0xff], 'is UTF-16, expected UTF-8; save it as UTF-8 (iconv -f UTF-16 -t UTF-8)'],
]

const NEWLINE = 0x0a
const HEAD = 1024

/** The line (from 1) of the first bytes that are no UTF-8. A newline byte is never part of another character. */
const firstBadLine = (bytes: Uint8Array): number => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let line = 1, start = 0; ; line++) {
    const end = bytes.indexOf(NEWLINE, start)
    try {
      decoder.decode(bytes.subarray(start, end === -1 ? bytes.length : end))
    } catch {
      return line
    }
    if (end === -1) return line
    start = end + 1
  }
}

const decode = (bytes: Uint8Array, source: string): string => {
  const binary = BINARY.find(([start]) => start.every((byte, index) => bytes[index] === byte))
  if (binary !== undefined) throw new InputError(`${source}: ${binary[1]}`)
  const head = bytes.subarray(0, HEAD)
  if (head.filter((byte) => byte === 0).length > head.length / 4) {
    throw new InputError(`${source}: is binary, or UTF-16 without a mark, expected text in UTF-8; save it as UTF-8`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    const remedy = 'save it as UTF-8 (from Windows-1252: iconv -f WINDOWS-1252 -t UTF-8)'
    throw new InputError(`${source}:${firstBadLine(bytes)}: not UTF-8; ${remedy}`, { cause: error })
  }
}

/**
 * The text of a file, or of standard input where the path is `-`, with its name for messages and the type that its ending
 * says (.jsonl, .ndjson, .json, .csv, .tsv).
 * @throws InputError where the file cannot be read or is no UTF-8 text
 */
export const readText = async (
  path: string,
  { stdin = process.stdin }: Pick<LoadOptions, 'stdin'> = {},
): Promise<{ readonly text: string; readonly source: string; readonly type?: FileType }> => {
  const isPiped = path === '-'
  const source = isPiped ? 'standard input' : path
  const bytes = isPiped ? await readStandardInput(stdin) : await readPath(path)
  const type = isPiped ? undefined : TYPES[extname(path).toLowerCase()]
  return { text: decode(bytes, source), source, ...(type === undefined ? {} : { type }) }
}

/**
 * Reads samples from a file, or from standard input where the path is `-`. The type is the one that is given, else the
 * one of the file's ending, else guessed from the content.
 *
 * @throws InputError where the file cannot be read, is no UTF-8 text, or holds a bad place (see `parseSamples`).
 */
export const loadSamples = async (path: string, options: LoadOptions = {}): Promise<LoadedSamples> => {
  const { stdin, ...rest } = options
  const { text, ...found } = await readText(path, stdin === undefined ? {} : { stdin })
  return parseSamples(text, { ...found, ...rest })
}
