import { describeWiring } from '../../src/vitest/index.js'

describeWiring({
  samples: 'samples/bundled.jsonl',
  metrics: () => import('../../examples/separate/harness.js'),
  judge: 'embedded',
  limit: 30,
  title: 'the separate harness',
})
