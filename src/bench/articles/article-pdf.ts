import { loadImage } from '@napi-rs/canvas'
import { codeFamily, fontOf, type TextStyle } from '../../charts/text'
import {
  blockTitle,
  mostPrintedRows,
  rowsElsewhere,
  type Block,
  type FigureBlock,
  type PictureBlock,
  type ReviewDocument,
  type TableBlock,
} from '../../core/document/document'
import { inlineText, type Inline, type RichBlock } from '../../core/document/rich-text'
import { figurePart } from '../figures/draw-figure'
import { exportLook, type ExportPreset } from '../figures/export-look'
import { writePdf } from '../figures/pdf/write-pdf'
import { onPages } from './set-pages'
import { tablePieces } from './set-table'
import { column, room, small, textPieces, type Piece } from './set-text'

const body: TextStyle = { size: 14, weight: 400, lineHeight: 21 }
const code: TextStyle = { size: 11, weight: 400, lineHeight: 17, family: codeFamily }
const headings: readonly TextStyle[] = [
  { size: 26, weight: 600, lineHeight: 32 },
  { size: 19, weight: 600, lineHeight: 25 },
  { size: 16, weight: 600, lineHeight: 22 },
  { size: 14, weight: 600, lineHeight: 21 },
]

/** Kept free on a page filled by a tall figure or table, for its heading. */
const headingRoom = 90

/** A figure may be drawn down to this share of its height to fit on the page that it begins on. */
const lowest = 0.75

/** An article as a PDF on sheets of A4, with vectors and real text. */
export async function articlePdf(
  { title, author = '', blocks }: ReviewDocument,
  preset?: ExportPreset,
): Promise<Uint8Array> {
  const pieces: Piece[] = [
    ...textPieces([{ type: 'text', text: title }], styleOf(1), 0),
    ...(author === '' ? [] : textPieces([{ type: 'text', text: author }], small, 4)),
  ]
  for (const block of blocks) for (const piece of await piecesOf(block, preset)) pieces.push(piece)
  return writePdf(onPages(pieces), { title, subject: '' })
}

async function piecesOf(block: Block, preset: ExportPreset | undefined): Promise<readonly Piece[]> {
  switch (block.type) {
    case 'heading':
      return heading([{ type: 'text', text: block.text }], block.level)
    case 'text':
      return textBlocks(block.content, 0)
    case 'quote':
      return indented([
        ...textPieces(
          [{ type: 'text', text: block.text }],
          { size: 18, weight: 500, lineHeight: 26 },
          18,
          column - 24,
        ),
        ...(block.source === ''
          ? []
          : textPieces([{ type: 'text', text: block.source }], small, 4, column - 24)),
      ])
    case 'page-break':
      return [{ height: 0, gap: 0, breaks: true }]
    case 'picture':
      return photo(block)
    case 'figure':
    case 'table': {
      const name = textPieces(
        [{ type: 'strong', children: [{ type: 'text', text: blockTitle(block) }] }],
        small,
        6,
      )
      if (block.type !== 'figure' || block.figure === undefined)
        return tablePieces(
          { ...block, title: '' },
          name.map((piece, at) => (at === 0 ? { ...piece, gap: 18 } : piece)),
        )
      const look = await exportLook('light', preset)
      // Texts keep the size they have on a page, whatever an article preset sets for single pictures.
      const size = { look, width: column, ...(preset === undefined && { textScale: 0.9 }) }
      const { figure } = block
      const page = figurePart(figure, size)
      const [first = [], ...others] = block.notes.map((text) =>
        textPieces([{ type: 'text', text }], small, 4),
      )
      const under = [...name, ...first]
      const below = under.reduce((sum, { gap, height }) => sum + gap + height, 0)
      const scale = Math.min(1, Math.max(room / 3, room - headingRoom - below) / page.height)
      const low = figurePart(figure, { ...size, height: page.height * lowest })
      const picture: Piece = {
        ...{ height: page.height * scale, gap: 18, keepsWithNext: true },
        draw: page.draw,
        scale,
        ...(scale === 1 && {
          least: low.height,
          drawnAs: (height: number) => figurePart(figure, { ...size, height }).draw,
        }),
      }
      return [picture, ...kept(under), ...others.flat(), ...numbersOf(block, name)]
    }
  }
}

/** Pieces that stay together. */
function kept(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, at) => (at < pieces.length - 1 ? { ...piece, keepsWithNext: true } : piece))
}

