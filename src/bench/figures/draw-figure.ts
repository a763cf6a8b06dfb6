import { crc32 } from 'node:zlib'
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { BasicPlatform, Chart, type ChartItem } from 'chart.js'
import type { Box } from '../../charts/bar-fill'
import { figureChart, type FigureChart } from '../../charts/chart-config'
import { heightAdvice } from '../../charts/height-advice'
import { type PictureStyle, styleScale, usualWidth } from '../../charts/article-style'
import type { FigureChartType } from '../../charts/datasets'
import type { Ink } from '../../charts/ink'
import { registerCharts } from '../../charts/register'
import { serifFamily } from '../../charts/text'
import type { FigureFont } from '../../core/figures/figure/article-look'
import type { Figure, FigureSeries } from '../../core/figures/figure/figure'
import type { ExportLook } from './export-look'
import { fontFaceRules, registerFonts } from './figure-fonts'
import { pointsPerPixel, type PdfPage } from './pdf/write-pdf'
import { GlyphOutlines } from './svg/glyph-outlines'
import { SvgContext } from './svg/svg-context'

/** Size and look of a drawing. */
export interface FigureDrawing {
  readonly look: ExportLook
  /** CSS pixels; the look's width or the usual one if unset. */
  readonly width?: number
  /**
   * CSS pixels; the look's height if unset, else what the texts and a well-proportioned plot need. Never less than they
   * need.
   */
  readonly height?: number
  /** Size of texts and marks relative to the window's; unset: as in the look, or to suit the width. */
  readonly textScale?: number
  /** An SVG has paths for its letters instead of texts and faces. */
  readonly outlines?: boolean
  /** Without title, subtitle, caption and small print, which a magazine sets itself. */
  readonly pictureOnly?: boolean
}

/** A message if the picture of a figure is higher than it should be. */
export function drawingAdvice(figure: Figure, choice: FigureDrawing): string | undefined {
  const { look, height } = choice
  return heightAdvice(
    figure,
    { asked: height ?? look.height, isPrinted: height === undefined && look.unit === 'mm' },
    (one) => build(one, choice, look.raster).layout.height,
  )
}

/** A figure as a PNG of `density` dots per CSS pixel, with its physical size. */
export async function drawPng(figure: Figure, choice: FigureDrawing, density: number): Promise<Uint8Array> {
  const built = build(figure, choice, choice.look.raster)
  // Chart.js enlarges the canvas by the density itself.
  const canvas = createCanvas(built.layout.width, built.layout.height)
  const chart = draw(built, canvas, exactDensity(choice, density))
  const png = await canvas.encode('png')
  chart.destroy()
  return withDensity(png, density * pixelsPerInch)
}

/** A CSS pixel is 1/96 inch. */
export const pixelsPerInch = 96

/**
 * Dots per pixel that give a picture of whole pixels the number of dots of its printed width: 2008 for 85 mm at 600 dpi.
 */
function exactDensity({ look, width }: FigureDrawing, density: number): number {
  if (width !== undefined || look.width === undefined || look.printWidth === undefined) return density
  // A hair more, because the product is truncated to whole dots.
  return Math.round(look.printWidth * density) / look.width + 1e-9
}

/** A figure as an SVG document with real text and the faces it needs, or with its letters as outlines. */
export function drawSvg(figure: Figure, choice: FigureDrawing): string {
  const built = build(figure, choice, choice.look.vector)
  const { width, height } = built.layout
  const { numbers: _numbers, printed: _printed, ...drawn } = figure
  const { palette, family } = choice.look.vector
  const id = `figure-${fingerprint(JSON.stringify([drawn, palette.ground, family]))}`
  const context = svgContext(width, height, id, choice)
  const chart = draw(built, context.canvas, 1)
  const { title, caption } = figure
  const svg = writeSvg(context, { title, description: caption, id, ...choice })
  chart.destroy()
  return svg
}

/** A figure as an SVG document with a group for each series, and what a reader can point at in it. */
export function drawLiveSvg(
  figure: Figure,
  choice: FigureDrawing,
): {
  readonly svg: string
  readonly width: number
  readonly height: number
  readonly marks: readonly DrawnMarks[]
} {
  const built = build(figure, choice, choice.look.vector)
  const { width, height } = built.layout
  const id = `live-${fingerprint(JSON.stringify([figure.title, figure.caption, figure.series.map((one) => one.id), choice.look.vector.palette.ground]))}`
  const context = new SvgContext(width, height, textMeasure(), id)
  const chart = draw(built, context.canvas, 1)
  const marks = built.meanings.flatMap(({ series, kind }, dataset): DrawnMarks[] =>
    kind === 'dots' || series.role !== 'measured'
      ? []
      : [
          {
            series,
            places: chart.getDatasetMeta(dataset).data.map(({ x, y }) => [x, y] as const),
            bars: built.bars.get(series),
          },
        ],
  )
  const seriesNumbers = new Map(figure.series.map((one, at) => [one.id, at]))
  const { title, caption } = figure
  const svg = writeSvg(context, { title, description: caption, id, look: choice.look, seriesNumbers })
  chart.destroy()
  return { svg, width, height, marks }
}

