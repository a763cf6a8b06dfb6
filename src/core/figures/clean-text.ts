/** Longest texts a figure prints; what is longer is cut with an ellipsis. */
export const textLimits = { label: 80, axis: 120, title: 200, subtitle: 400, smallPrint: 600 } as const

// Control characters have no glyph and are not allowed in XML; the direction overrides can make a label read as another.
// eslint-disable-next-line no-control-regex -- they are what is looked for
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g
const directionControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g
const loneSurrogates =
  /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g

/** More marks than this on one letter run over the neighbouring lines. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

const characters = new Intl.Segmenter('en')

/**
 * Text from a person, a file or a machine as a figure prints it: one line, no control or direction characters, no half
 * characters, at most `limit` characters as a reader counts them.
 */
export function cleanText(text: string, limit: number): string {
  // A label may be a megabyte; only its beginning is worth looking at.
  const head = text.slice(0, limit * 12)
  const clean = head
    .replace(controls, ' ')
    .replace(directionControls, '')
    .replace(loneSurrogates, '\ufffd')
    .replace(stackedMarks, '$1')
    .replace(/ {2,}/g, ' ')
    .trim()
  const read = Array.from(characters.segment(clean), (one) => one.segment)
  if (read.length <= limit && head.length === text.length) return clean
  const kept = read.slice(0, limit - 1).join('')
  return `${kept.trimEnd()}…`
}
