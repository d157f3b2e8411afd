/** Loaded first of all: what somebody keeps at module level. */
import http from 'node:http'

const { request } = http
const shared = globalThis as unknown as { early?: { request: typeof request; fetch: typeof fetch } }
shared.early ??= { request, fetch: globalThis.fetch }
export const early = shared.early
