import type { Figure } from '../../../src/core/figures/figure/figure'
import { figureTable } from '../../../src/core/figures/figure/figure-table'
import { plain } from './drawn'
import { countOf, differs, type Said, wrongIf } from './read-back'

/** A figure, and whether its ends were asked for. */
export interface BeyondFacts {
  readonly figure: Figure
  readonly isLimited: boolean
}

/** Values beyond each axis, intervals of other values that leave it, and all values. */
function beyond({ figure }: BeyondFacts) {
  let [marks, intervals, all] = [0, 0, 0]
  for (const { points, visible, role, panel = 0 } of figure.series) {
    if (!visible || role !== 'measured') continue
    const { min = -Infinity, max = Infinity } = figure.panels?.axes?.[panel]?.y ?? figure.y
    const isOff = (value: number | undefined, from = min, to = max) =>
      value !== undefined && (value > to + 1e-9 * (to - from) || value < from - 1e-9 * (to - from))
    for (const { y, low, high, x, xLow, xHigh } of points) {
      all += Number(y !== undefined)
      if (isOff(y)) marks += 1
      else if (low !== undefined && high !== undefined && (isOff(low) || isOff(high))) intervals += 1
      const across = [figure.x.min ?? -Infinity, figure.x.max ?? Infinity] as const
      if (xLow !== undefined && xHigh !== undefined && !isOff(x, ...across))
        intervals += Number(isOff(xLow, ...across) || isOff(xHigh, ...across))
    }
  }
  return { marks, intervals: figure.show.intervals ? intervals : 0, all }
}

/** Whether every drawn value is in the table of the figure. */
function isWhole(figure: Figure): boolean {
  const cells = [...figureTable(figure).rows]
    .flat()
    .flatMap((cell) => (typeof cell === 'number' ? [cell] : []))
  const points = figure.series.flatMap((one) => one.points)
  const { factor = 1 } = figure
  const isIn = (value: number) => cells.some((cell) => Math.abs(cell - value) <= 1e-9 * Math.abs(value))
  return points.every(({ y }) => y === undefined || isIn(y) || isIn(y * factor))
}

/** Holds what small print says of values beyond an axis against the points of the figure. */
export function beyondIsWrong(said: Said, facts: BeyondFacts): string | undefined {
  const { marks, intervals, all } = beyond(facts)
  const { y } = facts.figure
  switch (said.id) {
    case 'beyond-marks':
      return differs(said, 'marks', marks)
    case 'beyond-intervals':
      return differs(said, 'intervals', intervals)
    case 'beyond-tables':
      return wrongIf(!isWhole(facts.figure), 'a value is in no table')
    case 'beyond-end': {
      const end = plain(said.slots.get('end') ?? '').replaceAll('\u2212', '-')
      const told = end.replace(/ %$/, '').split(' and ')
      const wanted =
        y.zeroLine !== true
          ? [String(y.max)]
          : y.min === -(y.max ?? 0)
            ? [`\u00b1${String(y.max)}`]
            : [String(y.min), `+${String(y.max)}`]
      const what = said.parts.get('what') ?? []
      const partIsWrong = (part: Said) =>
        part.id === 'beyond-cut-there'
          ? differs(part, 'intervals', intervals)
          : (wrongIf((part.id === 'beyond-bars') !== (y.zeroLine !== true), 'they are others') ??
            differs(part, 'marks', marks) ??
            differs(part, 'all', all))
      const hasMarks = what.some(({ id }) => id !== 'beyond-cut-there')
      return (
        wrongIf(told.join() !== wanted.join(), `it ends at ${wanted.join(' and ')}`) ??
        wrongIf((said.parts.get('why') ?? []).length > 0 === facts.isLimited, 'whether it was chosen') ??
        wrongIf(hasMarks !== marks > 0, 'whether marks are beyond it') ??
        wrongIf(what.length - Number(hasMarks) !== Number(intervals > 0), 'whether intervals are cut') ??
        wrongIf(
          !facts.isLimited && marks > 0 && 4 * countOf(what[0] ?? said, 'marks') > all,
          'they are not few',
        ) ??
        what.map(partIsWrong).find((one) => one !== undefined)
      )
    }
    default:
      return 'nothing checks it'
  }
}
