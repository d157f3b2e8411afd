import { defineConfig } from 'groundwire'

export default defineConfig({
  samples: '../../samples/bundled.jsonl',
  metrics: () => import('./harness.js'),
})
