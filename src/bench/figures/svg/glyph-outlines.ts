import { createCanvas, type SKRSContext2D, SvgExportFlag } from '@napi-rs/canvas'
import type { TextMeasure } from '../../../charts/ink'
import type { LetterOutlines } from './svg-context'
import { outlineFont, unitsPerEm } from './svg-font'
import { svgAttributes } from './svg-number'

/** Letters of these scripts are drawn one by one; those of others may join or change places, so a text stays whole. */
const separable =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]*$/u

/** Draws the letters of texts as outlines: each letter of a font is defined once and used wherever it appears. */
export class GlyphOutlines implements LetterOutlines {
  readonly #measure: TextMeasure
  readonly #idPrefix: string
  /** Ids of the outlines by font and letter; undefined for a letter that shows nothing. */
  readonly #ids = new Map<string, string | undefined>()
  /** Ids by outline: fonts of several names may have the same letters. */
  readonly #outlines = new Map<string, string>()

  constructor(measure: TextMeasure, idPrefix: string) {
    this.#measure = measure
    this.#idPrefix = idPrefix
  }

  /** Elements for the letters of a text of the CSS font `font`, in units of its size, from the left end of its baseline. */
  letters(text: string, font: string): string {
    const large = outlineFont(font)
    this.#measure.font = large
    const width = (part: string) => this.#measure.measureText(part).width
    let end = 0
    return lettersOf(text)
      .map((letter) => {
        const start = end
        end += letter.length
        const id = this.#idOf(letter, large)
        if (id === undefined) return ''
        // What is in front of a letter may be kerned, so letters are measured together.
        const place = start === 0 ? 0 : Math.round(width(text.slice(0, end)) - width(letter))
        return `<use${svgAttributes({ 'xlink:href': `#${id}`, x: place === 0 ? undefined : String(place) })}/>`
      })
      .join('')
  }

  /** The outlines of all letters so far, as elements. */
  definitions(): readonly string[] {
    return Array.from(this.#outlines, ([d, id]) => `<path${svgAttributes({ id, d })}/>\n`)
  }

  #idOf(letter: string, font: string): string | undefined {
    const key = `${font}/${letter}`
    if (this.#ids.has(key)) return this.#ids.get(key)
    const path = knownOutline(letter, font)
    const id =
      path === '' ? undefined : (this.#outlines.get(path) ?? `${this.#idPrefix}-${this.#outlines.size + 1}`)
    if (id !== undefined) this.#outlines.set(path, id)
    this.#ids.set(key, id)
    return id
  }
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

function lettersOf(text: string): readonly string[] {
  return separable.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [text]
}

/** Room around a letter on its canvas, in units: what lies beyond a canvas is not written. */
const room = 2 * unitsPerEm

/** Outlines of letters by font, which all documents share: a canvas for each takes half the time of drawing a figure. */
const known = new Map<string, string>()
/** Letters of all fonts that are kept, some 400 bytes each. */
const mostKnown = 10_000
/** Longer ones are whole texts, which do not come again. */
const longestKnown = 16

function knownOutline(letter: string, font: string): string {
  if (letter.length > longestKnown) return outlineOf(letter, font)
  const key = `${font}/${letter}`
  const before = known.get(key)
  if (before !== undefined) return before
  if (known.size >= mostKnown) known.clear()
  const path = outlineOf(letter, font)
  known.set(key, path)
  return path
}

/** Path of a letter with its baseline at 0, in whole units; empty for one that shows nothing, such as a blank. */
function outlineOf(letter: string, font: string): string {
  const width = outlineWidth(letter, font)
  const canvas = createCanvas(width + 2 * room, 2 * room, SvgExportFlag.ConvertTextToPaths)
  const context: SKRSContext2D = canvas.getContext('2d')
  context.font = font
  context.fillText(letter, room, room)
  const paths = canvas
    .getContent()
    .toString('utf8')
    .matchAll(/<path[^>]*?(?: transform="translate\(([-\d.]+)[ ,]+([-\d.]+)\)")?[^>]*? d="([^"]*)"/g)
  return Array.from(paths, ([, dx = '0', dy = '0', path = '']) =>
    path.replace(/(-?[\d.]+(?:e-?\d+)?)[ ,](-?[\d.]+(?:e-?\d+)?)/g, (_, x: string, y: string) =>
      [Number(x) + Number(dx) - room, Number(y) + Number(dy) - room]
        .map((value) => String(Math.round(value) || 0))
        .join(' '),
    ),
  ).join('')
}

function outlineWidth(letter: string, font: string): number {
  const context = createCanvas(1, 1).getContext('2d')
  context.font = font
  return Math.ceil(context.measureText(letter).width)
}
