import { describe, expect, it } from 'vitest'
import { shortened, textStyles, wrapText } from '../../src/charts/text'
import { Monospace } from './monospace'

const style = { size: 10, weight: 400, lineHeight: 14 } as const

describe('text in a picture', () => {
  it('is broken at spaces, and inside a word only where it must', () => {
    const wrap = (text: string, width: number) => wrapText(new Monospace(), text, style, width)
    expect(wrap('one two three', 40)).toEqual(['one two', 'three'])
    expect(wrap('  one   two ', 400)).toEqual(['one two'])
    expect(wrap('abcdefghij kl', 20)).toEqual(['abcd', 'efgh', 'ij', 'kl'])
    expect(wrap('ab abcdefgh', 20)).toEqual(['ab', 'abcd', 'efgh'])
    expect(wrap('😀😀😀', 10)).toEqual(['😀😀', '😀'])
    expect(wrap('at the 95 % level', 50)).toEqual(['at the', '95 % level'])
    expect(wrap('costs 34 USD', 50)).toEqual(['costs', '34 USD'])
    expect(wrap('one SSD · two', 40)).toEqual(['one', 'SSD ·', 'two'])
    expect(wrap('', 40)).toEqual([])
    expect(wrap('ab', 1)).toEqual(['a', 'b'])
  })

  it('is shortened with an ellipsis between whole characters', () => {
    expect(shortened(new Monospace(), 'abcdef', style, 30)).toBe('abcdef')
    expect(shortened(new Monospace(), 'abcdef', style, 20)).toBe('abc…')
    expect(shortened(new Monospace(), '😀😀😀', style, 10)).toBe('😀…')
  })

  it('grows with the picture', () => {
    expect(textStyles(2).caption.size).toBe(2 * textStyles(1).caption.size)
    expect(Math.min(...Object.values(textStyles(1)).map(({ size }) => size))).toBeGreaterThanOrEqual(9)
  })
})
