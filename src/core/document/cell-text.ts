import { cleanText } from '../figures/clean-text'
import { pText } from '../comparison/percent-text'
import { formatLevel, usualKind } from '../plan/format-level'
import { testLabel } from '../results/test-label'
import { absentText, formatCount, formatNumber } from '../units/number-format'
import type { Cell, TableColumn } from '../figures/tables/table'

/** Longest text of a cell that is printed; what is longer is cut with an ellipsis. */
const longestCell = 300

/** Digits of a printed number; the CSV has all of them. */
const digits = 4

/**
 * A cell as people read it: sizes with their unit ("4 KiB"), tests by name, numbers with four digits and a real minus, an absent one as
 * a dash, text without control and direction characters. Not escaped for any format.
 */
export function cellText(cell: Cell, column: TableColumn): string {
  if (cell === undefined) return absentText
  if (typeof cell === 'string') return cleanText(column.key === 'test' ? testLabel(cell) : cell, longestCell)
  if (typeof cell === 'boolean') return formatLevel(cell)
  return numberText(cell, column).replace(/^-/, '\u2212')
}

function numberText(value: number, { key }: TableColumn): string {
  const kind = usualKind(key)
  if (kind !== undefined) return formatLevel(value, kind)
  if (key === 'p' || key === 'adjusted_p') return pText(value)
  if (Number.isInteger(value)) return Math.abs(value) < 1e15 ? formatCount(value) : value.toExponential(4)
  const magnitude = Math.abs(value)
  if (magnitude < 1e-4) return value.toExponential(2)
  return magnitude < 1e15 ? formatNumber(value, digits) : value.toExponential(digits - 1)
}

/** Heading of a column with its unit. */
export function headingText({ label, unit }: TableColumn): string {
  const heading = unit === undefined || unit === '' ? label : `${label} (${unit})`
  return cleanText(heading, longestCell)
}
