import { describeWiring } from '../../src/vitest/index.js'

describeWiring({ samples: 'samples/bundled.jsonl', title: 'the reference metrics' })
