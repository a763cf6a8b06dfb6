import { formatNumber, formatPrinted, formatShort, mostPrintedDigits } from '../../units/number-format'
import { asPrinted } from '../../results/display-unit'
import type { ScaledUnit } from '../../units/unit-scale'
import type { FigureNumbers } from '../figure/figure'
import type { Estimate } from '../../statistics/summary/summarize'
import type { AmountUnit, FillLevels, FillPair, FillPoint } from './fill-levels'

/** One row per drive and level: throughput with its interval, and relative to the reference level and the first drive. */
export function fillTable(
  { lines, pairs, metric, printed }: FillLevels,
  unit: ScaledUnit,
  amount: AmountUnit,
): FigureNumbers {
  const hasPrinted = [...printed.values()].some(({ form }) => form !== undefined)
  return {
    columns: [
      { key: 'line', label: 'Line' },
      { key: 'fill_percent', label: 'Fill level', unit: '%' },
      { key: `fill_${amount.label.toLowerCase()}`, label: 'Data on the drive', unit: amount.label },
      { key: 'n', label: 'n' },
      { key: metric.id, label: metric.label, unit: unit.label, followsInterval: true },
      ...(hasPrinted ? [{ key: `printed_${metric.id}`, label: `${metric.label} as printed` }] : []),
      { key: 'low', label: 'Low', unit: unit.label },
      { key: 'high', label: 'High', unit: unit.label },
      ...(metric.better === 'neither'
        ? []
        : [
            { key: 'retained_percent', label: 'Retained', unit: '%', multipleOf: metric.id },
            { key: 'slow_down', label: 'Slow-down', multipleOf: metric.id },
            { key: 'slower_percent', label: 'Slower by', unit: '%' },
          ]),
      ...(pairs.length === 0
        ? []
        : [
            { key: 'advantage_percent', label: 'In percent of the first', unit: '%' },
            { key: 'advantage_low', label: 'In percent of the first, low', unit: '%' },
            { key: 'advantage_high', label: 'In percent of the first, high', unit: '%' },
            { key: 'changes_places', label: 'Changes places with the first' },
          ]),
    ],
    rows: lines.flatMap((line) => {
      const pair = pairs.find(({ b }) => b === line)
      return line.points.map((point) => {
        const { value, percent, retainedPercent, slowDown, slowerPercent, level, cell } = point
        const summary = printed.get(cell.runs.total.runIds[0] ?? 0)
        return [
          ...[
            line.line.label || 'all runs',
            percent,
            point.bytes === undefined ? undefined : point.bytes / amount.factor,
            summary === undefined ? cell.runs.total.values.length : summary.n,
          ],
          value.value / unit.factor,
          ...(hasPrinted ? [summary && asPrinted(summary, unit.factor)?.mean] : []),
          ...[value.low, value.high].map((one) => (one === undefined ? undefined : one / unit.factor)),
          ...(metric.better === 'neither' ? [] : [retainedPercent, slowDown, slowerPercent]),
          ...(pairs.length === 0 ? [] : pairCells(pair, level)),
        ]
      })
    }),
  }
}

/** A level in percent of the first line with its interval, and whether the lines change places there. */
function pairCells(pair: FillPair | undefined, level: number) {
  const at = pair?.levels.find((one) => one.level === level)
  const within = pair?.crossovers.some(([from, to]) => from <= level && level <= to)
  const places = within === undefined ? undefined : within ? 'within this range' : 'no'
  return [at?.advantagePercent, at?.lowPercent, at?.highPercent, places]
}

/**
 * The tables as printed in reviews: for one drive its slow-down from the reference level, for several their values
 * next to each other, with each in percent of the first (a ratio, not a difference).
 */
