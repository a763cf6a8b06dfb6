import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { BasicPlatform, Chart, type ChartItem } from 'chart.js'
import { figureChart, type FigureChart } from '../../charts/chart-config'
import { textScale, usualWidth, type PictureStyle } from '../../charts/article-style'
import type { FigureChartType } from '../../charts/datasets'
import type { Ink } from '../../charts/ink'
import { registerCharts } from '../../charts/register'
import { serifFamily } from '../../charts/text'
import type { Figure } from '../../core/figures/figure'
import type { ExportLook } from './export-look'
import { pointsPerPixel, writePdf } from './pdf/write-pdf'
import { registerFonts } from './register-fonts'
import { SvgContext } from './svg/svg-context'

/** Size and look of a drawing. */
export interface FigureDrawing {
  readonly look: ExportLook
  /** CSS pixels; the look's width or the usual one if unset. */
  readonly width?: number
  /** CSS pixels; unset: what the texts and a well-shaped plot need. Never less than they need. */
  readonly height?: number
}

/** A figure as a PNG of `density` dots per CSS pixel. */
export async function drawPng(figure: Figure, choice: FigureDrawing, density: number): Promise<Uint8Array> {
  const built = build(figure, choice, choice.look.raster)
  // Chart.js enlarges the canvas by the density itself.
  const canvas = createCanvas(built.layout.width, built.layout.height)
  const chart = draw(built, canvas, density)
  const png = await canvas.encode('png')
  chart.destroy()
  return png
}

/** A figure as an SVG document with real text. */
export function drawSvg(figure: Figure, choice: FigureDrawing): string {
  const { vector, unit } = choice.look
  const built = build(figure, choice, vector)
  const { width, height } = built.layout
  const context = new SvgContext(width, height, textMeasure(), `figure-${fingerprint(figure)}`)
  const chart = draw(built, context.canvas, 1)
  const svg = context.toSvg({
    title: figure.title,
    description: figure.caption,
    fontFamily: svgFonts(vector),
    ...(unit && { unit }),
  })
  chart.destroy()
  return svg
}

/** A figure as a PDF of one page, as large as the picture, with vectors and real text. */
export function drawPdf(figure: Figure, choice: FigureDrawing): Uint8Array {
  const built = build(figure, choice, choice.look.raster)
  const { width, height } = built.layout
  const page = {
    width,
    height,
    ground: choice.look.raster.palette.ground,
    draw: (ink: Ink) => {
      // Chart.js asks a context for its canvas, and sets the scale itself, from what it takes for the density of a screen.
      const canvas = { width, height, getContext: () => ink }
      Object.defineProperty(ink, 'canvas', { value: canvas })
      draw(built, canvas, pointsPerPixel).destroy()
    },
  }
  return writePdf([page], { title: figure.title, subject: figure.caption })
}

/** Families an SVG names: the reader's own ones, never the private names of the shipped files. */
export function svgFonts({ family }: PictureStyle): string {
  return family === serifFamily
    ? "'Source Serif 4', 'Source Serif Pro', Georgia, 'Times New Roman', serif"
    : "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"
}

function build(figure: Figure, { look, width, height }: FigureDrawing, style: PictureStyle): FigureChart {
  registerCharts()
  const wide = width ?? look.width ?? usualWidth
  const size = { width: wide, scale: textScale(wide), ...(height !== undefined && { height }) }
  return figureChart(figure, { ...size, palette: 'light', style }, textMeasure())
}

/** Measures text with the fonts of the figures. */
export function textMeasure(): SKRSContext2D {
  registerFonts()
  return createCanvas(1, 1).getContext('2d')
}

function draw({ configuration }: FigureChart, canvas: unknown, density: number): DrawnChart {
  const { options, ...rest } = configuration
  // Chart.js's types ask for a canvas of the DOM; it takes whatever has a 2D context.
  return new Chart(canvas as ChartItem, {
    ...rest,
    platform: BasicPlatform,
    options: { ...options, devicePixelRatio: density },
  })
}

type DrawnChart = Chart<FigureChartType, { x: number; y: number }[]>

/** Short and the same for the same picture (FNV-1a), so that ids of two pictures on one page differ. */
export function fingerprint({ numbers: _numbers, printed: _printed, ...drawn }: Figure): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(drawn)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
