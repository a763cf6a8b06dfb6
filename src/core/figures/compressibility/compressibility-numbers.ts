import { middleColumn, printedColumns } from '../figure/figure-table'
import { axisName } from '../../plan/levels/format-level'
import type { ScaledUnit } from '../../units/unit-scale'
import { type ContentLine, contentPoint } from './compressibility-points'
import { contentDrop } from './compressibility-notes'
import type { FigureNumbers, FigureStatistic } from '../figure/figure'
import { largestOf } from '../../iterables'

/** How the cells of a compressibility figure become numbers. */
export interface CompressibilityNumbers {
  readonly xKey: string
  readonly unit: ScaledUnit
  readonly statistic: FigureStatistic
}

/** One row per test, line and level: derived numbers first, then every run; printed means are labelled and have no runs. */
export function compressibilityNumbers(
  lines: readonly ContentLine[],
  { xKey, unit, statistic }: CompressibilityNumbers,
): FigureNumbers {
  const runColumns = largestOf(
    lines.flatMap(({ cells }) => cells.map(({ runs }) => runs.values.length)),
    0,
  )
  const label = unit.label
  const hasPrinted = lines.some(({ cells }) => cells.some(({ printed }) => printed?.form !== undefined))
  const columns: FigureNumbers['columns'] = [
    { key: 'test', label: 'Test' },
    { key: 'series', label: 'Series' },
    { key: xKey, label: axisName(xKey) },
    { key: 'unit', label: 'Unit' },
    { key: 'source', label: 'Source' },
    { key: 'n', label: 'n' },
    { key: 'failed_runs', label: 'Failed' },
    { key: 'mean', label: 'Mean', unit: label },
    ...(statistic === 'mean' ? [] : [middleColumn(statistic, label)]),
    { key: 'sd', label: 'SD', unit: label },
    { key: 'cv_percent', label: 'CV', unit: '%' },
    { key: 'low', label: 'Low', unit: label },
    { key: 'high', label: 'High', unit: label },
    { key: 'drop_percent', label: dropLabel(xKey), unit: '%' },
    { key: 'drop_low_percent', label: 'Drop, low', unit: '%' },
    { key: 'drop_high_percent', label: 'Drop, high', unit: '%' },
    ...Array.from({ length: runColumns }, (_, at) => ({
      key: `run_${at + 1}`,
      label: `Run ${at + 1}`,
      unit: label,
    })),
    ...(hasPrinted ? printedColumns : []),
  ]
  const rows = lines.flatMap(({ test, line, cells }) =>
    cells.map((cell, at): readonly (string | number | boolean | undefined)[] => {
      const point = contentPoint(cell, at, statistic, unit.factor)
      const drop = contentDrop(cells.slice(0, at + 1), statistic)
      const own = drop?.to === cell.level ? drop : undefined
      return [
        test,
        plainSpaces(line.label || 'all runs'),
        cell.level,
        label,
        cell.isUnprinted ? undefined : cell.printed === undefined ? 'runs' : 'published',
        point.n,
        point.failedRuns,
        point.mean,
        ...(statistic !== 'mean' ? [cell.printed === undefined ? point.y : undefined] : []),
        point.sd,
        point.cvPercent,
        point.low,
        point.high,
        own?.percent,
        own?.low,
        own?.high,
        ...Array.from({ length: runColumns }, (_, run) => point.dots[run]?.y),
        ...(hasPrinted ? [point.printed?.mean, point.printed?.sd] : []),
      ]
    }),
  )
  return { columns, rows }
}

/** Spreadsheets and scripts expect plain spaces. */
export function plainSpaces(text: string): string {
  return text.replace(/\u202f/g, ' ')
}

/** Data that repeats is not what a drive compresses, although both save it work. */
function dropLabel(xKey: string): string {
  return `Drop from the most ${xKey === 'dedupe_percent' ? 'repeated' : 'compressible'}`
}
