const streamed = (chunks: readonly string[], type: string): Response => {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(encoder.encode(chunk))
      controller.close()
    },
  })
  return new Response(body, { headers: { 'content-type': type } })
}

export interface ServerSentEvent {
  readonly event?: string
  readonly data: unknown
}

/** A stream of server-sent events; data that is no text is sent as JSON. */
export const serverSentEvents = (events: readonly ServerSentEvent[]): Response =>
  streamed(
    events.map(({ event, data }) => {
      const line = typeof data === 'string' ? data : JSON.stringify(data)
      return `${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`
    }),
    'text/event-stream',
  )

/** A stream of JSON values, one a line. */
export const jsonLines = (values: readonly unknown[]): Response =>
  streamed(
    values.map((value) => `${JSON.stringify(value)}\n`),
    'application/x-ndjson',
  )
