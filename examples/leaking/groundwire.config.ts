import { defineConfig } from 'groundwire'

/** Every metric is handed the whole sample: ten leaks, and faithfulness no longer falls when the contexts are gone. */
export default defineConfig({
  samples: '../../samples/bundled.jsonl',
  metrics: async () => (await import('./harness.js')).uniformHarness(),
  judge: 'embedded',
})
