import type { Ink, TextMeasure } from './ink'
import type { LabelShift } from '../core/figures/figure/figure-look'
import type { Box } from './bar-fill'

/**
 * First the fonts in resources/fonts, under a distinct name so that no other installed version replaces them; then
 * those of the window or the system.
 */
export const figureFont = 'Inter Figure'
export const fontFamily = `'${figureFont}', Inter, 'Inter Variable', 'Helvetica Neue', Helvetica, Arial, sans-serif`

/** The same for figures with serifs. */
export const serifFont = 'Source Serif Figure'
export const serifFamily = `'${serifFont}', 'Source Serif 4', 'Source Serif Pro', Georgia, 'Times New Roman', serif`

/** The same for commands in documents. */
export const codeFont = 'JetBrains Mono Figure'
export const codeFamily = `'${codeFont}', 'JetBrains Mono', Menlo, Consolas, monospace`

export interface TextStyle {
  readonly size: number
  readonly weight: 400 | 500 | 600
  readonly lineHeight: number
  /** CSS font families; the usual ones if unset. */
  readonly family?: string
}

const styles = {
  title: { size: 15, weight: 600, lineHeight: 20 },
  subtitle: { size: 12, weight: 400, lineHeight: 17 },
  legend: { size: 12, weight: 400, lineHeight: 20 },
  axis: { size: 12, weight: 400, lineHeight: 16 },
  label: { size: 12, weight: 600, lineHeight: 15 },
  caption: { size: 11, weight: 400, lineHeight: 15.5 },
  smallPrint: { size: 9.5, weight: 400, lineHeight: 13 },
} as const satisfies Readonly<Record<string, TextStyle>>

/** In print all sizes are close together: at 8 points the small print has 7 and the title 9. */
const printSizes = {
  title: 1.125,
  subtitle: 1,
  legend: 1,
  axis: 1,
  label: 1,
  caption: 0.95,
  smallPrint: 0.875,
} as const satisfies Readonly<Record<keyof typeof styles, number>>

export type TextStyles = Readonly<Record<keyof typeof styles, TextStyle>>

/**
 * Every text style, `scale` times the window's size, in other than the usual families if given. `points`: font size
 * of the axes in print, from which the others are derived whatever the scale is.
 */
export function textStyles(scale: number, family?: string, points?: number): TextStyles {
  const names = Object.keys(styles) as (keyof typeof styles)[]
  const entries = names.map((name) => {
    const { size, weight, lineHeight } = styles[name]
    const own = points === undefined ? size * scale : pixelsOfPoints(points) * printSizes[name]
    const sized = { size: tenths(own), weight, lineHeight: tenths((own * lineHeight) / size) }
    return [name, { ...sized, ...(family !== undefined && { family }) }]
  })
  return Object.fromEntries(entries) as TextStyles
}

/** CSS pixels per printer's point, 1/72 inch. */
export function pixelsOfPoints(points: number): number {
  return (points * 96) / 72
}

/** Sizes rounded to a tenth of a pixel keep an SVG readable. */
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}

/** CSS font of a style. */
export function fontOf(style: TextStyle): string {
  return `${style.weight} ${style.size}px ${style.family ?? fontFamily}`
}

/** Baseline of a line of this style whose line box starts at `top`. */
export function baselineOf(style: TextStyle, top: number): number {
  return top + (style.lineHeight + style.size * capHeight) / 2
}

/** Height of Inter's capitals, in ems. */
export const capHeight = 0.727

/** Width of a text in CSS pixels. */
export function textWidth(measure: TextMeasure, text: string, style: TextStyle): number {
  measure.font = fontOf(style)
  return measure.measureText(text).width
}

/**
 * Breaks a text into lines no wider than `width`, at spaces if possible and otherwise inside a word. A percent sign or
 * the code of a currency stays with its number, and a dot between two parts with the part before it.
 */
export function wrapText(
  measure: TextMeasure,
  text: string,
  style: TextStyle,
  width: number,
): readonly string[] {
  measure.font = fontOf(style)
  const fits = (line: string): boolean => measure.measureText(line).width <= width
  const lines: string[] = []
  let line = ''
  for (const word of text
    .split(/ +(?![%·])(?!(?<=\d +)[A-Z]{3}(?![\p{L}\p{N}]))/u)
    .filter((part) => part !== '')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (fits(joined)) {
      line = joined
      continue
    }
    if (line !== '') lines.push(line)
    const pieces = fits(word) ? [word] : broken(word, fits)
    for (const piece of pieces.slice(0, -1)) lines.push(piece)
    line = pieces[pieces.length - 1] ?? ''
  }
  return line === '' ? lines : [...lines, line]
}

/** The text, shortened with an ellipsis if it is wider than `width`. */
export function shortened(measure: TextMeasure, text: string, style: TextStyle, width: number): string {
  if (textWidth(measure, text, style) <= width) return text
  const letters = Array.from(text)
  while (letters.length > 1 && measure.measureText(`${letters.join('').trimEnd()}…`).width > width)
    letters.pop()
  return `${letters.join('').trimEnd()}…`
}

/** A word in pieces that fit, split between whole characters. */
function broken(word: string, fits: (text: string) => boolean): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const letter of Array.from(word)) {
    if (piece !== '' && !fits(piece + letter)) {
      pieces.push(piece)
      piece = letter
    } else piece += letter
  }
  return [...pieces, piece]
}

/** Position of a text in a picture that a person may change or move; CSS pixels. */
export interface TextRegion extends Box {
  readonly part:
    | 'title'
    | 'subtitle'
    | 'xLabel'
    | 'yLabel'
    | { readonly line: string }
    | { readonly reference: number }
    | { readonly annotation: number }
    /** The number of a mark, by `valueLabelKey`. */
    | { readonly value: string }
    /** The plot itself, for what is placed in it. */
    | 'plot'
  readonly text: string
  /** Of its letters. */
  readonly size: number
  /** How far the number of a mark was moved, in ems. */
  readonly shift?: LabelShift
}

/** Draws lines of text from `top` down and returns where the next may start. */
export function drawLines(
  ink: Ink,
  lines: readonly string[],
  x: number,
  top: number,
  style: TextStyle,
  color: string,
): number {
  ink.font = fontOf(style)
  ink.fillStyle = color
  lines.forEach((line, index) => ink.fillText(line, x, baselineOf(style, top + index * style.lineHeight)))
  return top + lines.length * style.lineHeight
}
