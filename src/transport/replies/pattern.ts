/** A piece of a pattern: what it may be, each way as a function that says it. */
type Piece = () => string
/** Chooses among the ways a pattern leaves open, such as the digits of `[1-5]` or the words of `yes|no`. */
export type Choose = (values: readonly string[]) => string

const DIGITS = [...'0123456789']
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']
const CLASSES: Readonly<Record<string, readonly string[]>> = { d: DIGITS, w: [...LETTERS, '_'], s: [' '] }
const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
const PLAIN = [...LETTERS, ...LETTERS.map((letter) => letter.toUpperCase()), ...DIGITS, ...' -_.,:;!?/()']
const MOST_REPEATS = 64

class Unreadable extends Error {}

/** Reads what judges' schemas use: literals, classes, groups, alternatives, quantifiers and anchors at the ends. */
class Reader {
  #at = 0
  readonly #text: string
  readonly #choose: Choose

  constructor(text: string, choose: Choose) {
    this.#text = text
    this.#choose = choose
  }

  whole(): Piece {
    const read = this.#alternatives()
    if (this.#at < this.#text.length) throw new Unreadable()
    return read
  }

  #next(): string | undefined {
    return this.#text[this.#at]
  }

  #take(sign: string): boolean {
    if (!this.#text.startsWith(sign, this.#at)) return false
    this.#at += sign.length
    return true
  }

  #alternatives(): Piece {
    const ways = [this.#sequence()]
    while (this.#take('|')) ways.push(this.#sequence())
    if (ways.length === 1) return ways[0]!
    return () => this.#choose(ways.map((way) => way()))
  }

  #sequence(): Piece {
    const pieces: Piece[] = []
    for (let sign = this.#next(); sign !== undefined && sign !== '|' && sign !== ')'; sign = this.#next())
      pieces.push(this.#repeated(this.#piece()))
    return () => pieces.map((piece) => piece()).join('')
  }

  #piece(): Piece {
    if (this.#take('^') || this.#take('$')) return () => ''
    if (this.#take('(?:') || (!this.#text.startsWith('(?', this.#at) && this.#take('('))) {
      const inner = this.#alternatives()
      if (!this.#take(')')) throw new Unreadable()
      return inner
    }
    if (this.#take('[')) {
      const members = this.#members()
      return () => this.#choose(members)
    }
    const sign = this.#text[this.#at++]!
    if (sign === '.') return () => 'x'
    if ('(*+?{}'.includes(sign)) throw new Unreadable()
    if (sign !== '\\') return () => sign
    const members = this.#escaped()
    return members.length === 1 ? () => members[0]! : () => this.#choose(members)
  }

  #escaped(): readonly string[] {
    const sign = this.#text[this.#at++] ?? ''
    const members = CLASSES[sign]
    if (members !== undefined) return members
    if (/[bB1-9pPkux]/u.test(sign) || sign === '') throw new Unreadable()
    const opposite = CLASSES[sign.toLowerCase()]
    if (opposite !== undefined) return PLAIN.filter((each) => !opposite.includes(each)).slice(-1)
    return [ESCAPED[sign] ?? sign]
  }

  #members(): readonly string[] {
    const negated = this.#take('^')
    const members: string[] = []
    while (!this.#take(']')) {
      const sign = this.#text[this.#at++]
      if (sign === undefined) throw new Unreadable()
      const from = sign === '\\' ? this.#escaped() : [sign]
      const to = this.#text[this.#at + 1]
      if (from.length === 1 && this.#next() === '-' && to !== undefined && to !== ']' && to !== '\\') {
        this.#at += 2
        const [first, last] = [from[0]!.codePointAt(0)!, to.codePointAt(0)!]
        for (let code = first; code <= Math.min(last, first + 127); code++) members.push(String.fromCodePoint(code))
      } else members.push(...from)
    }
    const kept = negated ? PLAIN.filter((sign) => !members.includes(sign)) : members
    if (kept.length === 0) throw new Unreadable()
    return kept
  }

  /** As few repeats as allowed, but one where none is needed: empty texts say nothing. */
  #repeated(piece: Piece): Piece {
    const counted = /^\{(\d+)(?:,(\d*))?\}/u.exec(this.#text.slice(this.#at))
    const sign = this.#next()
    let times = 1
    if (counted !== null) {
      this.#at += counted[0].length
      times = Math.max(Number(counted[1]), counted[2] === undefined || counted[2] === '0' ? 0 : 1)
    } else if (sign === '*' || sign === '+') this.#at += 1
    else if (sign === '?') {
      this.#at += 1
      times = 0
    } else return piece
    this.#take('?')
    if (times > MOST_REPEATS) throw new Unreadable()
    return () => Array.from({ length: times }, piece).join('')
  }
}

/** A text that matches a simple regular expression, or null where it is beyond what is read here. */
export const textMatching = (pattern: string, choose: Choose): string | null => {
  try {
    const text = new Reader(pattern, choose).whole()()
    return new RegExp(pattern, 'u').test(text) ? text : null
  } catch {
    return null
  }
}