/** The numbers of a figure; `name` is repeated above those on further pages. */
function numbersOf(content: FigureBlock | TableBlock, name: readonly Piece[]): readonly Piece[] {
  if (content.type === 'figure' && content.withTable === false) return []
  const { length } = content.table.rows
  if (length <= mostPrintedRows)
    return tablePieces(
      { ...content, title: '', subtitle: '', caption: '', notes: [], smallPrint: [] },
      [],
      name,
    )
  const text = rowsElsewhere({ rows: length })
  return textPieces([{ type: 'text', text }], small, 4)
}

function styleOf(level: number): TextStyle {
  return headings[Math.min(headings.length, Math.max(1, level)) - 1] ?? body
}

function heading(children: readonly Inline[], level: number): readonly Piece[] {
  const style = styleOf(Math.max(2, level))
  return textPieces(children, style, style.lineHeight).map((piece) => ({ ...piece, keepsWithNext: true }))
}

/** The blocks of a text; a paragraph that ends with a colon or is followed by a list stays with what it introduces. */
function textBlocks(blocks: readonly RichBlock[], left: number): readonly Piece[] {
  return blocks.flatMap((block, at) => {
    const pieces = richPieces(block, left)
    const introduces =
      block.type === 'paragraph' &&
      at < blocks.length - 1 &&
      (blocks[at + 1]?.type === 'list' || inlineText(block.children).trimEnd().endsWith(':'))
    return introduces
      ? pieces.map((piece, line) => (line === pieces.length - 1 ? { ...piece, keepsWithNext: true } : piece))
      : pieces
  })
}

function richPieces(block: RichBlock, left: number): readonly Piece[] {
  const width = column - left
  const moved = (pieces: readonly Piece[]) =>
    pieces.map((piece) => ({ ...piece, left: left + (piece.left ?? 0) }))
  switch (block.type) {
    case 'paragraph':
      return moved(textPieces(block.children, body, 8, width))
    case 'heading':
      return moved(heading(block.children, block.level))
    case 'list':
      return block.items.flatMap((item, at) => {
        const mark = block.start === undefined ? '•' : `${String(block.start + at)}.`
        const [first, ...rest] = item.flatMap((one) => richPieces(one, left + 24))
        if (first === undefined) return []
        const { draw } = first
        const marked: Piece = {
          ...first,
          draw(ink) {
            draw?.(ink)
            Object.assign(ink, {
              font: fontOf(body),
              fillStyle: '#1a1d23',
              textAlign: 'left',
              textBaseline: 'alphabetic',
            })
            ink.fillText(mark, -20, body.size * 1.1)
          },
        }
        return [marked, ...rest]
      })
    case 'quote':
      return indented(textBlocks(block.blocks, left))
    case 'code':
      return moved(codePieces(block.text, width))
    case 'table':
      return tablePieces({
        ...{ title: '', subtitle: '', caption: '', notes: [], smallPrint: [] },
        table: {
          columns: block.head.map((cell, at) => ({
            heading: inlineText(cell),
            align: block.align[at] === 'right' ? ('right' as const) : ('left' as const),
          })),
          rows: block.rows.map((row) => row.map(inlineText)),
        },
      })
    case 'rule':
      return [
        {
          ...{ height: 1, gap: 14, left },
          draw(ink) {
            ink.fillStyle = '#9aa0ab'
            ink.fillRect(0, 0, width, 1)
          },
        },
      ]
  }
}

/** A command on a grey ground. */
function codePieces(text: string, width: number): readonly Piece[] {
  const inset = 8
  return text.split('\n').flatMap((line, at) =>
    textPieces([{ type: 'text', text: line }], code, at === 0 ? 8 : 0, width - 2 * inset).map(
      (piece): Piece => ({
        ...{ ...piece, left: inset },
        draw(ink) {
          ink.fillStyle = '#f3f4f6'
          ink.fillRect(-inset, 0, width, piece.height)
          piece.draw?.(ink)
        },
      }),
    ),
  )
}

function indented(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece) => ({ ...piece, left: (piece.left ?? 0) + 24 }))
}

async function photo(block: PictureBlock): Promise<readonly Piece[]> {
  const image = await loadImage(Buffer.from(block.bytes))
  const width = (column * block.widthPercent) / 100
  const height = (width * image.height) / image.width
  const under =
    block.caption === '' ? [] : kept(textPieces([{ type: 'text', text: block.caption }], small, 6))
  const below = under.reduce((sum, { gap, height: line }) => sum + gap + line, 0)
  const scale = Math.min(1, Math.max(room / 3, room - headingRoom - below) / height)
  return [
    {
      ...{ height: height * scale, gap: 18, keepsWithNext: under.length > 0 },
      draw: (ink) => ink.drawImage(image, 0, 0, width * scale, height * scale),
    },
    ...under,
  ]
}
