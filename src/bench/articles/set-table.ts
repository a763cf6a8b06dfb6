import type { Ink } from '../../charts/ink'
import { palettes } from '../../charts/palette'
import { drawTableHead, drawTableRow } from '../../charts/table/draw-table'
import { layOutTable } from '../../charts/table/lay-out-table'
import { drawLines, type TextStyle } from '../../charts/text'
import type { TableContent } from '../../core/document/document'
import { textMeasure } from '../figures/draw-figure'
import { column, type Piece } from './set-text'

const scale = 0.95
/** What `layOutTable` keeps free on either side, which a column of text has already. */
const margin = Math.round(14 * scale)
/** CSS pixels: rows that together are no higher are kept on one page. */
const highestUnbroken = 150

/**
 * A table below its name, row by row, so that a page can end between them; its headings, and with them its name, are
 * repeated on the next one. `figure`: the name that is repeated where it is not above the table itself.
 */
export function tablePieces(
  content: TableContent,
  name: readonly Piece[] = [],
  figure: readonly Piece[] = name,
): readonly Piece[] {
  const layout = layOutTable(content, { width: column + 2 * margin, scale }, textMeasure())
  const shrunk = Math.min(1, (column + 2 * margin) / layout.width)
  const { light } = palettes
  const piece = (height: number, gap: number, draw: (ink: Ink) => void): Piece => ({
    ...{ height: height * shrunk, gap, left: -margin * shrunk, scale: shrunk },
    draw(ink) {
      ink.textBaseline = 'alphabetic'
      ink.textAlign = 'left'
      draw(ink)
    },
  })
  const lines = (texts: readonly string[], style: TextStyle, gap: number, color = light.text) =>
    texts.map((text, at) =>
      piece(style.lineHeight, at === 0 ? gap : 0, (ink) =>
        drawLines(ink, [text], layout.margin, 0, style, color),
      ),
    )
  const { title = [], subtitle = [], rows = [], caption = [], smallPrint = [] } = layout.pages[0] ?? {}
  const { styles } = layout
  const isShort = shrunk * rows.reduce((sum, { height }) => sum + height, 0) <= highestUnbroken
  const head: Piece = {
    ...piece(layout.headingHeight, 6, (ink) => drawTableHead(ink, layout, light, 0)),
    ...(name.length === 0 && { head: figure }),
  }
  const above = [
    ...name,
    ...lines(title, styles.title, 6),
    ...lines(subtitle, styles.subtitle, 2, light.quietText),
    head,
  ]
  const below = [
    ...lines(caption, styles.caption, 8),
    ...lines(smallPrint, styles.smallPrint, caption.length === 0 ? 8 : 0, light.quietText),
  ]
  return [
    ...above.map((one) => ({ ...one, keepsWithNext: true })),
    ...rows.map((row, at) => ({
      ...piece(row.height, 0, (ink) =>
        drawTableRow(ink, layout, row, light, { top: 0, isLast: at === rows.length - 1 }),
      ),
      head: [...figure, head],
      // Neither the first nor the last row is left alone.
      keepsWithNext:
        at === 0 || at === rows.length - 2 || (at === rows.length - 1 ? below.length > 0 : isShort),
    })),
    ...below,
  ]
}