export function printedFillTable(
  { lines, pairs, metric, fillKey, printed }: FillLevels,
  unit: ScaledUnit,
  amount: AmountUnit,
): FigureNumbers {
  const isShare = fillKey.endsWith('_percent')
  const level = isShare
    ? { key: 'fill', label: 'Fill level (%)', align: 'right' as const }
    : { key: 'fill', label: `Data on the drive (${amount.label})`, align: 'right' as const }
  const levelOf = (value: number) => formatShort(isShare ? value : value / amount.factor, 6)
  const name = unit.label === '' ? metric.label : `${metric.label} (${unit.label})`
  const shown = ({ value, cell }: FillPoint) => {
    const half = halfOf(value)
    const summary = printed.get(cell.runs.total.runIds[0] ?? 0)
    const asInPrint = summary && asPrinted(summary, unit.factor)?.mean
    return (
      asInPrint ?? formatPrinted(value.value / unit.factor, half && half / unit.factor, mostPrintedDigits)
    )
  }
  const [only] = lines
  if (only === undefined) return { columns: [level], rows: [] }
  if (lines.length === 1)
    return {
      columns: [
        level,
        { key: 'value', label: name, align: 'right' },
        ...(metric.better === 'neither'
          ? []
          : ([
              { key: 'slow_down', label: 'Slow-down', align: 'right' },
              { key: 'retained', label: 'Retained (%)', align: 'right' },
              { key: 'slower', label: 'Slower by (%)', align: 'right' },
            ] as const)),
      ],
      rows: only.points.map((point) => [
        ...[levelOf(point.level), shown(point)],
        ...(metric.better === 'neither'
          ? []
          : point.level === only.reference
            ? [undefined, undefined, undefined]
            : [
                multiple(point.slowDown, point.slowDown, [point]),
                point.retainedPercent === undefined
                  ? undefined
                  : formatPrinted(point.retainedPercent, halfOfMultiple(point.retainedPercent, [point])),
                // Of 100 minus the retained share, so as exact as that.
                multiple(point.slowerPercent, point.retainedPercent, [point]),
              ]),
      ]),
    }
  const levels = [...new Set(lines.flatMap(({ points }) => points.map((point) => point.level)))].sort(
    (a, b) => a - b,
  )
  return {
    columns: [
      level,
      ...lines.map(({ line }) => ({
        key: line.id,
        label: `${line.label} (${unit.label})`,
        align: 'right' as const,
      })),
      ...pairs.map(({ a, b }) => ({
        key: `${b.line.id}/advantage`,
        label: `${b.line.label} in % of ${a.line.label}`,
        align: 'right' as const,
      })),
    ],
    rows: levels.map((at) => [
      levelOf(at),
      ...lines.map(({ points }) => {
        const point = points.find(({ level }) => level === at)
        return point && shown(point)
      }),
      ...pairs.map((pair) => {
        const percent = pair.levels.find((one) => one.level === at)?.advantagePercent
        const sides = [pair.a, pair.b].flatMap(({ points }) => points.filter(({ level }) => level === at))
        const half = percent === undefined ? undefined : halfOfMultiple(percent, sides)
        if (percent === undefined) return undefined
        return half === undefined ? String(Math.round(percent)) : formatPrinted(percent, half)
      }),
    ]),
  }
}

function halfOf({ low, high }: Estimate): number | undefined {
  return low === undefined || high === undefined || high <= low ? undefined : (high - low) / 2
}

/** The half width of a multiple of measured means, in proportion to theirs; undefined if one has no interval. */
function halfOfMultiple(value: number, points: readonly FillPoint[]): number | undefined {
  const squares = points.map(({ value: mean }) => ((halfOf(mean) ?? NaN) / mean.value) ** 2)
  const half = Math.abs(value) * Math.sqrt(squares.reduce((sum, square) => sum + square, 0))
  return half > 0 ? half : undefined
}

/** A number by the interval of the multiple that it depends on; without one with the three digits of print. */
function multiple(
  value: number | undefined,
  of: number | undefined,
  points: readonly FillPoint[],
): string | undefined {
  if (value === undefined || of === undefined) return undefined
  const half = halfOfMultiple(of, points)
  return half === undefined ? formatNumber(value, 3) : formatPrinted(value, half)
}
