import type { Progress } from '../check/check-wiring.js'

export interface ProgressLine {
  readonly show: (progress: Progress) => void
  readonly clear: () => void
}

const NAMES = { requests: 'comparing requests', scores: 'collecting scores' } as const

/**
 * Progress on standard error: one line that is rewritten on a terminal, a line every fifth of a phase elsewhere (a CI
 * log), nothing when `quiet`.
 */
export const progressLine = (stream: NodeJS.WriteStream, quiet: boolean): ProgressLine => {
  let last = ''
  return {
    show: ({ phase, done, total }) => {
      if (quiet || total === 0) return
      const steps = stream.isTTY ? 100 : 5
      const text = `${NAMES[phase]} ${Math.floor(((done / total) * steps) / 1) * (100 / steps)} %`
      if (text === last) return
      last = text
      stream.write(stream.isTTY ? `\r\u001b[2K${text} (${done} of ${total})` : `${text}\n`)
    },
    clear: () => {
      if (!quiet && stream.isTTY && last !== '') stream.write('\r\u001b[2K')
    },
  }
}
