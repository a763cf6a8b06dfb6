/** Texts one after the other, without empty ones. */
export function sentences(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' ')
}

/** A label as used inside a sentence: "mount options", while names such as IOPS, CPU and I/O keep their capitals. */
export function withinSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
}

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

/**
 * Names come from files, hosts and engines, and may contain characters that mislead a terminal, a page or a reader:
 * C0 and C1 control characters (escape sequences start with one), line breaks, and the Unicode marks, embeddings,
 * overrides and isolates of direction that make a text look like another one.
 */
// eslint-disable-next-line no-control-regex -- they are the ones searched for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const loneSurrogates =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g

/** The same text as one line of visible characters: controls and line breaks become a space, half characters U+FFFD. */
export function plainText(text: string): string {
  return text.replace(controls, ' ').replace(directionControls, '').replace(loneSurrogates, '\ufffd')
}

/** The same except for the line feed, which separates the parts of a JSON text. */
const escapable = new RegExp(`[^\\P{Cc}\\n]|[\\u2028\\u2029]|${directionControls.source}`, 'gu')

/**
 * JSON text that reads back as the same value without these characters: within strings they become escapes, and
 * outside strings JSON has only the line feed and the carriage return.
 */
export function escapedJson(json: string): string {
  return json.replace(escapable, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** "bandwidth, IOPS and mean latency". */
export function listed(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ')
}
