import { defineConfig } from 'groundwire'

/** Only the reference leaks, so that its inflation is measured by itself: nothing else in the prompt can support a claim. */
export default defineConfig({
  samples: '../../samples/bundled.jsonl',
  metrics: async () => {
    const { faithfulness } = (await import('./harness.js')).uniformHarness(['ground_truth'])
    return { faithfulness }
  },
  ablate: ['ground_truth'],
  judge: 'embedded',
})
