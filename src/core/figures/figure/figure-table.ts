import { middleWords } from '../../results/percentiles'
import { axisName } from '../../plan/levels/format-level'
import { columnLength, type Figure, type FigurePoint, type FigureSeries } from './figure'
import { reservationColumn } from './reservations'
import type { Cell, Table, TableColumn } from './table'
import { largestOf } from '../../iterables'

/**
 * The numbers of a figure, one row per point of each visible measured series in the order of the picture: derived
 * columns first, then every run. Values in the figure's unit; a run that does not exist is an empty cell. A figure
 * that provides its numbers as a table keeps them.
 */
export function figureTable(figure: Figure): Table {
  if (figure.numbers) return figure.numbers
  if (figure.series.some(({ columns }) => columns !== undefined)) return columnsTable(figure)
  const series = figure.series.filter((one) => one.role === 'measured' && one.visible)
  const runColumns = largestOf(
    series.flatMap((one) => one.points.map((point) => point.dots.length)),
    0,
  )
  const hasIdeal = series.some((one) => one.points.some((point) => point.ideal !== undefined))
  const isReserved = series.some((one) => one.points.some(({ reservations }) => reservations !== undefined))
  const hasPrinted = series.some((one) => one.points.some(({ printed }) => printed !== undefined))
  const { unit } = figure
  const columns: TableColumn[] = [
    { key: figure.xKey, label: axisName(figure.xKey) },
    { key: 'series', label: 'Series' },
    { key: 'direction', label: 'Direction' },
    { key: 'unit', label: 'Unit' },
    { key: 'n', label: 'n' },
    { key: 'failed_runs', label: 'Failed' },
    { key: 'mean', label: 'Mean', unit },
    ...(figure.statistic === 'mean' ? [] : [middleColumn(figure.statistic, unit)]),
    { key: 'sd', label: 'SD', unit },
    { key: 'cv_percent', label: 'CV', unit: '%' },
    { key: 'low', label: 'Low', unit },
    { key: 'high', label: 'High', unit },
    ...(hasIdeal
      ? [
          { key: 'ideal', label: 'Ideal mix', unit },
          { key: 'penalty_percent', label: 'Against ideal mix', unit: '%' },
        ]
      : []),
    ...Array.from({ length: runColumns }, (_, index) => ({
      key: `run_${index + 1}`,
      label: `Run ${index + 1}`,
      unit,
    })),
    ...(hasPrinted ? printedColumns : []),
    ...(isReserved ? [reservationColumn] : []),
  ]
  const rows = series.flatMap((one) =>
    inDrawnOrder(figure, one).map((point) => [
      xCell(figure, point),
      // Spreadsheets and scripts expect plain spaces.
      one.lineLabel.replace(/\u202f/g, ' '),
      one.part,
      unit,
      point.n,
      point.failedRuns,
      point.mean,
      ...(figure.statistic === 'mean' ? [] : [point.y]),
      point.sd,
      point.cvPercent,
      point.low,
      point.high,
      ...(hasIdeal ? [point.ideal, point.penaltyPercent] : []),
      ...Array.from({ length: runColumns }, (_, index) => point.dots[index]?.y),
      ...(hasPrinted ? [point.printed?.mean, point.printed?.sd] : []),
      ...(isReserved ? [point.reservations] : []),
    ]),
  )
  return { columns, rows }
}

/** Numbers with the digits of print, beside those of the same name: the CSV has both, a page those of print. */
export const printedColumns: readonly TableColumn[] = [
  { key: 'printed_mean', label: 'Mean as printed' },
  { key: 'printed_sd', label: 'SD as printed' },
]

/** The average of the runs if it is not their mean. */
export function middleColumn(statistic: 'median' | 'harmonic', unit: string): TableColumn {
  const key = statistic === 'median' ? 'median' : 'harmonic_mean'
  return { key, label: middleWords[statistic], unit }
}

const columnKeys = ['x', 'xEnd', 'y', 'low', 'high', 'lowerQuartile', 'upperQuartile', 'value'] as const
const columnLabels = {
  ...{ x: 'From', xEnd: 'To', y: 'Value', low: 'Low', high: 'High' },
  ...{ lowerQuartile: 'Lower quartile', upperQuartile: 'Upper quartile', value: 'Strength' },
} as const

/** Values stored in columns, one row each, read lazily; values are in the unit of their panel. */
function columnsTable({ series, panels, unit }: Figure): Table {
  const shown = series.filter(({ visible, columns }) => visible && columns !== undefined)
  const keys = columnKeys.filter((key) => shown.some(({ columns }) => columns?.[key] !== undefined))
  const name = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return {
    columns: [
      ...(panels ? [{ key: 'panel', label: 'Panel' }] : []),
      { key: 'series', label: 'Series' },
      { key: 'unit', label: 'Unit' },
      ...keys.map((key) => ({ key: name(key), label: columnLabels[key] })),
    ],
    rows: {
      length: shown.reduce((sum, { columns }) => sum + columnLength(columns ?? {}), 0),
      *[Symbol.iterator]() {
        for (const { lineLabel, panel = 0, columns = {} } of shown)
          for (let at = 0; at < columnLength(columns); at++)
            yield [
              ...(panels ? [panels.titles[panel]] : []),
              lineLabel,
              panels?.axes?.[panel]?.unit ?? unit,
              ...keys.map((key) => {
                const value = columns[key]?.[at]
                return value !== undefined && Number.isFinite(value) ? value : undefined
              }),
            ]
      },
    },
  }
}

function inDrawnOrder(figure: Figure, series: FigureSeries): readonly FigurePoint[] {
  return figure.x.reverse === true ? [...series.points].reverse() : series.points
}

/** A category by its word or name, a number by its value. */
function xCell(figure: Figure, point: FigurePoint): Cell {
  if (figure.x.kind !== 'category') return point.x
  const tick = figure.x.ticks?.find((one) => one.value === point.x)
  return tick?.word ?? tick?.label ?? point.x
}
