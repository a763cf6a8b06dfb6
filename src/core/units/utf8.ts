/** Bytes a text takes in UTF-8, optionally only its first `end` UTF-16 units. A lone surrogate counts as its replacement, 3. */
export function utf8Length(text: string, end = text.length): number {
  let bytes = 0
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (isPair(code, text.charCodeAt(at + 1)) && at + 1 < end) {
      bytes += 4
      at += 1
    } else bytes += 3
  }
  return bytes
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000
}
