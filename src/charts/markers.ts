import type { FigureSeries } from '../core/figures/figure/figure'
import type { Ink } from './ink'

type Marker = FigureSeries['marker']

/** Chart.js's names of the marker shapes. */
export const pointStyles = {
  circle: 'circle',
  triangle: 'triangle',
  square: 'rect',
  diamond: 'rectRot',
  inverted: 'triangle',
  left: 'triangle',
  right: 'triangle',
  cross: 'crossRot',
  none: false,
} as const satisfies Readonly<Record<Marker, string | false>>

/** How far a triangle is turned clockwise from standing upright, in quarters. */
const quarterTurns: Partial<Readonly<Record<Marker, number>>> = { right: 1, inverted: 2, left: 3 }

/** Degrees by which Chart.js turns a marker. */
export function markerRotation(marker: Marker): number {
  return 90 * (quarterTurns[marker] ?? 0)
}

/** Draws one marker as Chart.js does, with the fill, stroke and line width that are set. */
export function drawMarker(ink: Ink, marker: Marker, x: number, y: number, radius: number): void {
  if (marker === 'none') return
  ink.beginPath()
  if (marker === 'circle') ink.arc(x, y, radius, 0, 2 * Math.PI)
  else if (marker === 'square') {
    const half = radius * Math.SQRT1_2
    ink.rect(x - half, y - half, 2 * half, 2 * half)
  } else if (marker === 'cross') {
    const half = radius * Math.SQRT1_2
    ink.moveTo(x - half, y - half)
    ink.lineTo(x + half, y + half)
    ink.moveTo(x - half, y + half)
    ink.lineTo(x + half, y - half)
  } else if (marker === 'diamond') polygon(ink, diamond(x, y, radius))
  else polygon(ink, triangle(x, y, radius, quarterTurns[marker] ?? 0))
  if (marker !== 'cross') ink.fill()
  ink.stroke()
}

type Corner = readonly [x: number, y: number]

function triangle(x: number, y: number, radius: number, quarters: number): readonly Corner[] {
  return [0, 1, 2].map((corner) => {
    const angle = (2 * Math.PI * corner) / 3 + (Math.PI / 2) * quarters
    return [x + Math.sin(angle) * radius, y - Math.cos(angle) * radius]
  })
}

function diamond(x: number, y: number, radius: number): readonly Corner[] {
  return [
    [x, y - radius],
    [x + radius, y],
    [x, y + radius],
    [x - radius, y],
  ]
}

function polygon(ink: Ink, corners: readonly Corner[]): void {
  corners.forEach(([x, y], index) => (index === 0 ? ink.moveTo(x, y) : ink.lineTo(x, y)))
  ink.closePath()
}
