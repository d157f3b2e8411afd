/** A chat completion as a stub answers it. */
export const chatReply = {
  id: 'bench',
  object: 'chat.completion',
  created: 0,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: '{"units":["one"]}' }, finish_reason: 'stop' }],
}
