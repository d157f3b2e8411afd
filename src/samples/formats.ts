import { ARTIFACTS, type Artifact } from './artifact.js'

type Format = Readonly<{ title: string }> & Readonly<Record<Artifact, readonly string[]>>

/**
 * The column names under which each tool keeps the four artifacts. A dot reaches into an object (`vars.context`).
 * Sources: the tools' own documentation and loaders (Ragas before and since 0.2, where `ground_truths` was a list;
 * DeepEval's test cases in Python and in camel case; promptfoo's `vars` and its `results.json`; evalite's scorers).
 */
export const FORMATS = {
  groundwire: {
    title: 'groundwire',
    question: ['question'],
    answer: ['answer'],
    contexts: ['contexts'],
    ground_truth: ['ground_truth'],
  },
  ragas: {
    title: 'Ragas',
    question: ['user_input', 'question'],
    answer: ['response', 'answer'],
    contexts: ['retrieved_contexts', 'contexts'],
    ground_truth: ['reference', 'ground_truth', 'ground_truths', 'groundTruth'],
  },
  deepeval: {
    title: 'DeepEval',
    question: ['input'],
    answer: ['actual_output', 'actualOutput'],
    contexts: ['retrieval_context', 'retrievalContext'],
    ground_truth: ['expected_output', 'expectedOutput'],
  },
  autoevals: {
    title: 'autoevals',
    question: ['input'],
    answer: ['output'],
    contexts: ['context', 'contexts'],
    ground_truth: ['expected'],
  },
  openevals: {
    title: 'openevals',
    question: ['inputs'],
    answer: ['outputs'],
    contexts: ['context'],
    ground_truth: ['reference_outputs', 'referenceOutputs'],
  },
  promptfoo: {
    title: 'promptfoo',
    question: ['vars.question', 'vars.query', 'question', 'query'],
    answer: ['output', 'response.output'],
    contexts: ['vars.context', 'vars.contexts', 'context'],
    ground_truth: ['vars.expected', 'vars.reference', 'expected', 'reference'],
  },
  evalite: {
    title: 'evalite',
    question: ['input'],
    answer: ['output'],
    contexts: ['groundTruth', 'expected.groundTruth'],
    ground_truth: ['expected', 'expected.reference', 'expected.referenceAnswer'],
  },
} as const satisfies Record<string, Format>

/** A tool whose column names groundwire knows: the values of `--format`. */
export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

type Meaning = Readonly<{ meaning: string; formats: readonly FormatName[] }>

const GROUND_TRUTH: readonly Meaning[] = [
  { meaning: 'the retrieved passages', formats: ['evalite'] },
  { meaning: 'the reference answer', formats: ['ragas'] },
]

/** Names that different tools use for different things. They are read only when the format is named. */
export const AMBIGUOUS: ReadonlyMap<string, readonly Meaning[]> = new Map([
  [
    'context',
    [
      { meaning: 'the retrieved passages', formats: ['autoevals', 'openevals', 'promptfoo'] },
      { meaning: 'the ideal passages, not the retrieved ones,', formats: ['deepeval'] },
    ],
  ],
  ['groundTruth', GROUND_TRUTH],
  ['expected.groundTruth', GROUND_TRUTH],
])

/** Columns that hold an object whose members are columns: `vars` of promptfoo, and so on. */
export const PARENTS: ReadonlySet<string> = new Set(
  FORMAT_NAMES.flatMap((name) => ARTIFACTS.flatMap((artifact) => [...FORMATS[name][artifact]]))
    .filter((column) => column.includes('.'))
    .map((column) => column.slice(0, column.indexOf('.'))),
)

/**
 * The names that are read as the artifact. With a format: its own names, then groundwire's. Without: every name of
 * every format that means one thing only, groundwire's first.
 */
export const namesFor = (artifact: Artifact, format?: FormatName): string[] => {
  const names =
    format === undefined
      ? FORMAT_NAMES.flatMap((name) => [...FORMATS[name][artifact]]).filter((name) => !AMBIGUOUS.has(name))
      : [...FORMATS[format][artifact], ...FORMATS.groundwire[artifact]]
  return [...new Set(names)]
}

/** The titles of the tools that keep the artifact under this name. */
export const toolsThatSay = (column: string, artifact: Artifact): string[] =>
  FORMAT_NAMES.filter((name) => (FORMATS[name][artifact] as readonly string[]).includes(column)).map(
    (name) => FORMATS[name].title,
  )
