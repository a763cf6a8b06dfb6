import type { Figure } from '../core/figures/figure/figure'
import { largestOf } from '../core/iterables'
import type { TextMeasure } from './ink'
import { type TextStyle, textWidth, wrapText } from './text'

/** Angle of a spoke in radians, clockwise from the top. */
export function angleOf(spoke: number, count: number): number {
  return (2 * Math.PI * spoke) / Math.max(1, count)
}

/** Place of a value on its spoke; the centre is (0, 0), and the axis ends at a distance of 1. */
export function radialPlace(
  { x: axis, y: { min = 0, max = 1 } }: Figure,
  { x: spoke, y: value }: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  const angle = angleOf(spoke, axis.ticks?.length ?? 0)
  const distance = (value - min) / (max - min)
  return { x: distance * Math.sin(angle), y: distance * Math.cos(angle) }
}

/** The size of a radar, and the names around it. */
export interface RadialLayout {
  /** CSS pixels from the centre to the end of a spoke. */
  readonly radius: number
  /** Name of each spoke in lines. */
  readonly names: readonly (readonly string[])[]
}

/** Share of the plot's width that the names have on each side, and that a word has before it is broken. */
const widestName = 0.26
const widestWord = 0.4
/** Gap between the end of a spoke and its name, at scale 1. */
export const nameGap = 7

/** The largest radar whose names fit around it. */
export function layOutRadial(
  { x }: Figure,
  plot: { readonly width: number; readonly height: number },
  measure: TextMeasure,
  style: TextStyle,
  scale: number,
): RadialLayout {
  const labels = (x.ticks ?? []).map(({ label }) => label)
  const words = labels.flatMap((label) => label.split(' ')).map((word) => textWidth(measure, word, style))
  const limit = Math.max(widestName * plot.width, Math.min(widestWord * plot.width, largestOf(words, 0)))
  const names = labels.map((label) => wrapText(measure, label, style, limit))
  const widest = largestOf(
    names.flatMap((lines) => lines.map((line) => textWidth(measure, line, style))),
    0,
  )
  const mostLines = names.reduce((most, { length }) => Math.max(most, length), 1)
  const across = plot.width / 2 - widest - nameGap * scale
  const upright = plot.height / 2 - mostLines * style.lineHeight - nameGap * scale
  return { names, radius: Math.max(20 * scale, Math.min(across, upright)) }
}
