import type { Ink } from './ink'
import { blended, lineColor, type LineColor, type Palette } from './palette'

/** A rectangle in CSS pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Whether two rectangles have an area in common. */
export function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

/** How the bars of a group are filled if there are too few colours: a grey, with lines over it. */
interface Hatching {
  /** Share of the text's colour in the fill. */
  readonly shade: number
  /** `/` rising, `\` falling, `-` horizontal, `|` vertical. */
  readonly lines: readonly ('/' | '\\' | '-' | '|')[]
}

/** Neighbours differ most; further groups start again with half the shade. */
const hatchings: readonly Hatching[] = [
  { shade: 0.72, lines: [] },
  { shade: 0, lines: ['/'] },
  { shade: 0.32, lines: [] },
  { shade: 0, lines: ['\\'] },
  { shade: 0, lines: [] },
  { shade: 0, lines: ['/', '\\'] },
  { shade: 0, lines: ['-'] },
  { shade: 0.14, lines: ['|'] },
  { shade: 0.14, lines: ['-', '|'] },
  { shade: 0.32, lines: ['/'] },
]

/** Distance between hatching lines at scale 1. */
const hatchGap = 4

/** Fills a bar: with its line's pale colour, or with a grey, a pattern and an outline. */
export function fillBar(ink: Ink, palette: Palette, line: LineColor, box: Box, scale: number): void {
  if (palette.hatched !== true) {
    ink.fillStyle = barColor(palette, line)
    ink.fillRect(box.x, box.y, box.width, box.height)
    return
  }
  const { shade, lines } = hatchings[line.group % hatchings.length] ?? { shade: 0.14, lines: [] }
  ink.fillStyle = blended(palette.text, palette.ground, shade)
  ink.fillRect(box.x, box.y, box.width, box.height)
  ink.strokeStyle = palette.text
  ink.lineWidth = 0.7 * scale
  ink.beginPath()
  ink.rect(box.x, box.y, box.width, box.height)
  for (const [from, to] of lines.flatMap((line) => hatch(line, box, hatchGap * scale))) {
    ink.moveTo(...from)
    ink.lineTo(...to)
  }
  ink.stroke()
}

/**
 * Bars cover large areas, so they are paler than lines and markers, and dots and intervals remain visible on them.
 */
function barColor(palette: Palette, line: LineColor): string {
  return blended(lineColor(palette, line), palette.ground, line.group < palette.series.length ? 0.6 : 0.3)
}

type Point = readonly [x: number, y: number]

/** The lines of one direction that are within a box, clipped to it. */
function hatch(line: Hatching['lines'][number], box: Box, gap: number): readonly (readonly [Point, Point])[] {
  const { x, y, width, height } = box
  const [right, bottom] = [x + width, y + height]
  const found: (readonly [Point, Point])[] = []
  if (line === '-')
    for (let at = y + gap; at < bottom; at += gap)
      found.push([
        [x, at],
        [right, at],
      ])
  if (line === '|')
    for (let at = x + gap; at < right; at += gap)
      found.push([
        [at, y],
        [at, bottom],
      ])
  if (line === '/' || line === '\\') {
    // Lines u + v = c from the upper left corner on, mirrored for the falling ones; closer together, because they are
    // diagonal.
    const place = (u: number, v: number): Point => [line === '/' ? x + u : right - u, y + v]
    const step = gap * Math.SQRT2
    for (let c = step; c < width + height; c += step) {
      const [first, last] = [Math.max(0, c - height), Math.min(width, c)]
      found.push([place(first, c - first), place(last, c - last)])
    }
  }
  return found
}
