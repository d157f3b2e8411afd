import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { unitCoverage } from '../../../../src/transport/embedded/coverage.js'
import { isOnTopic, judgeAddresses, judgeSupport } from '../../../../src/transport/embedded/judgement.js'

const supports = (unit: string, ...evidence: string[]) => judgeSupport(unit, evidence).holds

describe('support', () => {
  it.each([
    ['The museum opens at nine.', 'Our museums are opened at nine each morning.'],
    ['Das Museum hat viele Bilder.', 'Viele Bilder hängen in den Museen der Stadt.'],
    ['博物馆于1955年开放。', '这座博物馆在1955年开放，位于市中心。'],
    ['افتتح المتحف عام 1955.', 'تم افتتاح المتحف في عام 1955 وافتتح رسميا.'],
    ['संग्रहालय 1955 में खुला।', 'यह संग्रहालय 1955 में खुला था।'],
  ])('is found in any script: %s', (unit, evidence) => {
    expect(supports(unit, evidence)).toBe(true)
  })

  it('needs enough of the content words in one stretch of at most three sentences of one paragraph', () => {
    const unit = 'The red boat sank near the harbour during a storm.'
    expect(supports(unit, 'The red boat was old. It sank in a storm. The harbour was near.')).toBe(true)
    expect(supports(unit, 'The red boat was old.\n\nA storm came.\n\nThe harbour is large.')).toBe(false)
    expect(supports(unit, 'The red boat was old. It rained. It rained. It rained. A storm came near.')).toBe(false)
  })

  it.each([
    ['a number', 'The river is 109 miles long.', 'The river is 210 miles long.'],
    ['the unit word of a number', 'The deposit is 12 percent.', 'The deposit is 12 coins.'],
    ['a currency', 'A ticket costs $40 today.', 'A ticket costs 40 euros today.'],
    ['a name', 'The prize went to Maria Lopez in the end.', 'The prize went to Anna Kern in the end.'],
    ['the polarity', 'The policy covers flights abroad.', 'The policy does not cover flights abroad.'],
    ['the polarity of a denial', 'The policy does not cover flights.', 'The policy covers flights.'],
    ['the polarity in German', 'Die Versicherung deckt Flüge.', 'Die Versicherung deckt keine Flüge.'],
    ['the polarity in Chinese', '该保险包括机票。', '该保险不包括机票。'],
    ['the polarity in Hindi', 'बीमा में उड़ान शामिल है।', 'बीमा में उड़ान शामिल नहीं है।'],
    ['the polarity in Arabic', 'التأمين يغطي الرحلات.', 'التأمين لا يغطي الرحلات.'],
  ])('fails where the evidence has another reading of %s', (_, unit, evidence) => {
    expect(supports(unit, evidence)).toBe(false)
    expect(supports(unit, unit)).toBe(true)
  })

  it.each([
    ['35% of the members paid.', 'Of the members 35 percent paid.'],
    ['The tower cost 1,200 euros.', 'It cost 1200 euros to build the tower.'],
    ['The tower has three bells.', 'The tower has 3 bells.'],
    ['The price rose by ١٢ points.', 'The price rose by 12 points.'],
    ['Not only members may enter the hall.', 'Members may enter the hall.'],
  ])('takes two spellings of one thing as equal: %s', (unit, evidence) => {
    expect(supports(unit, evidence)).toBe(true)
  })

  it('does not apply polarity in a language without a list of negators', () => {
    expect(supports('Поліс покриває перельоти.', 'Поліс не покриває перельоти.')).toBe(true)
  })

  it('is never given to a text without content words, nor by no evidence', () => {
    expect(unitCoverage('It is what it is.', ['It is what it is.']).coverage).toBe(0)
    expect(unitCoverage('The museum opens at nine.', []).coverage).toBe(0)
    expect(unitCoverage('The museum opens at nine.', ['', ' ']).quote).toBe('')
  })

  it('quotes the shortest best stretch, verbatim', () => {
    const passage = 'It is a new policy.\nThe policy covers flights abroad. Ask at the desk.'
    expect(unitCoverage('The policy covers flights.', [passage]).quote).toBe('The policy covers flights abroad.')
  })

  it('quotes at most 300 characters of the sentence that covers most', () => {
    const long = `The policy covers flights ${'far and wide '.repeat(40)}abroad.`
    expect(unitCoverage('The policy covers flights.', [`A policy. ${long}`]).quote).toBe(long.slice(0, 300))
  })

  const word = fc.constantFrom('boat', 'storm', 'Rome', 'red', '12', 'miles', 'not', 'the', 'sank', '船', 'नहीं')
  const sentence = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => `${words.join(' ')}.`)
  const paragraph = fc.array(sentence, { minLength: 1, maxLength: 4 }).map((sentences) => sentences.join(' '))

  it('is never lowered by another section or another paragraph', () => {
    fc.assert(
      fc.property(
        sentence,
        fc.array(paragraph, { maxLength: 3 }),
        fc.array(paragraph, { maxLength: 3 }),
        paragraph,
        (unit, before, after, added) => {
          const text = [...before, ...after].join('\n\n')
          const { coverage } = unitCoverage(unit, [text])
          expect(unitCoverage(unit, [added, text]).coverage).toBeGreaterThanOrEqual(coverage)
          expect(unitCoverage(unit, [[...before, added, ...after].join('\n\n')]).coverage).toBeGreaterThanOrEqual(
            coverage,
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('lies between 0 and 1 and quotes at most 300 characters that stand in the evidence', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.array(fc.string({ unit: 'grapheme', maxLength: 600 }), { maxLength: 3 }),
        (unit, evidence) => {
          const { coverage, quote } = unitCoverage(unit, [...evidence, `${unit} `.repeat(12)])
          expect(coverage).toBeGreaterThanOrEqual(0)
          expect(coverage).toBeLessThanOrEqual(1 + 1e-9)
          expect(quote.length).toBeLessThanOrEqual(300)
          expect([...evidence, `${unit} `.repeat(12)].some((text) => text.includes(quote))).toBe(true)
        },
      ),
    )
  })
})

describe('addressing a question', () => {
  const question = 'Which years did the harbour bridge close for repairs?'

  it('needs content words of the question in the statement', () => {
    expect(judgeAddresses('The bridge closed in 1999.', question, []).holds).toBe(true)
    expect(judgeAddresses('Tickets cost four euros.', question, [question]).holds).toBe(false)
  })

  it('is helped a little by what else was shown', () => {
    const statement = 'It was the harbour authority.'
    const alone = judgeAddresses(statement, question, [])
    const shown = judgeAddresses(statement, question, ['The bridge closed for repairs in those years.'])
    expect(alone.holds).toBe(false)
    expect(shown.holds).toBe(true)
    expect(shown.quote).toBe('The bridge closed for repairs in those years.')
    expect(shown.coverage - alone.coverage).toBeLessThan(0.1)
  })

  it('is not possible where the question asks nothing', () => {
    expect(judgeAddresses('The bridge closed.', '', [])).toEqual({ coverage: 0, holds: false, quote: '' })
  })

  it('is on topic with one content word in common, or with a question that has none', () => {
    expect(isOnTopic('The bridges are old.', question)).toBe(true)
    expect(isOnTopic('Tickets cost four euros.', question)).toBe(false)
    expect(isOnTopic('Tickets cost four euros.', '')).toBe(true)
  })
})
