/** Judges as people write them by hand: a prompt, and the parser its author wrote for the reply. */
export interface HandwrittenJudge {
  readonly name: string
  readonly prompt: (sample: Shown) => string
  /** Throws or gives NaN where the reply is not what its author expects. */
  readonly parse: (reply: string) => number
}

export interface Shown {
  readonly question: string
  readonly answer: string
  readonly contexts: readonly string[]
  readonly truth: string
}

const share = (flags: readonly boolean[]): number => flags.filter(Boolean).length / flags.length
const found = (reply: string, pattern: RegExp): string => {
  const match = pattern.exec(reply)
  if (match === null) throw new Error(`no ${pattern} in ${reply}`)
  return match[1] ?? match[0]
}
const numberIn = (reply: string, low: number, high: number, pattern = /(-?\d+(?:\.\d+)?)/u): number => {
  const number = Number(found(reply, pattern))
  if (!(number >= low && number <= high)) throw new Error(`${number} is outside ${low} to ${high}`)
  return (number - low) / (high - low)
}
const oneOf = (word: string, yes: string, ...others: readonly string[]): number => {
  if (word === yes) return 1
  if (!others.includes(word)) throw new Error(`${word} is none of the words`)
  return others.length === 1 ? 0 : (others.length - 1 - others.indexOf(word)) / others.length
}
const truth = (value: unknown): boolean => {
  if (typeof value !== 'boolean') throw new Error(`${JSON.stringify(value)} is no boolean`)
  return value
}
const within = (value: unknown, low: number, high: number): number => {
  if (typeof value !== 'number' || value < low || value > high) throw new Error(`${JSON.stringify(value)} is no score`)
  return (value - low) / (high - low)
}
const list = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new Error('no list')
  return value
}
const lines = (reply: string): string[] =>
  reply
    .trim()
    .split('\n')
    .filter((line) => line.trim() !== '')

