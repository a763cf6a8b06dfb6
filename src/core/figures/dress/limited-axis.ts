import type { FigureAxis, FigurePoint } from '../figure/figure'
import type { UsualSettings } from '../figure/usual-settings'
import type { ReferenceLine } from '../figure/figure-look'
import { linearTicks, type TickRange } from '../figure/ticks'
import { ticksOfKind } from '../figure/value-axis'

/**
 * The value axis with the ends that the user chose. Ends that leave nothing between them are ignored, as are ends of a
 * logarithmic axis that are not above 0; a linear axis of amounts that does not start at 0 is marked as broken.
 */
export function limitedAxis(
  axis: FigureAxis,
  points: readonly FigurePoint[],
  { yMin, yMax, references }: Pick<UsualSettings, 'yMin' | 'yMax' | 'references'>,
  factor: number,
): FigureAxis {
  const isSymmetric = axis.zeroLine === true
  const isLog = axis.kind === 'log10'
  const asked = { min: bound(yMin, factor), max: bound(yMax, factor) }
  const min = isLog && (asked.min ?? 1) <= 0 ? axis.min : (asked.min ?? axis.min)
  const max = asked.max ?? axis.max
  const isChosen = asked.min !== undefined || asked.max !== undefined
  const limited =
    isChosen && min !== undefined && max !== undefined && min < max
      ? { ...axis, ...ticksWithin(min, max, axis.kind, isSymmetric) }
      : axis
  const shown = withReferences(limited, references ?? [], { isLog, isSymmetric, asked }, factor)
  const isBroken = !isLog && !isSymmetric && (shown.min ?? 0) > 0 && points.some(isMeasured)
  return isBroken ? { ...shown, broken: true } : shown
}

/** The axis extended to its reference lines, unless its ends were chosen. */
function withReferences(
  axis: FigureAxis,
  references: readonly ReferenceLine[],
  {
    isLog,
    isSymmetric,
    asked,
  }: {
    readonly isLog: boolean
    readonly isSymmetric: boolean
    readonly asked: { readonly min: number | undefined; readonly max: number | undefined }
  },
  factor: number,
): FigureAxis {
  const levels = references.map(({ value }) => value / factor).filter((value) => !isLog || value > 0)
  const { min, max } = axis
  if (levels.length === 0 || min === undefined || max === undefined) return axis
  const low = asked.min === undefined ? least([min, ...levels]) : min
  const high = asked.max === undefined ? greatest([max, ...levels]) : max
  if (low === min && high === max) return axis
  const furthest = Math.max(-low, high)
  const range = isSymmetric ? linearTicks(-furthest, furthest, 6) : ticksOfKind(axis.kind, low, high)
  return { ...axis, ...ticksWithin(asked.min ?? range.min, asked.max ?? range.max, axis.kind, isSymmetric) }
}

function isMeasured({ y, dots }: FigurePoint): boolean {
  return y !== undefined || dots.length > 0
}

function ticksWithin(min: number, max: number, kind: FigureAxis['kind'], isSymmetric: boolean): TickRange {
  const { ticks } = ticksOfKind(kind, min, max, isSymmetric ? 6 : 5)
  const hair = (max - min) * 1e-9
  const inside = ticks.filter(({ value }) => value >= min - hair && value <= max + hair)
  return { min, max, ticks: isSymmetric ? inside.map(signed) : inside }
}

function signed({ value, label }: { readonly value: number; readonly label: string }) {
  return { value, label: value > 0 ? `+${label}` : label }
}

function bound(value: number | undefined, factor: number): number | undefined {
  return value === undefined ? undefined : value / factor
}

function least(values: readonly number[]): number {
  return values.reduce((a, b) => Math.min(a, b))
}

function greatest(values: readonly number[]): number {
  return values.reduce((a, b) => Math.max(a, b))
}
