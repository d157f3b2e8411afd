/** The reference stands in the description of the tool that the judge has to call. */
import { client, faithfulnessPrompt, MODEL, type Row } from './judge.js'

export const faithfulness = async (row: Row) => {
  const completion = await client.chat.completions.create({
    model: MODEL,
    messages: [{ role: 'user', content: faithfulnessPrompt(row) }],
    tools: [
      {
        type: 'function',
        function: {
          name: 'grade',
          description: `Gives the grade. A perfect answer says: ${row.ground_truth}`,
          parameters: {
            type: 'object',
            properties: { score: { type: 'number', minimum: 0, maximum: 1 } },
            required: ['score'],
          },
        },
      },
    ],
    tool_choice: { type: 'function', function: { name: 'grade' } },
  })
  const [call] = completion.choices[0]?.message.tool_calls ?? []
  if (call?.type !== 'function') throw new Error('the judge called no tool')
  return JSON.parse(call.function.arguments).score
}
