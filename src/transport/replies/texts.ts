import { type Choose, textMatching } from './pattern.js'
import { type Asking, NoSuchReply } from './schema.js'

/** One text of every named format that has a form of its own. */
const FORMATS: Readonly<Record<string, string>> = {
  date: '2024-01-01',
  time: '12:00:00Z',
  'date-time': '2024-01-01T12:00:00Z',
  duration: 'PT1H',
  email: 'judge@example.com',
  'idn-email': 'judge@example.com',
  hostname: 'example.com',
  uri: 'https://example.com/',
  'uri-reference': 'https://example.com/',
  url: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

/**
 * A text for a schema: of its format, matching its pattern, as long as it asks.
 * @param plain what it says where nothing prescribes it
 * @throws NoSuchReply for a pattern that cannot be met
 */
export const textFor = (node: Asking, plain: string, choose: Choose): string => {
  const { pattern, format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = node
  const padded = plain.padEnd(minLength, '.').slice(0, Math.min(maxLength, Math.max(plain.length, minLength)))
  const formatted = format === undefined ? undefined : FORMATS[format]
  if (pattern === undefined) return formatted ?? padded
  const fits = (text: string | null | undefined): text is string =>
    typeof text === 'string' && text.length >= minLength && text.length <= maxLength && matches(pattern, text)
  const dated = /^\^?[\\[(]/u.test(pattern) ? Object.values(FORMATS).filter(fits) : []
  const found = [formatted, padded, ...dated, textMatching(pattern, choose)].find(fits)
  if (found === undefined) throw new NoSuchReply(`asks for a text that matches ${pattern}, and none can be made up`)
  return found
}

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}
