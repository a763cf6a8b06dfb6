import { sideBeyond } from '../core/figures/beyond-axis'
import type { Figure } from '../core/figures/figure'
import type { Ink, TextMeasure } from './ink'
import { type TextStyle, wrapText } from './text'

/** Room a lying bar has along the axis of names, at scale 1. */
export const lyingSlot = 24
/** Share of the width that their names may take. */
const widestNames = 0.42

/**
 * True for a figure whose bars are drawn lying. They stand where there are panels, and where the axis is broken or a bar
 * reaches beyond it, because the marks that say so are made for standing ones.
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

/** Names of lying bars, each in as many lines as it needs; none where bars stand. */
export function lyingNames(
  figure: Figure,
  width: number,
  measure: TextMeasure,
  style: TextStyle,
): readonly (readonly string[])[] {
  if (!barsLie(figure)) return []
  return (figure.x.ticks ?? []).map(({ label }) => wrapText(measure, label, style, widestNames * width))
}

/** A place as Chart.js takes it: values of lying bars run along x. */
export function turned(
  figure: Figure,
  { x, y }: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  return barsLie(figure) ? { x: y, y: x } : { x, y }
}

/** The scale of levels as `x` and that of values as `y`, whichever way bars lie. */
export function scalesOf<T>(
  { scales: { x, y } }: { readonly scales: Readonly<Record<string, T>> },
  figure: Figure,
): { readonly x: T | undefined; readonly y: T | undefined } {
  return barsLie(figure) ? { x: y, y: x } : { x, y }
}

/** What strokes need of an ink. */
export type Strokes = Pick<Ink, 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'>

/** Draws strokes that are given as (level, value): for lying bars the value runs along x. */
export function turnedStrokes(figure: Figure, ink: Strokes): Strokes {
  if (!barsLie(figure)) return ink
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
