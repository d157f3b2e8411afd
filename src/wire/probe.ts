import { ARTIFACTS, type Artifact } from '../samples/artifact.js'
import type { EvalSample } from '../samples/sample.js'
import type { RecordedRequest } from './request.js'

/** A token that stands in one text of the probe and nowhere else; it survives lower-casing, trimming and escaping. */
const TOKENS: Readonly<Record<Artifact, readonly string[]>> = {
  question: ['quorvex7'],
  answer: ['anselmik4'],
  contexts: ['contravel3', 'conbrisk9'],
  ground_truth: ['gradovin5'],
}

/** One synthetic sample of fixed shape, two passages, each text a natural sentence with its token. */
export const PROBE: EvalSample = {
  id: 'groundwire-probe',
  question: 'In which year did the quorvex7 lighthouse begin to guide ships into the northern harbour?',
  answer: 'The anselmik4 lighthouse began to guide ships in 1874. It was built by the harbour board.',
  contexts: [
    'The contravel3 lighthouse was lit for the first time in 1874. The harbour board paid for its tower.',
    'Visitors reach the conbrisk9 tower by a causeway. It is open from May to September every year.',
  ],
  ground_truth: 'It was the gradovin5 lighthouse that began to guide ships into the harbour in the year 1874.',
}

/** The mark of the `call`-th reply to the probe (1-based): free text of that reply carries it. */
export const replyToken = (call: number): string => `replik${call}zet`

/** What one call of the probe holds. */
export interface ProbedCall {
  /** Artifacts whose text stands in the request itself. */
  readonly sees: readonly Artifact[]
  /** Earlier calls (1-based) whose reply's text stands in it. */
  readonly after: readonly number[]
  readonly embedding: boolean
  readonly slot: string
}

/** Longer runs of base64, decoded; a reference packed up like that is still shown. */
const unpacked = (text: string) =>
  (text.match(/[A-Za-z0-9+/]{24,}={0,2}/gu) ?? []).map((run) => atob(run.length % 4 === 1 ? run.slice(0, -1) : run))

/** Reads which artifacts and earlier replies each request of a probe holds, in the order the calls were made. */
export const readProbe = (requests: readonly RecordedRequest[]): ProbedCall[] =>
  requests.map(({ body, embedding, slot }, index) => {
    const shown = [body, ...unpacked(body)].join('\n').toLowerCase()
    const holds = (token: string) => shown.includes(token)
    return {
      sees: ARTIFACTS.filter((artifact) => TOKENS[artifact].some(holds)),
      after: Array.from({ length: index }, (_, earlier) => earlier + 1).filter((call) => holds(replyToken(call))),
      embedding,
      slot,
    }
  })

const LETTERS: Readonly<Record<Artifact, string>> = { question: 'Q', answer: 'A', contexts: 'C', ground_truth: 'G' }

/**
 * The compact wire map of a metric: what each call sees, `<n` for text produced by call n, `embed` for embeddings;
 * equal calls in a row are counted: `QA → C<1`, `3×AC → 2×embed Q`. `–` for a call that sees nothing.
 */
export const wireMap = (calls: readonly ProbedCall[]): string => {
  const parts: { text: string; count: number }[] = []
  for (const { sees, after, embedding } of calls) {
    const seen = `${sees.map((artifact) => LETTERS[artifact]).join('')}${after.map((call) => `<${call}`).join('')}`
    const text = `${embedding ? 'embed ' : ''}${seen === '' ? '–' : seen}`
    const last = parts.at(-1)
    if (last?.text === text) last.count += 1
    else parts.push({ text, count: 1 })
  }
  return parts.map(({ text, count }) => (count > 1 ? `${count}×${text}` : text)).join(' → ') || 'no judge call'
}
