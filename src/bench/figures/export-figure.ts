import { join, parse } from 'node:path'
import type { PaletteName } from '../../core/figures/figure/figure-look'
import type { Figure } from '../../core/figures/figure/figure'
import { tableToCsv } from '../../core/document/csv'
import {
  type DataBlock,
  type FigureBlock,
  figureContent,
  type PagePicture,
  type ReviewDocument,
} from '../../core/document/document'
import { figureParts } from '../../core/figures/figure/figure-parts'
import { figureTable } from '../../core/figures/figure/figure-table'
import { documentToHtml } from '../../core/document/html/html'
import { jsonDocument, tableToObjects } from '../../core/document/json'
import { documentToLatex } from '../../core/document/latex/latex'
import { documentToMarkdown } from '../../core/document/markdown'
import { isTableKind } from '../../core/figures/kinds/figure-kinds'
import { drawingAdvice, drawPng, drawSvg, type FigureDrawing, figurePage, pixelsPerInch } from './draw-figure'
import { drawTablePng, drawTableSvg, tablePages } from './draw-table'
import { pageWithFonts } from './figure-fonts'
import { exportLook, type ExportPreset } from './export-look'
import { writePdf } from './pdf/write-pdf'

export const figureFormats = ['png', 'svg', 'pdf', 'csv', 'md', 'html', 'tex', 'json'] as const
export type FigureFormat = (typeof figureFormats)[number]

export interface FigureExport {
  readonly format: FigureFormat
  /** Dots per CSS pixel of a PNG, 1 (default) to 4; the preset's `dpi` overrides it. */
  readonly scale?: number
  /** Dots per inch of a PNG instead, 72 to 1200. */
  readonly dpi?: number
  /**
   * Texts and marks have the window's size whatever the width, so that the picture is the one on the screen.
   */
  readonly asShown?: boolean
  /** `light` by default. */
  readonly theme?: PaletteName
  /** The article's preset; overrides `theme`, and `width` if that is unset. */
  readonly preset?: ExportPreset
  /** CSS pixels, 200 to 4000; default: the preset's or the usual width. */
  readonly width?: number
  /** CSS pixels; default: what the texts and a well-proportioned plot need. Never less than they need. */
  readonly height?: number
  /** An SVG has outlines for its letters instead of faces; they cannot be edited or searched then. */
  readonly outlines?: boolean
  /** The picture of a figure has no title, caption and small print; PNG, SVG and PDF. */
  readonly pictureOnly?: boolean
  /** Name of the picture next to a Markdown or LaTeX file that the file shows; unset: none. */
  readonly picture?: string
}

/** A figure or table as the bytes of a whole file in memory; see `figurePieces`. */
export async function exportFigure(figure: Figure, choice: FigureExport): Promise<Uint8Array> {
  const parts = Array.from(await figurePieces(figure, choice), (piece) =>
    typeof piece === 'string' ? new TextEncoder().encode(piece) : piece,
  )
  const [only = new Uint8Array(0)] = parts
  return parts.length <= 1 ? only : Buffer.concat(parts)
}

/** A file of an export. */
export interface FigureFile {
  readonly path: string
  readonly content: Iterable<Uint8Array | string>
}

/** The files of an export to `path`: one, or PNG and SVG files `NAME-1`, `NAME-2` … of the parts of a figure. */
export async function figureFiles(
  figure: Figure,
  choice: FigureExport,
  path: string,
): Promise<readonly FigureFile[]> {
  const { format } = choice
  const parts = format === 'png' || format === 'svg' ? figureParts(figure) : [figure]
  const files: FigureFile[] = []
  for (const [at, part] of parts.entries())
    files.push({
      path: parts.length === 1 ? path : partPath(path, at),
      content: await figurePieces(part, choice),
    })
  return files
}

function partPath(path: string, at: number): string {
  const { dir, name, ext } = parse(path)
  return join(dir, `${name}-${String(at + 1)}${ext}`)
}

/**
 * A figure or table as the pieces of a file, text formats row by row on demand: the picture, its numbers with
 * caption and small print (Markdown, HTML with the picture, LaTeX), its numbers with every run (CSV), or all
 * of it as data (JSON). Throws a RangeError for a scale or size outside its limits, and for a table too long
 * to be a picture.
 */
