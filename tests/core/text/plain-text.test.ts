import { describe, expect, it } from 'vitest'
import { escapedJson, plainText } from '../../../src/core/text/plain-text'

/** Every character that a terminal acts upon, or that changes the direction of the text around it. */
const hostile = [
  ...Array.from({ length: 0x20 }, (_, code) => code),
  ...Array.from({ length: 0x21 }, (_, code) => 0x7f + code),
  ...[0x2028, 0x2029, 0x200e, 0x200f, 0x61c, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e],
  ...[0x2066, 0x2067, 0x2068, 0x2069, 0xfeff],
].map((code) => String.fromCharCode(code))

describe('text from outside', () => {
  it.each(hostile.map((one) => [one.charCodeAt(0).toString(16), one]))(
    'has no character %s in the output',
    (_, one) => {
      expect(plainText(`a${one}b`)).toMatch(/^a ?b$/)
      expect(escapedJson(JSON.stringify(`a${one}b`))).toMatch(/^"a[ -~]+b"$/)
    },
  )

  it('keeps its meaning: letters of all scripts, symbols, and in JSON the exact value', () => {
    expect(plainText('Größe 日本 עברית 👩‍🔬 4\u2009KiB')).toBe('Größe 日本 עברית 👩‍🔬 4\u2009KiB')
    const value = { text: hostile.join('x'), list: ['\u001b[2J'] }
    const written = escapedJson(JSON.stringify(value, undefined, 2))
    expect(JSON.parse(written)).toEqual(value)
    expect(written.split('\n')).toHaveLength(6)
  })

  it('contains no half characters', () => {
    expect(plainText('a\ud800b')).toBe('a\ufffdb')
  })
})
