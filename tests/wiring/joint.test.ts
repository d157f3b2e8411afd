import { describeWiring } from '../../src/vitest/index.js'
import { wired } from './mutants/joint.js'

describeWiring({
  samples: 'samples/bundled.jsonl',
  harness: wired,
  limit: 8,
  title: 'one function that returns all five scores',
})
