/** Headers that every client sets by itself, and that hold nothing of a sample: lengths, versions, keys, retry counts. */
export const HEADERS_OF_TRANSPORT =
  /^(?:accept|accept-|content-|connection|host|user-agent|authorization|x-api-key|api-key|x-goog-|x-stainless-|openai-|anthropic-|traceparent|tracestate|sentry-|baggage|transfer-encoding|keep-alive|cookie|sec-|x-groundwire)/u
