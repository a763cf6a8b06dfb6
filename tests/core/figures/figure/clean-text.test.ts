import { describe, expect, it, vi } from 'vitest'
import { cleanText } from '../../../../src/core/figures/figure/clean-text'

describe('text in a figure', () => {
  it('stays unchanged if nothing is wrong with it', () => {
    for (const text of ['4 KiB', 'Größe µs → 日本', 'عربي', '👩‍💻 ok', 'a\u202fb'])
      expect(cleanText(text, 80)).toBe(text)
  })

  it('loses control characters, direction overrides and half characters', () => {
    expect(cleanText('a\nb\u0000c\u001b[31m', 80)).toBe('a b c [31m')
    expect(cleanText('safe\u202egnp.exe\u2066x\u200f', 80)).toBe('safegnp.exex')
    expect(cleanText('x\ud800y', 80)).toBe('x\ufffdy')
  })

  it('is cut between whole characters, for a megabyte after reading only its beginning', () => {
    expect(cleanText('abcdef', 4)).toBe('abc…')
    expect(cleanText('👩‍💻👩‍💻👩‍💻👩‍💻', 3)).toBe('👩‍💻👩‍💻…')
    const segment = vi.spyOn(Intl.Segmenter.prototype, 'segment')
    expect(cleanText('x'.repeat(1_000_000), 80)).toBe(`${'x'.repeat(79)}…`)
    expect(segment.mock.calls.map(([read]) => read.length)).toEqual([80 * 12])
    segment.mockRestore()
  })

  it('keeps stacked combining marks from overlapping its neighbours', () => {
    expect(cleanText(`a${'\u0301'.repeat(100)}`, 80)).toHaveLength(5)
  })
})
