import { thinSpace } from '../../units/number-format'
import { plainText } from '../../text/plain-text'

/** Longest texts a figure prints; longer ones are cut with an ellipsis. */
export const textLimits = { label: 200, axis: 120, title: 200, subtitle: 400, smallPrint: 600 } as const

/** A label as part of an id, which saved settings refer to: numbers and units are separated by U+2009 there. */
export function idText(label: string): string {
  return label.replaceAll(thinSpace, '\u2009')
}

/** More combining marks than this on one letter overlap the neighbouring lines. */
const stackedMarks = /(\p{M}{4})\p{M}+/gu

const characters = new Intl.Segmenter('en')

/**
 * Text from a person, a file or a machine as a figure prints it: one line, no control or direction characters, no
 * half characters, at most `limit` visible characters.
 */
export function cleanText(text: string, limit: number): string {
  // A label may be a megabyte; only its start is examined.
  const head = text.slice(0, limit * 12)
  const clean = plainText(head).replace(stackedMarks, '$1').replace(/ {2,}/g, ' ').trim()
  // Counting characters takes long, and there are never more of them than code units.
  if (clean.length <= limit && head.length === text.length) return clean
  const read = Array.from(characters.segment(clean), (one) => one.segment)
  if (read.length <= limit && head.length === text.length) return clean
  const kept = read.slice(0, limit - 1).join('')
  return `${kept.trimEnd()}…`
}
