import type { ContentLine } from '../compressibility-line'
import { contentMoments } from '../compressibility-points'
import { formatLevel } from '../../plan/format-level'
import type { LevelValue } from '../../plan/plan'
import type { ScaledUnit } from '../../units/unit-scale'
import type { Table, TableColumn } from './table'

/**
 * The table of the articles' appendix: by test and record size a row of means with the row of their standard deviations
 * beneath, one column per level. Values divided into the unit; what was not measured or printed is an empty cell.
 */
export function compressibilityTable(lines: readonly ContentLine[], unit: ScaledUnit): Table {
  const levels = lines[0]?.cells.map(({ level }) => level) ?? []
  const columns: TableColumn[] = [
    { key: 'test', label: 'Test' },
    { key: 'series', label: 'Record size' },
    { key: 'statistic', label: 'Statistic' },
    ...levels.map((level) => ({ key: levelKey(level), label: levelLabel(level), unit: unit.label })),
  ]
  const rows = lines.flatMap(({ test, line, cells }) => {
    const moments = cells.map(contentMoments)
    const scaled = (value: number | undefined) => (value === undefined ? undefined : value / unit.factor)
    const name = plainSpaces(line.label || 'all runs')
    return [
      [test, name, 'mean', ...moments.map((one) => scaled(one?.mean))],
      [test, name, 'standard deviation', ...moments.map((one) => scaled(one?.sd))],
    ]
  })
  return { columns, rows }
}

function levelKey(level: LevelValue): string {
  return typeof level === 'number' ? `level_${level}` : String(level)
}

function levelLabel(level: LevelValue): string {
  return typeof level === 'number' ? `${level} %` : formatLevel(level)
}

/** Spreadsheets and scripts look for plain spaces. */
function plainSpaces(text: string): string {
  return text.replace(/\u2009/g, ' ')
}
