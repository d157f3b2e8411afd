import OpenAI from 'openai'
import { describeWiring } from '../../../../src/vitest/index.js'
import { SAMPLES, scorer } from './judge.js'

const client = new OpenAI({ apiKey: 'none', baseURL: 'https://judge.invalid/v1', maxRetries: 2 })

describeWiring({
  samples: SAMPLES.slice(0, 2),
  metrics: {
    faithfulness: scorer(async (content) =>
      JSON.stringify(await client.chat.completions.create({ model: 'gpt', messages: [{ role: 'user', content }] })),
    ),
  },
  respond: () => new Response('busy', { status: 429, headers: { 'retry-after-ms': '1' } }),
})
