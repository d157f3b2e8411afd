import { describe, expect, it } from 'vitest'
import { maskVolatile, volatileSpans } from '../../../src/wire/volatile.js'

const body = (content: string) => JSON.stringify({ messages: [{ content }] })
const spansOf = (left: string, right: string) => volatileSpans(body(left), body(right))
const masked = (left: string, right: string, text: string) => maskVolatile(body(text), spansOf(left, right) ?? [])

describe('spans that differ between two unmodified passes', () => {
  it('are found by field, by what stands before, and by shape', () => {
    expect(spansOf('Today is 2024-05-01. Judge.', 'Today is 2024-05-02. Judge.')).toEqual([
      {
        field: 'messages[0].content',
        before: 'Today is ',
        pattern: '[\\p{L}\\p{N}]+-[\\p{L}\\p{N}]+-[\\p{L}\\p{N}]+',
        values: ['2024-05-01', '2024-05-02'],
      },
    ])
  })

  it('are none between equal bodies', () => {
    expect(spansOf('Judge.', 'Judge.')).toEqual([])
  })

  it.each([
    [
      'a date',
      'On 2024-05-01T10:00:00.123Z judge',
      'On 2024-05-01T10:00:01.007Z judge',
      'On 2031-11-30T23:59:59.999Z judge',
    ],
    ['a random id', 'id: a1f-93x\nJudge', 'id: 77c-q0b\nJudge', 'id: zzz-000\nJudge'],
    ['a counter that grows longer', 'Request 9: judge', 'Request 10: judge', 'Request 1234: judge'],
    ['ids of different shapes', 'key a-b judge', 'key c judge', 'key d-e-f judge'],
  ])('of %s are masked with any other value', (_, left, right, other) => {
    expect(masked(left, right, other)).toBe(masked(left, right, left))
    expect(masked(left, right, other)).toBe(masked(left, right, right))
  })

  it('with only punctuation between them are one span', () => {
    expect(spansOf('key ab (cd) judge', 'key ef (gh) judge')).toHaveLength(1)
  })

  it('are masked alone: what changes elsewhere in the message still shows', () => {
    const shown = (text: string) => masked('At 10:01 judge A', 'At 10:02 judge A', text)
    expect(shown('At 10:03 judge A')).not.toBe(shown('At 10:03 judge B'))
    expect(shown('At 10:03 judge A')).toBe(body('At ⟨volatile⟩ judge A'))
  })

  it('are masked in their own field only', () => {
    const masks = spansOf('At 10:01', 'At 10:02')!
    expect(masks).toHaveLength(1)
    const elsewhere = JSON.stringify({ prompt: 'At 10:03' })
    expect(maskVolatile(elsewhere, masks)).toBe(elsewhere)
  })

  it('tell each text that they cover, so that masked artifact text is noticed', () => {
    const covered: string[] = []
    maskVolatile(body('key Paris judge'), spansOf('key one judge', 'key two judge')!, (text) => covered.push(text))
    expect(covered).toEqual(['Paris'])
  })
})

describe('masking a whole message is not allowed', () => {
  const words = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `w${from + index}`).join(' ')

  it.each([
    ['another field', body('Judge'), JSON.stringify({ prompt: 'Judge' })],
    ['one field more', body('Judge'), JSON.stringify({ messages: [{ content: 'Judge', name: 'x' }] })],
    ['something that came or went', body('Judge'), body('Judge now')],
    ['more than eight words in a row', body(`Judge ${words(0, 9)}`), body(`Judge ${words(20, 9)}`)],
    ['a whole long field', body('x'.repeat(65)), body('y'.repeat(65))],
    [
      'more than six places',
      body(Array.from({ length: 7 }, (_, index) => `stays a${index}`).join(' ')),
      body(Array.from({ length: 7 }, (_, index) => `stays b${index}`).join(' ')),
    ],
  ])('where the bodies differ by %s', (_, left, right) => {
    expect(volatileSpans(left, right)).toBeNull()
  })

  it('but eight words, six places and a short field are spans', () => {
    expect(spansOf(`Judge ${words(0, 8)}`, `Judge ${words(20, 8)}`)).not.toBeNull()
    const six = (letter: string) => Array.from({ length: 6 }, (_, index) => `stays ${letter}${index}`).join(' ')
    expect(spansOf(six('a'), six('b'))).toHaveLength(6)
    expect(spansOf('a1', 'b2')).toHaveLength(1)
  })
})
