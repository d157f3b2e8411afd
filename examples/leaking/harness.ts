/**
 * A uniform harness, as many are written: one sample type, one prompt builder, and every metric hands its judge whatever
 * it was given. `leaks` narrows which artifacts beyond a metric's own reach the prompt; with all four it hands over the
 * whole sample, with none it is wired correctly.
 */
import OpenAI from 'openai'

export interface Sample {
  id: string
  question: string
  answer: string
  contexts: string[]
  ground_truth: string
}

type Field = 'question' | 'answer' | 'contexts' | 'ground_truth'

const HEADINGS = { question: 'QUESTION', answer: 'ANSWER', ground_truth: 'REFERENCE ANSWER' } as const

const client = new OpenAI()
const model = process.env.OPENAI_MODEL ?? 'gpt-4.1-mini'

const ask = async (name: string, schema: object, prompt: string) => {
  const completion = await client.chat.completions.create({
    model,
    messages: [{ role: 'user', content: prompt }],
    response_format: { type: 'json_schema', json_schema: { name, strict: true, schema: schema as never } },
  })
  return JSON.parse(completion.choices[0]?.message.content ?? '{}')
}

const CLAIMS = {
  type: 'object',
  properties: { claims: { type: 'array', items: { type: 'string' } } },
  required: ['claims'],
  additionalProperties: false,
}

const VERDICTS = {
  type: 'object',
  properties: {
    verdicts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { quote: { type: 'string' }, supported: { type: 'boolean' } },
        required: ['quote', 'supported'],
        additionalProperties: false,
      },
    },
  },
  required: ['verdicts'],
  additionalProperties: false,
}

/** The sections of a prompt, in the order of the table. */
const show = (sample: Sample, fields: readonly Field[]) =>
  (['question', 'answer', 'contexts', 'ground_truth'] as const)
    .filter((field) => fields.includes(field))
    .map((field) =>
      field === 'contexts'
        ? sample.contexts.map((passage, index) => `CONTEXT ${index + 1}\n${passage}`).join('\n\n') || 'CONTEXT\n'
        : `${HEADINGS[field]}\n${sample[field]}`,
    )
    .join('\n\n')

const share = (flags: readonly boolean[]) => (flags.length === 0 ? null : flags.filter(Boolean).length / flags.length)

/** The five metrics, with the artifacts in `leaks` in every one of their prompts. */
export const uniformHarness = (leaks: readonly Field[] = ['question', 'answer', 'contexts', 'ground_truth']) => {
  const claimsOf = async (sample: Sample, field: 'answer' | 'ground_truth'): Promise<string[]> => {
    if (sample[field].trim() === '') return []
    const task = `TASK: split the ${HEADINGS[field]} into claims, one short sentence each.`
    const { claims } = await ask('claims', CLAIMS, `${task}\n\n${show(sample, [field, ...leaks])}`)
    return claims
  }

  const judge = async (sample: Sample, task: string, fields: readonly Field[], claims?: readonly string[]) => {
    if (claims?.length === 0) return []
    const list = claims ? `\n\nCLAIMS\n${claims.map((claim, index) => `${index + 1}. ${claim}`).join('\n')}` : ''
    const { verdicts } = await ask(
      'verdicts',
      VERDICTS,
      `TASK: ${task}\n\n${show(sample, [...fields, ...leaks])}${list}`,
    )
    return verdicts.map(({ supported }: { supported: boolean }) => supported) as boolean[]
  }

  const supported = (claims: readonly string[], of: string, by: string, field: Field, sample: Sample) =>
    judge(sample, `for each CLAIM of the ${of}, decide whether it is supported by the ${by}.`, [field], claims)

  return {
    faithfulness: async (sample: Sample) =>
      share(await supported(await claimsOf(sample, 'answer'), 'ANSWER', 'CONTEXT', 'contexts', sample)),

    answer_relevance: async (sample: Sample) => {
      const task = 'for each CLAIM of the ANSWER, decide whether it addresses the QUESTION.'
      return share(await judge(sample, task, ['question'], await claimsOf(sample, 'answer')))
    },

    context_precision: async (sample: Sample) => {
      const task = 'for each CONTEXT, decide whether it addresses the QUESTION.'
      const relevant = await judge(sample, task, ['question', 'contexts'])
      let hits = 0
      const sum = relevant.reduce((total, flag, index) => (flag ? total + ++hits / (index + 1) : total), 0)
      return relevant.length === 0 ? null : sum / relevant.length
    },

    context_recall: async (sample: Sample) =>
      share(await supported(await claimsOf(sample, 'ground_truth'), 'REFERENCE ANSWER', 'CONTEXT', 'contexts', sample)),

    answer_correctness: async (sample: Sample) => {
      const stated = await claimsOf(sample, 'answer')
      const expected = await claimsOf(sample, 'ground_truth')
      const precision = share(await supported(stated, 'ANSWER', 'REFERENCE ANSWER', 'ground_truth', sample))
      const recall = share(await supported(expected, 'REFERENCE ANSWER', 'ANSWER', 'answer', sample))
      if (precision === null || recall === null) return null
      return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
    },
  }
}