/** Positions of the points of a series, in order; NaN for an absent one. */
export interface DrawnMarks {
  readonly series: FigureSeries
  readonly places: readonly (readonly [x: number, y: number])[]
  /** Its bars in the same order, if it has any. */
  readonly bars: readonly (Box | undefined)[] | undefined
}

/** What an SVG document of this size is drawn on; its texts become text or outlines. */
export function svgContext(
  width: number,
  height: number,
  id: string,
  { outlines = false }: Pick<FigureDrawing, 'outlines'>,
): SvgContext {
  const letters = outlines ? new GlyphOutlines(textMeasure(), id) : undefined
  return new SvgContext(width, height, textMeasure(), id, letters)
}

/** The document of a drawing, with the faces that its texts use under its own names, or without any for outlines. */
export function writeSvg(
  context: SvgContext,
  facts: {
    readonly title: string
    readonly description: string
    /** Id of this document on a page of several. */
    readonly id: string
    readonly look: ExportLook
    readonly outlines?: boolean
    readonly seriesNumbers?: ReadonlyMap<string, number>
  },
): string {
  const { title, description, id, outlines = false } = facts
  const { vector, unit, printWidth } = facts.look
  const font = vector.family === serifFamily ? 'serif' : 'sans'
  return context.toSvg({
    title,
    description,
    ...(!outlines && {
      fontFamily: `'${id}', ${fallbacks[font]}`,
      fontFaces: fontFaceRules(font, id, context.usedText()),
    }),
    ...(unit && printWidth !== undefined && { printWidth }),
    ...(facts.seriesNumbers && { seriesNumbers: facts.seriesNumbers }),
  })
}

/** A figure as a page of a PDF, as large as the picture, with vectors and real text. */
export function figurePage(figure: Figure, choice: FigureDrawing): PdfPage {
  const part = figurePart(figure, choice)
  const { width, height } = part
  return {
    width,
    height,
    ground: choice.look.raster.palette.ground,
    parts: [{ x: 0, y: 0, scale: 1, ...part }],
  }
}

/** A figure as part of a page, with its size in CSS pixels. */
export function figurePart(figure: Figure, choice: FigureDrawing) {
  const built = build(figure, choice, choice.look.raster)
  const { width, height } = built.layout
  return {
    width,
    height,
    draw: (ink: Ink) => {
      // Chart.js gets the canvas from a context.
      const canvas = { width, height, getContext: () => ink }
      Object.defineProperty(ink, 'canvas', { value: canvas, configurable: true })
      draw(built, canvas, pointsPerPixel).destroy()
    },
  }
}

/** The reader's own families, for characters that the faces of a document lack. */
const fallbacks: Readonly<Record<FigureFont, string>> = {
  sans: "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif",
  serif: "'Source Serif 4', 'Source Serif Pro', Georgia, 'Times New Roman', serif",
}

function build(
  figure: Figure,
  { look, width, height = look.height, textScale, pictureOnly }: FigureDrawing,
  style: PictureStyle,
): FigureChart {
  registerCharts()
  const wide = width ?? look.width ?? usualWidth
  const scale = textScale ?? styleScale(style, wide)
  const size = { width: wide, scale, ...(height !== undefined && { height }) }
  const drawn = pictureOnly === true ? { ...figure, ...noTexts } : figure
  return figureChart(drawn, { ...size, palette: 'light', style }, textMeasure())
}

const noTexts = { title: '', subtitle: '', caption: '', smallPrint: [] } as const

/** Measures text with the fonts of the figures. */
export function textMeasure(): SKRSContext2D {
  registerFonts()
  return createCanvas(1, 1).getContext('2d')
}

function draw({ configuration }: FigureChart, canvas: unknown, density: number): DrawnChart {
  const { options, ...rest } = configuration
  // Chart.js's types require a DOM canvas; it accepts anything with a 2D context.
  return new Chart(canvas as ChartItem, {
    ...rest,
    platform: BasicPlatform,
    options: { ...options, devicePixelRatio: density },
  })
}

type DrawnChart = Chart<FigureChartType, { x: number; y: number }[]>

/** Short and the same for the same text (FNV-1a), so that ids of two pictures on one page differ. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** Bytes of the signature and the header chunk, after which the density chunk may appear. */
const afterHeader = 8 + 25

/** A PNG with its physical size in the `pHYs` chunk, in dots per metre (PNG 3, section 11.3.4.3). */
export function withDensity(png: Uint8Array, dotsPerInch: number): Uint8Array {
  const perMetre = Math.round(dotsPerInch / 0.0254)
  const chunk = Buffer.alloc(21)
  chunk.writeUInt32BE(9)
  chunk.write('pHYs', 4)
  chunk.writeUInt32BE(perMetre, 8)
  chunk.writeUInt32BE(perMetre, 12)
  // Unit: the metre.
  chunk.writeUInt8(1, 16)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 17)), 17)
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)])
}
