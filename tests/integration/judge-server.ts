import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What can go wrong with one reply. `fenced` is no failure: the reply stands in a Markdown fence. */
export type Fault =
  | 'rate-limit'
  | 'rate-limit-with-pause'
  | 'server-error'
  | 'reset'
  | 'cut-off-body'
  | 'html-body'
  | 'html-as-json'
  | 'empty-body'
  | 'error-in-200'
  | 'stalled-body'
  | 'silence'
  | 'length'
  | 'refusal'
  | 'content-filter'
  | 'empty'
  | 'null-content'
  | 'prose'
  | 'fenced'
  | 'wrong-shape'
  | 'bad-request'
  | 'no-key'

export interface JudgeRequest {
  readonly task: string
  /** The user's message, whole. */
  readonly prompt: string
  readonly body: {
    readonly model: string
    readonly temperature?: number
    readonly response_format?: { json_schema: { name: string } }
  }
  /** Place among all requests, from 0. */
  readonly index: number
}

export interface JudgeServerOptions {
  readonly fault?: (request: JudgeRequest) => Fault | undefined
  /** Answers 400 to a request that names a temperature, as reasoning models do. */
  readonly refusesTemperature?: boolean
  /** True: the verdict on the first unit comes out the other way, as noise. */
  readonly flips?: (request: JudgeRequest) => boolean
  /** Milliseconds until a reply. */
  readonly delay?: number
}

export interface JudgeServer {
  readonly baseURL: string
  readonly requests: readonly JudgeRequest[]
  /** The most requests that were open at once. */
  readonly peak: () => number
  readonly close: () => Promise<void>
}

const LINE = /^> ?/u

/** The quoted text under a heading, one entry a section. */
const sections = (prompt: string): { heading: string; text: string }[] => {
  const found: { heading: string; lines: string[] }[] = []
  for (const line of prompt.split('\n')) {
    if (/^[A-Z]+( [A-Z]+)*( \d+)?$/u.test(line)) found.push({ heading: line, lines: [] })
    else if (LINE.test(line)) found.at(-1)?.lines.push(line.replace(LINE, ''))
  }
  return found.map(({ heading, lines }) => ({ heading, text: lines.join('\n') }))
}

const words = (text: string) =>
  [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.toLowerCase())]
    .filter(({ isWordLike, segment }) => isWordLike && segment.length > 2)
    .map(({ segment }) => segment)

/** Share of the words of `unit` that stand in `evidence`. */
const overlap = (unit: string, evidence: string): number => {
  const wanted = words(unit)
  const there = new Set(words(evidence))
  return wanted.length === 0 ? 0 : wanted.filter((word) => there.has(word)).length / wanted.length
}

/**
 * A crude judge of the reference prompts: a split gives the sentences, a unit holds where enough of its words stand in
 * the other sections. So scores fall when the evidence is blanked, and equal prompts get equal replies.
 */
const judged = (prompt: string, flips = false): unknown => {
  const shown = sections(prompt)
  if (prompt.startsWith('TASK: split'))
    return {
      units: shown
        .flatMap(({ text }) => text.split(/(?<=[.!?。！？।])\s*|\n/u))
        .map((unit) => unit.trim())
        .filter((unit) => unit !== ''),
    }
  const numbered = prompt.split(/^(?:CLAIMS|STATEMENTS)$/mu)[1]?.match(/^\d+\. > .*$/gmu)
  const passages = shown.filter(({ heading }) => /^CONTEXT \d+$/u.test(heading)).map(({ text }) => text)
  const units = numbered?.map((line) => line.replace(/^\d+\. > /u, '')) ?? passages
  const evidence = shown
    .filter(({ heading }) => numbered !== undefined || !heading.startsWith('CONTEXT'))
    .map(({ text }) => text)
    .join('\n')
  const holds = (unit: string) =>
    / addresses /u.test(prompt) ? overlap(evidence, unit) > 0.2 : overlap(unit, evidence) > 0.6
  return Object.fromEntries(
    units.map((unit, place) => [
      String(place + 1),
      holds(unit) !== (flips && place === 0)
        ? { quote: unit, verdict: 'supported' }
        : { quote: '', verdict: 'unsupported' },
    ]),
  )
}

