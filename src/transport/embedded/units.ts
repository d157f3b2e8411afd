import { remembered } from '../../remembered.js'
import { splitList } from './coordination.js'
import { sentencesOf } from './sentences.js'

/** A judge that lists more claims than this is out of hand; the rest of the text is not judged. */
const MOST = 40

const BULLET = /^\s*(?:[-*+•–·▪◦]\s+|\(?\d{1,3}[.)、]\s+|[（(]\d{1,2}[)）]\s*)/u

/** Marks of layout around a line's words; what the line says stays as it stands. */
const bare = (line: string): string =>
  line
    .replace(/^\s*(?:>\s?)+/u, '')
    .replace(BULLET, '')
    .replace(BULLET, '')
    .replace(/^\s*\|/u, '')
    .replace(/\|\s*$/u, '')
    .replace(/\*\*|__|`/gu, '')
    .trim()

/** A heading or the lead-in of a list states nothing by itself. */
const introduces = (line: string): boolean =>
  /^\s*#{1,6}\s/u.test(line) || /^\s*\*\*[^*]+\*\*\s*$/u.test(line) || /[:：]\s*(?:\*\*)?\s*$/u.test(line)

const isWording = (line: string): boolean => /[\p{L}\p{N}]/u.test(line)

const units = (text: string): readonly string[] => {
  const lines = text.split(/[\r\n\v\f\u0085\u2028\u2029]+/u).filter(isWording)
  const stating = lines.filter((line) => !introduces(line))
  return (stating.length > 0 ? stating : lines)
    .map(bare)
    .flatMap((line) => sentencesOf(line).map(({ start, end }) => line.slice(start, end)))
    .flatMap(splitList)
    .slice(0, MOST)
}

/**
 * The single statements of a text in order, at most 40: one a sentence, one a bullet sentence or table row, one an item
 * of a coordinated list. Headings and the lead-ins of lists are left out unless the text has nothing else. A text without
 * a letter or a digit has none.
 */
export const splitUnits: (text: string) => readonly string[] = remembered(units, 200)
