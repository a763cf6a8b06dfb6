import type { Ink } from '../../charts/ink'
import { codeFamily, fontOf, type TextStyle } from '../../charts/text'
import { inlineText, type Inline } from '../../core/document/rich-text'
import { withoutBreaks } from '../../core/units/number-format'
import { textMeasure } from '../figures/draw-figure'

/** A sheet of A4 in CSS pixels. */
export const sheet = { width: 794, height: 1123, margin: 72 } as const
export const column = sheet.width - 2 * sheet.margin
/** Height of a page without its margins. */
export const room = sheet.height - 2 * sheet.margin

/** Names and notes of figures and tables. */
export const small: TextStyle = { size: 12, weight: 400, lineHeight: 17 }

type Drawing = (ink: Ink) => void

/** The content of one stretch of a page; never broken. */
export interface Piece {
  readonly height: number
  /** Space above it, unless it begins a page. */
  readonly gap: number
  /** It does not end a page: it stays with the next piece. */
  readonly keepsWithNext?: boolean
  /** Repeated above it if it begins a page and there is space: the name of its figure. */
  readonly head?: readonly Piece[]
  /** Begins a page. */
  readonly breaks?: boolean
  /** Undefined: nothing is drawn. */
  readonly draw?: Drawing
  /** The least height that it can be drawn with, to fit on the page. */
  readonly least?: number
  /** How it is drawn with less than its height, down to the least. */
  readonly drawnAs?: (height: number) => Drawing
  /** From the left edge of the column. */
  readonly left?: number
  /** Scale at which it is drawn to fit the page. */
  readonly scale?: number
}

/** A word with its style; a space precedes it unless it joins the one before. */
interface Word {
  readonly text: string
  readonly style: TextStyle
  readonly joins: boolean
}

/** Lines of text, each a piece, so that a page can end between them. */
export function textPieces(
  children: readonly Inline[],
  style: TextStyle,
  gap: number,
  width: number = column,
): readonly Piece[] {
  const measure = textMeasure()
  const widthOf = ({ text, style: own }: Word) => {
    measure.font = fontOf(own)
    return measure.measureText(text).width
  }
  const lines: { readonly word: Word; readonly x: number }[][] = [[]]
  let x = 0
  const spaceOf = (own: TextStyle) => {
    measure.font = fontOf(own)
    return measure.measureText(' ').width
  }
  for (const word of words(children, style)) {
    if (word.text === '\n') {
      lines.push([])
      x = 0
      continue
    }
    for (const part of broken(word, width, widthOf)) {
      const long = widthOf(part)
      const before = x === 0 || part.joins ? 0 : spaceOf(part.style)
      if (x > 0 && x + before + long > width) {
        lines.push([])
        x = 0
      }
      const start = x === 0 ? 0 : x + before
      lines.at(-1)?.push({ word: part, x: start })
      x = start + long
    }
  }
  return lines.map((line, at) => ({
    ...{ height: style.lineHeight, gap: at === 0 ? gap : 0 },
    // Neither the first nor the last line of a paragraph is left alone on a page.
    ...(lines.length > 1 && (at === 0 || at === lines.length - 2) && { keepsWithNext: true }),
    draw(ink) {
      ink.textAlign = 'left'
      ink.textBaseline = 'alphabetic'
      ink.fillStyle = '#1a1d23'
      for (const { word, x: left } of line) {
        ink.font = fontOf(word.style)
        ink.fillText(word.text, left, style.lineHeight / 2 + style.size * 0.36)
      }
    },
  }))
}

/** A word longer than a line, such as an option of a command, in parts that fit. */
function broken(word: Word, width: number, widthOf: (word: Word) => number): readonly Word[] {
  if (widthOf(word) <= width) return [word]
  const parts: Word[] = []
  let text = ''
  for (const character of word.text) {
    if (text !== '' && widthOf({ ...word, text: text + character }) > width) {
      parts.push({ ...word, text, joins: parts.length > 0 || word.joins })
      text = ''
    }
    text += character
  }
  return [...parts, { ...word, text, joins: parts.length > 0 || word.joins }]
}

/** Spaces of a command that are not between two words are preserved. */
function keptSpaces(text: string): string {
  return text.replace(/^ +| {2,}/gm, (spaces) => '\u00a0'.repeat(spaces.length))
}

/** The shipped face has no italics, so emphasis is set bolder. */
function words(children: readonly Inline[], style: TextStyle): readonly Word[] {
  const found: Word[] = []
  let isOpen = false
  const add = (text: string, own: TextStyle) => {
    const kept = own.family === codeFamily ? keptSpaces(text) : withoutBreaks(text)
    const parts = kept.split(/[ \n]+/)
    parts.forEach((part, at) => {
      if (part !== '') found.push({ text: part, style: own, joins: at === 0 && isOpen })
      isOpen = at < parts.length - 1 ? false : part !== ''
    })
  }
  const visit = (one: Inline, own: TextStyle): void => {
    switch (one.type) {
      case 'break':
        found.push({ text: '\n', style: own, joins: false })
        isOpen = false
        return
      case 'strong':
        for (const child of one.children) visit(child, { ...own, weight: 600 })
        return
      case 'emphasis':
      case 'strike':
      case 'link':
        for (const child of one.children)
          visit(child, one.type === 'emphasis' ? { ...own, weight: own.weight === 600 ? 600 : 500 } : own)
        if (one.type === 'link' && inlineText(one.children) !== one.href) add(` (${one.href})`, own)
        return
      case 'code':
        // Its letters are larger than those of the text for the same size.
        add(one.text, { ...own, weight: 400, size: 0.9 * own.size, family: codeFamily })
        return
      default:
        add(one.text, own)
    }
  }
  for (const child of children) visit(child, style)
  return found
}
