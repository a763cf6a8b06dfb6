import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { BasicPlatform, Chart, type ChartItem } from 'chart.js'
import { figureChart, type ChartChoice, type FigureChart } from '../../charts/chart-config'
import type { FigureChartType } from '../../charts/datasets'
import { palettes } from '../../charts/palette'
import { registerCharts } from '../../charts/register'
import type { Figure } from '../../core/figures/figure'
import type { Ink } from '../../charts/ink'
import { pointsPerPixel, writePdf } from './pdf/write-pdf'
import { registerFonts } from './register-fonts'
import { SvgContext } from './svg/svg-context'

/** A figure as a PNG of `density` dots per CSS pixel. */
export async function drawPng(figure: Figure, choice: ChartChoice, density: number): Promise<Uint8Array> {
  const built = build(figure, choice)
  // Chart.js enlarges the canvas by the density itself.
  const canvas = createCanvas(built.layout.width, built.layout.height)
  const chart = draw(built, canvas, density)
  const png = await canvas.encode('png')
  chart.destroy()
  return png
}

/** A figure as an SVG document with real text. */
export function drawSvg(figure: Figure, choice: ChartChoice): string {
  const built = build(figure, choice)
  const { width, height } = built.layout
  const context = new SvgContext(width, height, textMeasure(), `figure-${fingerprint(figure)}`)
  const chart = draw(built, context.canvas, 1)
  const svg = context.toSvg({ title: figure.title, description: figure.caption, fontFamily: svgFonts })
  chart.destroy()
  return svg
}

/** A figure as a PDF of one page, as large as the picture, with vectors and real text. */
export function drawPdf(figure: Figure, choice: ChartChoice): Uint8Array {
  const built = build(figure, choice)
  const { width, height } = built.layout
  const page = {
    width,
    height,
    ground: palettes[choice.palette].ground,
    draw: (ink: Ink) => {
      // Chart.js asks a context for its canvas, and sets the scale itself, from what it takes for the density of a screen.
      const canvas = { width, height, getContext: () => ink }
      Object.defineProperty(ink, 'canvas', { value: canvas })
      draw(built, canvas, pointsPerPixel).destroy()
    },
  }
  return writePdf([page], { title: figure.title, subject: figure.caption })
}

/** Families an SVG names: the reader's own Inter, else what is nearest to it in width. */
export const svgFonts = "Inter, 'Helvetica Neue', Helvetica, Arial, sans-serif"

function build(figure: Figure, choice: ChartChoice): FigureChart {
  registerCharts()
  return figureChart(figure, choice, textMeasure())
}

/** Measures text with the fonts of the figures. */
export function textMeasure(): SKRSContext2D {
  registerFonts()
  return createCanvas(1, 1).getContext('2d')
}

function draw({ configuration }: FigureChart, canvas: unknown, density: number): FigureDrawing {
  const { options, ...rest } = configuration
  // Chart.js's types ask for a canvas of the DOM; it takes whatever has a 2D context.
  return new Chart(canvas as ChartItem, {
    ...rest,
    platform: BasicPlatform,
    options: { ...options, devicePixelRatio: density },
  })
}

type FigureDrawing = Chart<FigureChartType, { x: number; y: number }[]>

/** Short and the same for the same figure (FNV-1a), so that ids of two pictures on one page differ. */
export function fingerprint(figure: Figure): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(figure)) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}