export const JUDGES: readonly HandwrittenJudge[] = [
  {
    name: 'an object whose score is described in angle brackets',
    prompt: ({ answer, contexts }) => `You grade RAG answers.

CONTEXT:
${contexts.join('\n---\n')}

ANSWER:
${answer}

Return only JSON, no prose:
{"score": <number between 0 and 1>, "reason": "<one sentence>"}`,
    parse: (reply) => within(JSON.parse(reply).score, 0, 1),
  },
  {
    name: 'an object with a boolean by its type name',
    prompt: ({ answer, contexts }) => `Decide whether the answer is faithful to the passages.
Respond with { "isFaithful": boolean, "explanation": string }.

Passages: ${contexts.join(' ')}
Answer: ${answer}`,
    parse: (reply) => Number(truth(JSON.parse(reply).isFaithful)),
  },
  {
    name: 'two string lists',
    prompt: ({ answer, contexts }) => `Split the answer into claims, and sort them:

{
  "supported": string[],   // claims the context supports
  "unsupported": string[]  // everything else
}

Context: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => {
      const { supported, unsupported } = JSON.parse(reply)
      return list(supported).length / (list(supported).length + list(unsupported).length)
    },
  },
  {
    name: 'an example with comments and a list',
    prompt: ({ answer, truth: reference }) => `Compare the answer with the reference, claim by claim.

Reference: ${reference}
Answer: ${answer}

Output format:
{
  // one entry per claim, in order
  "claims": [
    { "text": "the claim", "verdict": "yes" /* or "no" */ },
    ...
  ]
}`,
    parse: (reply) =>
      share(list(JSON.parse(reply).claims).map((claim) => (claim as { verdict: string }).verdict === 'yes')),
  },
  {
    name: 'a TypeScript interface',
    prompt: ({ question, answer }) => `Reply with JSON that conforms to this type:

interface Grade {
  relevance: number; // 1 to 5
  onTopic: boolean;
  comment?: string;
}

Question: ${question}
Answer: ${answer}`,
    parse: (reply) => {
      const { relevance, onTopic } = JSON.parse(reply)
      return within(relevance, 1, 5) * Number(truth(onTopic))
    },
  },
  {
    name: 'a TypeScript type with a union and a list',
    prompt: ({ answer, contexts }) => `Return JSON matching

type Result = {
  verdicts: Array<{ statement: string; label: 'supported' | 'unsupported' | 'unclear' }>;
}

Sources:
${contexts.map((context, index) => `[${index + 1}] ${context}`).join('\n')}

Answer: ${answer}`,
    parse: (reply) =>
      share(
        list(JSON.parse(reply).verdicts).map(
          (verdict) => oneOf((verdict as { label: string }).label, 'supported', 'unsupported', 'unclear') === 1,
        ),
      ),
  },
  {
    name: 'YAML-like keys',
    prompt: ({ question, answer }) => `Grade the response. Use exactly this layout:

score: <0-10>
relevant: <yes/no>
rationale: <short text>

Question: ${question}
Response: ${answer}`,
    parse: (reply) => {
      const fields = Object.fromEntries(lines(reply).map((line) => line.split(/:\s*/u, 2) as [string, string]))
      return numberIn(fields.score ?? '', 0, 10) * oneOf(fields.relevant ?? '', 'yes', 'no')
    },
  },
  {
    name: 'XML tags in words',
    prompt: ({ answer, contexts }) => `<context>${contexts.join('\n')}</context>
<answer>${answer}</answer>

Think step by step inside <thinking></thinking> tags. Then give your verdict, either SUPPORTED or UNSUPPORTED, inside <verdict></verdict> tags.`,
    parse: (reply) => oneOf(found(reply, /<verdict>\s*(\w+)\s*<\/verdict>/u), 'SUPPORTED', 'UNSUPPORTED'),
  },
  {
    name: 'nested XML with a described score',
    prompt: ({ question, answer }) => `Evaluate how well the answer addresses the question.
Question: ${question}
Answer: ${answer}

Answer in this format:
<evaluation>
  <reasoning>your reasoning</reasoning>
  <score>integer from 1 to 5</score>
</evaluation>`,
    parse: (reply) => numberIn(reply, 1, 5, /<score>\s*(\d+)\s*<\/score>/u),
  },
  {
    name: 'a final verdict line',
    prompt: ({ answer, truth: reference }) => `Is the submitted answer correct, given the expert answer?

Expert: ${reference}
Submission: ${answer}

Write out your reasoning first. On the last line print "Verdict: CORRECT" or "Verdict: INCORRECT".`,
    parse: (reply) => oneOf(found(lines(reply).at(-1) ?? '', /^Verdict: (\w+)$/u), 'CORRECT', 'INCORRECT'),
  },
  {
    name: 'a pairwise choice in double brackets',
    prompt: ({ question, answer, truth: reference }) => `Act as an impartial judge.
[Question]
${question}
[The Start of Assistant A's Answer]
${answer}
[The End of Assistant A's Answer]
[The Start of Assistant B's Answer]
${reference}
[The End of Assistant B's Answer]
Output your final verdict strictly as "[[A]]" if assistant A is better, "[[B]]" if assistant B is better, and "[[C]]" for a tie.`,
    parse: (reply) => oneOf(found(reply, /\[\[([ABC])\]\]/u), 'A', 'C', 'B'),
  },
  {
    name: 'a rating in double brackets',
    prompt: ({
      question,
      answer,
    }) => `Please rate the response on a scale of 1 to 10 by strictly following this format: "[[rating]]", for example: "Rating: [[5]]".

Question: ${question}
Response: ${answer}`,
    parse: (reply) => numberIn(reply, 1, 10, /\[\[(\d+)\]\]/u),
  },
  {
    name: 'a letter',
    prompt: ({ answer, contexts }) => `Passages:
${contexts.join('\n')}

Answer: ${answer}

Which is true?
A. Every claim of the answer is supported by the passages.
B. Some claims are supported.
C. No claim is supported.

Reply with a single letter.`,
    parse: (reply) => oneOf(found(reply, /^\s*([ABC])\b/u), 'A', 'B', 'C'),
  },
  {
    name: 'a letter in parentheses, with a prefix',
    prompt: ({ question, answer, truth: reference }) => `Question: ${question}
Expert answer: ${reference}
Submitted answer: ${answer}

Select one of the options:
(A) The submitted answer is a subset of the expert answer.
(B) The submitted answer is a superset of the expert answer.
(C) The submitted answer has the same details.
(D) The answers disagree.

End with "Choice: X" where X is the letter.`,
    parse: (reply) => oneOf(found(reply, /Choice:\s*\(?([A-D])\)?/u), 'A', 'B', 'C', 'D'),
  },
  {
    name: 'a bare number from 1 to 5',
    prompt: ({
      question,
      contexts,
    }) => `Rate how relevant the passages are to the question, from 1 (irrelevant) to 5 (highly relevant). Respond with the number only.

Question: ${question}
Passages: ${contexts.join('\n')}`,
    parse: (reply) => numberIn(reply.trim(), 1, 5, /^(\d)$/u),
  },
  {
    name: 'a bare number from 0 to 10',
    prompt: ({ answer }) => `On a scale from 0 to 10, how clear is this text? Output nothing but the integer.

"""${answer}"""`,
    parse: (reply) => numberIn(reply.trim(), 0, 10, /^(\d+)$/u),
  },
  {
    name: 'a number from 0 to 100',
    prompt: ({ answer, truth: reference }) => `Give a correctness score between 0 and 100.

Reference: ${reference}
Answer: ${answer}

Score:`,
    parse: (reply) => numberIn(reply, 0, 100),
  },
  {
    name: 'a percentage',
    prompt: ({
      answer,
      contexts,
    }) => `What percentage of the answer is backed by the sources? Reply with a percentage such as 85%.

Sources: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => numberIn(reply, 0, 100, /(\d+(?:\.\d+)?)\s*%/u),
  },
  {
    name: 'a decimal without words about its range',
    prompt: ({ answer, contexts }) => `Return a float in [0.0, 1.0] that says how grounded the answer is.
Sources: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => numberIn(reply.trim(), 0, 1, /^([01](?:\.\d+)?)$/u),
  },
  {
    name: 'yes or no',
    prompt: ({ question, contexts }) => `Could the question be answered from the context alone? Answer yes or no.

Context: ${contexts.join('\n')}
Question: ${question}`,
    parse: (reply) => oneOf(reply.trim().toLowerCase(), 'yes', 'no'),
  },
  {
    name: 'YES or NO with an explanation after it',
    prompt: ({
      answer,
      contexts,
    }) => `Does the answer contain anything that the context does not say? Start with NO if everything is in the context or YES if not, then explain on a new line.

Context: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => oneOf(found(reply, /^(YES|NO)\b/u), 'NO', 'YES'),
  },
  {
    name: 'one statement a line',
    prompt: ({ answer }) => `Break the answer into atomic statements. Write one statement per line, nothing else.

Answer: ${answer}`,
    parse: (reply) => lines(reply).length,
  },
  {
    name: 'a numbered list',
    prompt: ({ answer }) => `Extract the factual claims of the text as a numbered list.

Text: ${answer}`,
    parse: (reply) => lines(reply).filter((line) => /^\d+[.)]\s+\S/u.test(line)).length,
  },
  {
    name: 'bullets',
    prompt: ({ answer }) => `List every claim in the answer below as a bullet point starting with "- ".

${answer}`,
    parse: (reply) => lines(reply).filter((line) => line.startsWith('- ')).length,
  },
  {
    name: 'a comma-separated list of words',
    prompt: ({
      contexts,
      question,
    }) => `For each passage say whether it helps to answer the question. Reply with a comma-separated list of yes and no, one for each passage, e.g. "yes, no, yes".

Question: ${question}
${contexts.map((context, index) => `Passage ${index + 1}: ${context}`).join('\n')}`,
    parse: (reply) =>
      share(
        reply
          .trim()
          .split(/\s*,\s*/u)
          .map((word) => oneOf(word, 'yes', 'no') === 1),
      ),
  },
  {
    name: 'a comma-separated list of numbers',
    prompt: ({
      contexts,
      question,
    }) => `Score the relevance of each passage to the question from 0 to 3. Output the scores as comma-separated numbers.

Question: ${question}
${contexts.map((context) => `* ${context}`).join('\n')}`,
    parse: (reply) => {
      const scores = reply.split(',').map((score) => numberIn(score.trim(), 0, 3, /^(\d)$/u))
      return scores.reduce((sum, score) => sum + score, 0) / scores.length
    },
  },
  {
    name: 'a JSON array of strings alone',
    prompt: ({ answer }) => `Extract the claims as a JSON array of strings. Output only the array.

Answer: ${answer}`,
    parse: (reply) => list(JSON.parse(reply)).filter((claim) => typeof claim === 'string').length,
  },
  {
    name: 'a JSON array of 0 and 1',
    prompt: ({
      contexts,
      question,
    }) => `For every passage return 1 if it is relevant to the question and 0 if it is not, as a JSON array like [1, 0, 1].

Question: ${question}
${contexts.join('\n')}`,
    parse: (reply) => share(list(JSON.parse(reply)).map((flag) => within(flag, 0, 1) === 1)),
  },
  {
    name: 'a JSON array of objects',
    prompt: ({ answer, contexts }) => `Check each sentence against the context. Answer with a JSON array only:
[{"sentence": "...", "supported": true/false}]

Context: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => share(list(JSON.parse(reply)).map((one) => truth((one as { supported: unknown }).supported))),
  },
  {
    name: 'a fenced object',
    prompt: ({ answer }) => `Judge the tone of the text. Put your result in a \`\`\`json code block:

\`\`\`json
{
  "polite": true,
  "score": 0.8
}
\`\`\`

Text: ${answer}`,
    parse: (reply) => {
      const { polite, score } = JSON.parse(found(reply, /```json\n([\s\S]*?)\n```/u))
      return within(score, 0, 1) * Number(truth(polite))
    },
  },
  {
    name: 'score and reason on two lines',
    prompt: ({ answer, contexts }) => `Score the answer's faithfulness to the context between 0 and 1.

Context: ${contexts.join('\n')}
Answer: ${answer}

Respond in the following format:
Score: X
Reason: Y`,
    parse: (reply) => {
      found(reply, /^Reason: (.+)$/mu)
      return numberIn(reply, 0, 1, /^Score: (\d+(?:\.\d+)?)$/mu)
    },
  },
  {
    name: 'labels in bold with brackets',
    prompt: ({ question, answer }) => `### Question
${question}
### Answer
${answer}

Write your evaluation like this:

**Analysis:** [your analysis]
**Rating:** [1-5]`,
    parse: (reply) => numberIn(reply, 1, 5, /Rating:\**\s*\[?(\d)/u),
  },
  {
    name: 'SUPPORTED or NOT SUPPORTED on each line',
    prompt: ({
      contexts,
    }) => `Here are statements, numbered. For each one write SUPPORTED or NOT SUPPORTED on its own line, in order.

Context: ${contexts.join('\n')}
Statements:
1. The first thing.
2. The second thing.
3. The third thing.`,
    parse: (reply) =>
      share(
        lines(reply).map((line) => {
          const verdict = found(line, /\b(NOT SUPPORTED|SUPPORTED)\s*$/u)
          return verdict === 'SUPPORTED'
        }),
      ),
  },
  {
    name: 'JSON mode with its shape told in words',
    prompt: ({
      answer,
      contexts,
    }) => `Judge whether the answer is faithful to the context. Return a JSON object with keys "score" (0-1) and "reason".

Context: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => within(JSON.parse(reply).score, 0, 1),
  },
  {
    name: 'JSON with fields in backticks, as bullets',
    prompt: ({ question, answer }) => `Return a JSON object with the following fields:
- \`relevant\` (boolean): whether the answer addresses the question
- \`rating\` (integer, 1 to 5): how well
- \`missing\` (array of strings): what is not addressed

Question: ${question}
Answer: ${answer}`,
    parse: (reply) => {
      const { relevant, rating, missing } = JSON.parse(reply)
      list(missing)
      return within(rating, 1, 5) * Number(truth(relevant))
    },
  },
  {
    name: 'JSON with one named key',
    prompt: ({
      answer,
      truth: reference,
    }) => `Compare the two texts. Respond in JSON with a single key "verdict" whose value is either "correct" or "incorrect".

One: ${answer}
Two: ${reference}`,
    parse: (reply) => oneOf(JSON.parse(reply).verdict, 'correct', 'incorrect'),
  },
  {
    name: 'an example reply filled in',
    prompt: ({ answer, contexts }) => `Output must be valid JSON.
Example: {"faithful": "no", "confidence": 0.35, "issues": ["The date is wrong."]}

Context: ${contexts.join('\n')}
Answer: ${answer}`,
    parse: (reply) => {
      const { faithful, confidence, issues } = JSON.parse(reply)
      list(issues)
      return oneOf(faithful, 'yes', 'no') * within(confidence, 0, 1)
    },
  },
  {
    name: 'a true or false',
    prompt: ({ answer, truth: reference }) => `True or False: the answer means the same as the reference.
Answer: ${answer}
Reference: ${reference}
Output only "True" or "False".`,
    parse: (reply) => oneOf(reply.trim(), 'True', 'False'),
  },
  {
    name: 'one of five words',
    prompt: ({
      answer,
    }) => `Classify the quality of the answer as one of: excellent, good, fair, poor, unacceptable. Reply with the word only.

Answer: ${answer}`,
    parse: (reply) => oneOf(reply.trim(), 'excellent', 'good', 'fair', 'poor', 'unacceptable'),
  },
  {
    name: 'a fraction',
    prompt: ({ answer }) => `Grade the answer out of 10. Format: Grade: N/10

Answer: ${answer}`,
    parse: (reply) => numberIn(reply, 0, 10, /Grade:\s*(\d+)\/10/u),
  },
  {
    name: 'numbered verdicts',
    prompt: ({ contexts }) => `Decide for each claim whether the context entails it. Reply with one line per claim:
<claim number>: <ENTAILED|NEUTRAL|CONTRADICTED>

Context: ${contexts.join('\n')}
Claims:
1. One.
2. Two.`,
    parse: (reply) =>
      share(
        lines(reply).map((line) => oneOf(found(line, /^\d+:\s*(\w+)$/u), 'ENTAILED', 'NEUTRAL', 'CONTRADICTED') === 1),
      ),
  },
]
