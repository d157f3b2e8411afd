import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proseShape, replyInShape } from '../../../../src/transport/replies/prose.js'
import { DISPOSITIONS } from '../../../../src/wire/disposition.js'

/** A prompt as hand-written judges have it, and what the affirming and the denying reply must be. */
const PROMPTS: readonly (readonly [what: string, prompt: string, affirming: RegExp, denying: RegExp])[] = [
  [
    'a JSON object by example',
    'Rate it. Reply as {"score": <number between 0 and 1>, "reason": "<why>"}',
    /"score":1,/u,
    /"score":0,/u,
  ],
  [
    'a type in words',
    'JSON only: { "isFaithful": boolean, "why": string }',
    /"isFaithful":true/u,
    /"isFaithful":false/u,
  ],
  ['alternatives in quotes', 'Return {"verdict": "yes" | "no"}', /"verdict":"yes"/u, /"verdict":"no"/u],
  ['alternatives in one string', 'Return {"verdict": "supported|unsupported"}', /"supported"/u, /"unsupported"/u],
  [
    'a list of objects',
    'Reply {"verdicts": [{"claim": "...", "supported": true}, ...]}',
    /"supported":true/u,
    /"supported":false/u,
  ],
  [
    'comments in the example',
    'Return {\n  "score": 0.5, // 0 to 1\n  "ok": true // or false\n}',
    /"ok":true/u,
    /"ok":false/u,
  ],
  [
    'a fence',
    'Answer in a fenced block:\n```json\n{"score": 3}\n```\nScores go from 1 to 5.',
    /^```json\n\{"score":5\}\n```$/u,
    /"score":1/u,
  ],
  ['a pasted schema', 'Follow {"type":"object","properties":{"ok":{"type":"boolean"}}}', /"ok":true/u, /"ok":false/u],
  ['bare keys', 'Output {score: number, reason: string}', /"score":1/u, /"score":0/u],
  ['a string list', 'Return {"claims": string[]}', /"claims":\["/u, /"claims":\["/u],
  ['a final verdict line', 'Think first. End with\nVerdict: PASS or FAIL', /^Verdict: PASS$/u, /^Verdict: FAIL$/u],
  ['labelled lines', 'Score: <1-5>\nReasoning: <text>', /^Score: 5\nReasoning: /u, /^Score: 1\nReasoning: /u],
  ['a tag', 'Put the result into <score></score>, between 0 and 10.', /^<score>10<\/score>$/u, /^<score>0<\/score>$/u],
  ['a letter', 'Choose one:\nA. fully supported\nB. partly\nC. not at all', /^A$/u, /^C$/u],
  ['a letter in parentheses', 'Options:\n(A) yes\n(B) no', /^A$/u, /^B$/u],
  ['double brackets', 'Say [[A]] if so, else [[B]].', /^\[\[A\]\]$/u, /^\[\[B\]\]$/u],
  ['a number on a scale', 'On a scale of 1 to 5, how faithful is it? Number only.', /^5$/u, /^1$/u],
  ['a number in a range', 'Output a score in the range [0, 1].', /^1$/u, /^0$/u],
  ['yes or no', 'Is it supported? Answer yes or no.', /^yes$/iu, /^no$/iu],
  ['one of two quoted words', 'Respond with "grounded" or "invented".', /^grounded$/u, /^invented$/u],
  [
    'one line a statement',
    'For each statement write "yes" or "no", one per line.',
    /^yes\nyes\nyes$/u,
    /^no\nno\nno$/u,
  ],
  ['a list of claims', 'List the claims of the answer, one per line.', /^.+\n.+\n.+$/u, /^statement 1/u],
  ['a numbered list', 'Write the claims as a numbered list.', /^1\. .+\n2\. .+\n3\. /u, /^1\. /u],
  ['nothing at all', 'Tell me what you think.', /statement 1 of the stand-in judge/u, /statement 1/u],
]

describe('a reply whose shape only the prompt describes', () => {
  it.each(PROMPTS)('follows %s', (_, prompt, affirming, denying) => {
    const shape = proseShape(prompt)
    expect(replyInShape(shape, 'affirming')).toMatch(affirming)
    expect(replyInShape(shape, 'denying')).toMatch(denying)
  })

  it('is valid JSON under every disposition where JSON is described', () => {
    const shape = proseShape('{"score": <0-1>, "claims": ["..."], "verdict": "yes|no", "nested": {"ok": true}}')
    for (const disposition of DISPOSITIONS) expect(() => JSON.parse(replyInShape(shape, disposition))).not.toThrow()
  })

  it('carries the text it is given, so that a probe can follow it', () => {
    const shape = proseShape('Return {"claims": string[]}')
    expect(replyInShape(shape, 'affirming', (n) => `token${n}`)).toBe('{"claims":["token1","token2","token3"]}')
  })

  it('keeps its shape when plain text of a sample follows the instruction', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]{0,200}$/u), (answer) => {
        const prompt = `Reply as {"score": <number between 0 and 1>}.\n\nAnswer: ${answer}`
        expect(proseShape(prompt)).toEqual(proseShape('Reply as {"score": <number between 0 and 1>}.'))
      }),
    )
  })

  it('never throws, whatever the prompt', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...DISPOSITIONS), (prompt, disposition) => {
        expect(typeof replyInShape(proseShape(prompt), disposition)).toBe('string')
      }),
    )
  })
})