const completion = (model: string, message: object, finish_reason = 'stop') =>
  JSON.stringify({
    id: 'local',
    object: 'chat.completion',
    created: 0,
    model: `${model}-2024`,
    choices: [{ index: 0, message: { role: 'assistant', refusal: null, ...message }, finish_reason }],
  })

const PROSE = 'Well, on the whole I would say that most of these claims look fine to me.'

const json = (response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

const error = (message: string, param: string | null = null) =>
  JSON.stringify({ error: { message, type: 'error', param, code: null } })

const reply = (
  response: ServerResponse,
  { body, prompt }: JudgeRequest,
  fault: Fault | undefined,
  flips: boolean,
): void => {
  const content = JSON.stringify(judged(prompt, flips))
  const whole = completion(body.model, { content })
  const replies: Record<Fault, () => void> = {
    'rate-limit': () => json(response, 429, error('slow down')),
    'rate-limit-with-pause': () => json(response, 429, error('slow down'), { 'retry-after': '1' }),
    'server-error': () => json(response, 500, error('something broke')),
    reset: () => response.socket?.resetAndDestroy(),
    'cut-off-body': () => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(whole.length + 100) })
      response.write(whole.slice(0, whole.length / 2), () => response.socket?.destroy())
    },
    'html-body': () => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html><body>Bad gateway</body></html>')
    },
    'html-as-json': () => json(response, 200, '<html><body>Bad gateway</body></html>'),
    'empty-body': () => json(response, 200, '', { 'content-length': '0' }),
    'error-in-200': () => json(response, 200, error('upstream provider is busy')),
    'stalled-body': () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(whole.slice(0, 20))
    },
    silence: () => {},
    length: () => json(response, 200, completion(body.model, { content: content.slice(0, -5) }, 'length')),
    refusal: () => json(response, 200, completion(body.model, { content: null, refusal: 'I cannot help with that.' })),
    'content-filter': () => json(response, 200, completion(body.model, { content: '' }, 'content_filter')),
    empty: () => json(response, 200, completion(body.model, { content: '', reasoning_content: content })),
    'null-content': () => json(response, 200, completion(body.model, { content: null })),
    prose: () => json(response, 200, completion(body.model, { content: PROSE })),
    fenced: () => json(response, 200, completion(body.model, { content: `\`\`\`json\n${content}\n\`\`\`` })),
    'wrong-shape': () =>
      json(response, 200, completion(body.model, { content: '{"score": 1, "verdict": "supported"}' })),
    'bad-request': () => json(response, 400, error("Invalid value for 'model'", 'model')),
    'no-key': () => json(response, 401, error('Incorrect API key provided')),
  }
  if (fault === undefined) json(response, 200, whole)
  else replies[fault]()
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A local OpenAI-compatible server on a free port, which fails as it is told to. */
export const judgeServer = async ({
  fault = () => undefined,
  flips = () => false,
  refusesTemperature = false,
  delay = 0,
}: JudgeServerOptions = {}): Promise<JudgeServer> => {
  const requests: JudgeRequest[] = []
  let open = 0
  let peak = 0
  const server: Server = createServer(async (incoming, response) => {
    open += 1
    peak = Math.max(peak, open)
    response.on('close', () => {
      open -= 1
    })
    const body = JSON.parse(await readBody(incoming))
    const prompt = String(body.messages.at(-1).content)
    const request = { task: prompt.split('\n', 1)[0]!, prompt, body, index: requests.length }
    requests.push(request)
    const broken = fault(request)
    await new Promise((resolve) => setTimeout(resolve, delay))
    if (refusesTemperature && body.temperature !== undefined)
      json(response, 400, error("Unsupported value: 'temperature' does not support 0 with this model.", 'temperature'))
    else reply(response, request, broken, flips(request))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    peak: () => peak,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
