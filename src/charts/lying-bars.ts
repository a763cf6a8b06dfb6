import { sideBeyond } from '../core/figures/figure/beyond-axis'
import type { Figure } from '../core/figures/figure/figure'
import type { Ink, TextMeasure } from './ink'
import { radialPlace } from './radial-places'
import { type TextStyle, wrapText } from './text'

/** Space of a horizontal bar along the axis of names, at scale 1. */
export const lyingSlot = 24
/** Share of the width that their names may take. */
const widestNames = 0.42

/**
 * True for a figure whose bars are horizontal. They are vertical with panels, and if the axis is broken or a bar
 * extends beyond it, because the marks for these cases only exist for vertical bars.
 */
export function barsLie(figure: Figure): boolean {
  return (
    figure.barsLie === true &&
    figure.panels === undefined &&
    figure.y.broken !== true &&
    figure.series.every(({ points }) =>
      points.every(({ y }) => y === undefined || sideBeyond(figure.y, y) === 0),
    )
  )
}

/**
 * Names of horizontal bars, each in as many lines as it needs; empty for vertical bars.
 */
export function lyingNames(
  figure: Figure,
  width: number,
  measure: TextMeasure,
  style: TextStyle,
): readonly (readonly string[])[] {
  if (!barsLie(figure)) return []
  return (figure.x.ticks ?? []).map(({ label }) => wrapText(measure, label, style, widestNames * width))
}

/** A position as Chart.js expects it: values of horizontal bars are on x, those of a radar go outwards from its centre. */
export function turned(
  figure: Figure,
  { x, y }: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  if (figure.radial === true) return radialPlace(figure, { x, y })
  return barsLie(figure) ? { x: y, y: x } : { x, y }
}

/** The scale of levels as `x` and that of values as `y`, regardless of the bars' direction. */
export function scalesOf<T>(
  { scales: { x, y } }: { readonly scales: Readonly<Record<string, T>> },
  figure: Figure,
): { readonly x: T | undefined; readonly y: T | undefined } {
  return barsLie(figure) ? { x: y, y: x } : { x, y }
}

/** What strokes need from an ink. */
export type Strokes = Pick<Ink, 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'>

/** Draws strokes given as (level, value): for horizontal bars the value is on x. */
export function turnedStrokes(figure: Figure, ink: Strokes): Strokes {
  return barsLie(figure) ? swappedStrokes(ink) : ink
}

/** Draws strokes given as (y, x). */
export function swappedStrokes(ink: Strokes): Strokes {
  return {
    beginPath: () => {
      ink.beginPath()
    },
    moveTo: (level, value) => {
      ink.moveTo(value, level)
    },
    lineTo: (level, value) => {
      ink.lineTo(value, level)
    },
    stroke: () => {
      ink.stroke()
    },
  }
}
