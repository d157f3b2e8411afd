/** A stretch of a text, end exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

const SEGMENTER = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Ends after which a sentence goes on: initials, common abbreviations, the number of a list item. */
const GOES_ON =
  /(?:^|[\s(])(?:\p{L}\.|(?:\p{L}\.)+\p{L}\.|(?:mr|mrs|ms|dr|st|prof|no|vs|inc|jr|sr|bzw|ca|nr)\.)\s*$|^\s*\d{1,2}\.\s*$/iu

/** A day before its month, as German writes it ("am 7. Mai"). */
const DAY = /\d\.\s$/u
const MONTH = /^(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)/u

/**
 * The sentences of a text as spans. Line breaks end a sentence (a bullet or a table row is one by itself); a span that
 * holds no letter and no digit is left out.
 */
export const sentencesOf = (text: string): Span[] => {
  const spans: Span[] = []
  for (const line of text.matchAll(/[^\r\n\v\f\u0085\u2028\u2029]+/gu)) {
    let open: number | null = null
    for (const { segment, index } of SEGMENTER.segment(line[0])) {
      const start: number = open ?? index
      const end = index + segment.length
      const said = line[0].slice(start, end)
      const rest = line[0].slice(end)
      if (rest !== '' && (GOES_ON.test(said) || (DAY.test(said) && MONTH.test(rest)))) {
        open = start
        continue
      }
      open = null
      if (!/[\p{L}\p{N}]/u.test(said)) continue
      const from = line.index + start + (said.length - said.trimStart().length)
      spans.push({ start: from, end: from + said.trim().length })
    }
  }
  return spans
}
