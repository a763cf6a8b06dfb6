import { caseIndexAt, type GridCell, type GridLayout } from './grid-layout'

/**
 * A block of cells: whole lines from one to another (counted over all sections), restricted to some columns. Ends are
 * inclusive.
 */
export interface CellRange {
  readonly firstLine: number
  readonly lastLine: number
  readonly firstColumn: number
  readonly lastColumn: number
}

const lineOf = (layout: GridLayout, cell: GridCell) => cell.section * layout.rowCount + cell.row

/** The block spanned by two cells, in whichever order they were picked. */
export function rangeBetween(layout: GridLayout, a: GridCell, b: GridCell): CellRange {
  const lineA = lineOf(layout, a)
  const lineB = lineOf(layout, b)
  return {
    firstLine: Math.min(lineA, lineB),
    lastLine: Math.max(lineA, lineB),
    firstColumn: Math.min(a.column, b.column),
    lastColumn: Math.max(a.column, b.column),
  }
}

/** The whole row of a cell. */
export function rowRange(layout: GridLayout, section: number, row: number): CellRange {
  const line = section * layout.rowCount + row
  return { firstLine: line, lastLine: line, firstColumn: 0, lastColumn: layout.columnCount - 1 }
}

/** A whole column through all sections. */
export function columnRange(layout: GridLayout, column: number): CellRange {
  const lastLine = layout.sectionCount * layout.rowCount - 1
  return { firstLine: 0, lastLine, firstColumn: column, lastColumn: column }
}

/** All cells of one section. */
export function sectionRange(layout: GridLayout, section: number): CellRange {
  return {
    firstLine: section * layout.rowCount,
    lastLine: (section + 1) * layout.rowCount - 1,
    firstColumn: 0,
    lastColumn: layout.columnCount - 1,
  }
}

/** Whether the cell is inside the block. */
export function inRange(layout: GridLayout, range: CellRange, cell: GridCell): boolean {
  const line = lineOf(layout, cell)
  return (
    line >= range.firstLine &&
    line <= range.lastLine &&
    cell.column >= range.firstColumn &&
    cell.column <= range.lastColumn
  )
}

/** Case numbers of all cells of a block. */
export function casesInRange(layout: GridLayout, range: CellRange): number[] {
  const indices: number[] = []
  for (let line = range.firstLine; line <= range.lastLine; line++) {
    const section = Math.floor(line / layout.rowCount)
    const start = caseIndexAt(layout, { section, row: line % layout.rowCount, column: 0 })
    const stride = layout.columnAxis?.stride ?? 0
    for (let column = range.firstColumn; column <= range.lastColumn; column++) {
      indices.push(start + stride * column)
    }
  }
  return indices
}
