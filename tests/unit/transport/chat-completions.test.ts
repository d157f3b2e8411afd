import { describe, expect, it } from 'vitest'
import { chatCompletion, readChatRequest } from '../../../src/transport/chat-completions.js'

describe('a chat request', () => {
  it('is read for model, messages and reply schema', () => {
    const body = {
      model: 'gpt',
      messages: [
        { role: 'system', content: 'Judge.' },
        {
          role: 'user',
          content: [{ type: 'text', text: 'one' }, { type: 'image_url' }, { type: 'text', text: 'two' }],
        },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'boolean' } } },
    }
    expect(readChatRequest(JSON.stringify(body))).toEqual({
      model: 'gpt',
      messages: [
        { role: 'system', text: 'Judge.' },
        { role: 'user', text: 'one\n\ntwo' },
      ],
      schema: { type: 'boolean' },
    })
  })

  it('without a schema has none', () => {
    expect(readChatRequest('{"messages":[{"role":"user","content":"x"}]}')).toMatchObject({ model: '', schema: null })
    expect(readChatRequest('{"messages":[],"response_format":{"type":"json_object"}}')?.schema).toBeNull()
  })

  it('with messages of an odd shape is still read', () => {
    expect(readChatRequest('{"messages":[null,{"role":"user"},{"content":3}]}')?.messages).toEqual([
      { role: '', text: '' },
      { role: 'user', text: '' },
      { role: '', text: '' },
    ])
  })

  it.each(['', 'q=1', 'null', '[]', '{}', '{"messages":"x"}', '{"input":"embed me"}'])('is not %j', (body) => {
    expect(readChatRequest(body)).toBeNull()
  })
})

describe('a chat completion', () => {
  it('is the same each time, without a clock or a random id', () => {
    expect(chatCompletion('gpt', '{}')).toEqual(chatCompletion('gpt', '{}'))
    expect(chatCompletion('gpt', '{"a":1}')).toMatchObject({
      object: 'chat.completion',
      created: 0,
      model: 'gpt',
      choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: '{"a":1}', refusal: null } }],
    })
  })
})
