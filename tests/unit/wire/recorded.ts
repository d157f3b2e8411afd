import type { RecordedRequest } from '../../../src/wire/request.js'

/** A recorded chat request, with what a test does not care about filled in. */
export const recorded = (more: Partial<RecordedRequest> = {}): RecordedRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  model: 'm',
  slot: 'chat#0',
  body: '{}',
  text: '',
  unseen: {},
  freeText: false,
  embedding: false,
  adrift: false,
  site: () => null,
  ...more,
})
