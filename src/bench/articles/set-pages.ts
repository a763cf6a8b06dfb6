import type { Ink } from '../../charts/ink'
import { fontOf } from '../../charts/text'
import type { PdfPage, PdfPart } from '../figures/pdf/write-pdf'
import { room, sheet, small, type Piece } from './set-text'

/** Pieces from top to bottom on as many sheets as they need. */
export function onPages(pieces: readonly Piece[]): readonly PdfPage[] {
  const sheets: PdfPart[][] = [[]]
  let used = 0
  const place = ({ draw, left = 0, scale = 1, height }: Piece) => {
    if (draw) sheets.at(-1)?.push({ x: sheet.margin + left, y: sheet.margin + used, scale, draw })
    used += height
  }
  pieces.forEach((piece, at) => {
    const parts = sheets.at(-1)
    const gap = parts?.length === 0 ? 0 : piece.gap
    const { wanted, least } = wantedFrom(pieces, at)
    const isNew = piece.breaks === true || used + gap + least > room
    if (isNew && parts?.length !== 0) {
      sheets.push([])
      used = 0
      const head = piece.head ?? []
      const headRoom = heightOf(head) + piece.gap
      if (head.length > 0 && headRoom + piece.height <= room) {
        head.forEach((line, above) => {
          if (above > 0) used += line.gap
          place(line)
        })
        used += piece.gap
      }
    } else used += gap
    place(fitted(piece, used + wanted - room))
  })
  return sheets.map((parts, at) => ({
    ...{ width: sheet.width, height: sheet.height, ground: '#ffffff' },
    parts: [...parts, pageNumber(at + 1, sheets.length)],
  }))
}

/**
 * Height of a piece and of what stays with it, as it is and at its least: a heading is not left alone at the foot of a
 * page, nor a figure without its caption. Pieces that fill more than a page are not kept together.
 */
function wantedFrom(
  pieces: readonly Piece[],
  at: number,
): { readonly wanted: number; readonly least: number } {
  let last = at
  while (pieces[last]?.keepsWithNext === true) last++
  const rest = pieces.slice(at + 1, last + 1)
  const [first] = pieces.slice(at, at + 1)
  const own = { wanted: first?.height ?? 0, least: first?.least ?? first?.height ?? 0 }
  const together = rest.reduce(
    ({ wanted, least }, { gap, height, least: lowest = height }) => ({
      wanted: wanted + gap + height,
      least: least + gap + lowest,
    }),
    own,
  )
  return together.least <= room ? together : own
}

/** A piece drawn with as much less height as is missing, if it can be. */
function fitted(piece: Piece, missing: number): Piece {
  const { height, least = height, drawnAs } = piece
  if (missing <= 0 || drawnAs === undefined) return piece
  const lower = Math.max(least, height - missing)
  return { ...piece, height: lower, draw: drawnAs(lower) }
}

function heightOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { gap, height }, at) => sum + (at > 0 ? gap : 0) + height, 0)
}

function pageNumber(number: number, count: number): PdfPart {
  return {
    x: sheet.width - sheet.margin - 60,
    y: sheet.height - sheet.margin / 2,
    scale: 1,
    draw(ink: Ink) {
      Object.assign(ink, {
        font: fontOf(small),
        fillStyle: '#5c6370',
        textAlign: 'right',
        textBaseline: 'alphabetic',
      })
      ink.fillText(`${String(number)} / ${String(count)}`, 60, 0)
    },
  }
}