export async function figurePieces(
  figure: Figure,
  choice: FigureExport,
): Promise<Iterable<Uint8Array | string>> {
  const isTable = isTableKind(figure.kind)
  const document = () => figureContent(figure, choice.preset?.look.smallPrint)
  const block = (picture?: PagePicture): DataBlock =>
    isTable
      ? { type: 'table', ...document() }
      : { type: 'figure', figure, ...document(), ...lastPart(figure, choice), picture }
  const blocks = (picture?: PagePicture): ReviewDocument => ({
    title: figure.title,
    blocks: [...earlierParts(figure, choice), block(picture)],
  })
  switch (choice.format) {
    case 'csv':
      return tableToCsv(figureTable(figure))
    case 'json':
      return jsonDocument({ figure, table: tableToObjects(figureTable(figure)) })
    case 'md':
      return documentToMarkdown(blocks())
    case 'tex':
      return documentToLatex(blocks())
    case 'html': {
      const page = blocks(isTable ? undefined : await pagePicture(figure, choice))
      return pageWithFonts(figure.title, { [Symbol.iterator]: () => documentToHtml(page)[Symbol.iterator]() })
    }
    case 'svg':
      return [
        isTable
          ? drawTableSvg(document(), await svgDrawing(choice))
          : drawSvg(figure, await svgDrawing(choice)),
      ]
    case 'pdf':
      return [drawBlockPdf(block(), await drawing(choice))]
    case 'png': {
      const dpi = choice.dpi ?? choice.preset?.look.dpi
      const density =
        dpi === undefined
          ? within('scale', choice.scale ?? 1, 1, 4)
          : within('resolution', dpi, 72, 1200) / pixelsPerInch
      return [
        await (isTable
          ? drawTablePng(document(), await drawing(choice), density)
          : drawPng(figure, await drawing(choice), density)),
      ]
    }
  }
}

/** A text of a figure in parts shows one picture after the other; the last has the table. */
function earlierParts(figure: Figure, choice: FigureExport): readonly FigureBlock[] {
  if (choice.picture === undefined || isTableKind(figure.kind)) return []
  return figureParts(figure)
    .slice(0, -1)
    .map((part, at) => ({
      ...{ type: 'figure', ...figureContent(part, choice.preset?.look.smallPrint), withTable: false },
      ...pictureOf(choice, at),
    }))
}

function lastPart(figure: Figure, choice: FigureExport): Partial<FigureBlock> {
  const parts = figureParts(figure)
  const [last] = parts.slice(-1)
  if (choice.picture === undefined || parts.length === 1 || !last) return { file: choice.picture }
  return { title: last.title, ...pictureOf(choice, parts.length - 1) }
}

/** The picture of a part: a page of a PDF, or a file of its own. */
function pictureOf({ picture = '' }: FigureExport, at: number): Pick<FigureBlock, 'file' | 'page'> {
  return picture.endsWith('.pdf') ? { file: picture, page: at + 1 } : { file: partPath(picture, at) }
}

/** What an author should know about the height of an exported picture; undefined if it is as expected. */
export async function exportAdvice(figure: Figure, choice: FigureExport): Promise<string | undefined> {
  const isPicture = !isTableKind(figure.kind) && ['png', 'svg', 'pdf', 'html'].includes(choice.format)
  return isPicture ? drawingAdvice(figure, await drawing(choice)) : undefined
}

/**
 * The picture of a page: as the preset or the theme says, else in colours for the reader's light or dark
 * mode.
 */
export async function pagePicture(
  figure: Figure,
  choice: Omit<FigureExport, 'format'>,
): Promise<PagePicture> {
  const drawn = async (theme?: PaletteName) => {
    const look = await drawing({ ...choice, ...(theme && { theme }) })
    return isTableKind(figure.kind)
      ? drawTableSvg(figureContent(figure, choice.preset?.look.smallPrint), look)
      : drawSvg(figure, look)
  }
  if (choice.preset !== undefined || choice.theme === 'grey') return { light: await drawn() }
  return { light: await drawn('light'), dark: await drawn('dark') }
}

async function drawing({
  theme,
  preset,
  width,
  height,
  asShown,
  pictureOnly,
}: Omit<FigureExport, 'format'>): Promise<FigureDrawing> {
  return {
    ...(pictureOnly === true && { pictureOnly }),
    look: await exportLook(theme ?? 'light', preset),
    ...(width !== undefined && { width: Math.round(within('width', width, 200, 4000)) }),
    ...(asShown === true && { textScale: 1 }),
    ...(height !== undefined && { height: Math.round(within('height', height, 100, 4000)) }),
  }
}

async function svgDrawing(choice: FigureExport): Promise<FigureDrawing> {
  return { ...(await drawing(choice)), ...(choice.outlines === true && { outlines: true }) }
}

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new RangeError(`The ${name} of a picture must be ${least} to ${most}, not ${value}.`)
}

/**
 * A figure or table as a PDF with vectors and real text: each part of a figure has a page as large as its picture, a
 * table has as many pages as it needs. Throws a RangeError for a table with too many rows.
 */
function drawBlockPdf(block: DataBlock, choice: FigureDrawing): Uint8Array {
  const pages =
    block.type === 'figure' && block.figure
      ? figureParts(block.figure).map((part) => figurePage(part, choice))
      : tablePages(block, choice)
  return writePdf(pages, { title: block.title, subject: block.caption })
}
