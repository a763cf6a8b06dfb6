import type { CardTile, ResultCard } from '../../core/document/result-card'
import type { Ink } from '../ink'
import type { Palette } from '../palette'
import { fontFamily, fontOf, shortened, type TextStyle, textWidth, wrapText } from '../text'

/** The size that forums and posts show in full. */
export const cardWidth = 1200
export const cardHeight = 630

const margin = 64
const gap = 20
const style = (size: number, weight: TextStyle['weight']): TextStyle => ({
  ...{ size, weight, lineHeight: Math.round(size * 1.3), family: fontFamily },
})
const title = style(44, 600)
const subtitle = style(24, 400)
const label = style(19, 500)
const number = style(38, 600)
const range = style(18, 400)
const foot = style(18, 400)

/** Draws a card of 1200 by 630 pixels: drive, numbers in two rows (up to four of them in two columns), machine and date. */
export function drawCard(ink: Ink, card: ResultCard, palette: Palette): void {
  const width = cardWidth - 2 * margin
  ink.save()
  ink.textBaseline = 'alphabetic'
  ink.textAlign = 'left'
  ink.fillStyle = palette.ground
  ink.fillRect(0, 0, cardWidth, cardHeight)
  write(ink, card.title, fitting(ink, card.title, title, width), palette.text, margin, 96, width)
  write(ink, card.subtitle, subtitle, palette.quietText, margin, 136, width)
  const columns = card.tiles.length > 4 ? 4 : 2
  const rows = Math.max(1, Math.ceil(card.tiles.length / columns))
  const [top, bottom] = [168, 512]
  const tileWidth = (width - gap * (columns - 1)) / columns
  const tileHeight = Math.min(162, (bottom - top - gap * (rows - 1)) / rows)
  const labels = card.tiles.map((tile) => labelLines(ink, tile.label, tileWidth))
  // All numbers have the same place in their tile.
  const below = labels.some((lines) => lines.length > 1) ? label.lineHeight : 0
  card.tiles.forEach((tile, at) => {
    const x = margin + (at % columns) * (tileWidth + gap)
    const y = top + Math.floor(at / columns) * (tileHeight + gap)
    const place = { x, y, width: tileWidth, height: tileHeight - below }
    drawTile(ink, { ...tile, lines: labels[at] ?? [], below }, palette, place)
  })
  write(ink, card.statistics, foot, palette.quietText, margin, 542, width)
  card.lines.forEach((line, at) => write(ink, line, foot, palette.quietText, margin, 570 + at * 25, width))
  ink.restore()
}

interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A tile with its label in lines, and how far its number moves down for them. */
interface LaidTile extends CardTile {
  readonly lines: readonly string[]
  readonly below: number
}

/** At most two lines; the second is cut off if even that is too long. A number stays with the word next to it. */
function labelLines(ink: Ink, text: string, width: number): readonly string[] {
  const bound = text.replaceAll(/ (?<!· )(?=\d)|(?<=\d) (?!·)/g, '\u00a0')
  const lines = wrapText(ink, bound, label, width).map((line) => line.replaceAll('\u00a0', ' '))
  const [first = '', ...others] = lines
  return others.length === 0 ? [first] : [first, others.join(' ')]
}

function drawTile(ink: Ink, tile: LaidTile, palette: Palette, { x, y, width, height }: Place): void {
  ink.strokeStyle = palette.axis
  ink.lineWidth = 2
  ink.beginPath()
  ink.moveTo(x, y)
  ink.lineTo(x + width, y)
  ink.stroke()
  tile.lines.forEach((line, at) =>
    write(ink, line, label, palette.quietText, x, y + 32 + at * label.lineHeight, width),
  )
  const base = y + tile.below
  write(ink, tile.mean, fitting(ink, tile.mean, number, width), palette.text, x, base + 82, width)
  if (tile.interval !== undefined && height > 100)
    write(ink, tile.interval, range, palette.quietText, x, base + 114, width)
}

/** Relative size to which a style may shrink before its text is cut off. */
const least = 0.6

/** The style, smaller if the text is too wide: a number without its unit would be worse. */
function fitting(ink: Ink, text: string, of: TextStyle, width: number): TextStyle {
  const share = Math.min(1, width / textWidth(ink, text, of))
  return share < 1 ? style(Math.floor(of.size * Math.max(least, share)), of.weight) : of
}

function write(
  ink: Ink,
  text: string,
  of: TextStyle,
  color: string,
  x: number,
  y: number,
  width: number,
): void {
  const line = shortened(ink, text, of, width)
  ink.font = fontOf(of)
  ink.fillStyle = color
  ink.fillText(line, x, y)
}
