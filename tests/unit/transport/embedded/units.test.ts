import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitUnits } from '../../../../src/transport/embedded/units.js'

describe('splitting a text into units', () => {
  it.each(['', '  \n\n ', '---', '**'])('gives none for a text without a letter or a digit (%j)', (text) => {
    expect(splitUnits(text)).toEqual([])
  })

  it('gives one unit a sentence and does not stop at abbreviations', () => {
    expect(splitUnits('Dr. Lee met the U.S. Senate. It sat for 3.5 hours.')).toEqual([
      'Dr. Lee met the U.S. Senate.',
      'It sat for 3.5 hours.',
    ])
  })

  it('takes a coordinated list apart, one claim an item, in the frame of the sentence', () => {
    expect(splitUnits('The policy covers flights, hotels and meals.')).toEqual([
      'The policy covers flights.',
      'The policy covers hotels.',
      'The policy covers meals.',
    ])
  })

  it('takes a list of numbers apart', () => {
    expect(splitUnits('The bridge closed in 1999, 2004 and 2010.')[1]).toBe('The bridge closed in 2004.')
  })

  it.each([
    ['de', 'Das Museum zeigt Bilder, Möbel und Kleider.', 'Das Museum zeigt Möbel.'],
    ['es', 'El seguro cubre vuelos, hoteles y comidas.', 'El seguro cubre hoteles.'],
    ['zh', '该保险包括机票、酒店和餐费。', '该保险包括酒店。'],
    ['hi', 'बीमा में उड़ान, होटल और भोजन शामिल हैं।', 'बीमा में होटल शामिल हैं।'],
  ])('takes lists apart in %s', (_, text, middle) => {
    const units = splitUnits(text)
    expect(units).toHaveLength(3)
    expect(units[1]).toBe(middle)
  })

  it.each([
    'The first game took place on November 6, 1869, between Rutgers and Princeton.',
    'Although it rained for most of the day, the match was played, and the crowd stayed.',
    'She lives and works in Rome.',
    'It stood on March 6, 1869, and later years.',
  ])('leaves a sentence without a list whole: %s', (sentence) => {
    expect(splitUnits(sentence)).toEqual([sentence])
  })

  it('gives one unit a bullet without its mark, and leaves headings and lead-ins out', () => {
    expect(splitUnits('## Rules\nMembers must:\n- pay **monthly**\n2. wear shoes\n* Visit us.')).toEqual([
      'pay monthly',
      'wear shoes',
      'Visit us.',
    ])
  })

  it('gives one unit a table row and none for the rule under its head', () => {
    expect(splitUnits('| Plan | Price |\n|---|---|\n| Basic | 5 euros |')).toEqual(['Plan | Price', 'Basic | 5 euros'])
  })

  it('keeps a text that is only a heading', () => {
    expect(splitUnits('# Rome')).toHaveLength(1)
  })

  it('counts a refusal as a unit', () => {
    expect(splitUnits("I don't know. The documents do not say.")).toHaveLength(2)
  })

  it('gives at most 40 units and never an empty one, whatever the text', () => {
    expect(splitUnits('Yes it is. '.repeat(90))).toHaveLength(40)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const units = splitUnits(text)
        expect(units.length).toBeLessThanOrEqual(40)
        expect(units.every((unit) => /[\p{L}\p{N}]/u.test(unit))).toBe(true)
      }),
    )
  })
})
