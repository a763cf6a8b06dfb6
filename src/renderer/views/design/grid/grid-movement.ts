import type { GridCell, GridLayout } from './grid-layout'

export type GridMove =
  | 'left'
  | 'right'
  | 'up'
  | 'down'
  | 'row-start'
  | 'row-end'
  | 'grid-start'
  | 'grid-end'
  | 'page-up'
  | 'page-down'

/**
 * The cell reached from another by one key. Rows continue from section to section, and movement stops at the edges.
 */
export function moveInGrid(layout: GridLayout, cell: GridCell, move: GridMove, pageRows: number): GridCell {
  const lastColumn = layout.columnCount - 1
  const lastLine = layout.sectionCount * layout.rowCount - 1
  const line = cell.section * layout.rowCount + cell.row
  const at = (newLine: number, column: number): GridCell => {
    const held = Math.min(Math.max(newLine, 0), Math.max(lastLine, 0))
    return {
      section: Math.floor(held / layout.rowCount),
      row: held % layout.rowCount,
      column: Math.min(Math.max(column, 0), Math.max(lastColumn, 0)),
    }
  }
  switch (move) {
    case 'left':
      return at(line, cell.column - 1)
    case 'right':
      return at(line, cell.column + 1)
    case 'up':
      return at(line - 1, cell.column)
    case 'down':
      return at(line + 1, cell.column)
    case 'row-start':
      return at(line, 0)
    case 'row-end':
      return at(line, lastColumn)
    case 'grid-start':
      return at(0, 0)
    case 'grid-end':
      return at(lastLine, lastColumn)
    case 'page-up':
      return at(line - pageRows, cell.column)
    case 'page-down':
      return at(line + pageRows, cell.column)
  }
}

const plainKeys: Readonly<Record<string, GridMove>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'row-start',
  End: 'row-end',
  PageUp: 'page-up',
  PageDown: 'page-down',
}

/** The movement of a key; `command` is Control, or Command on a Mac. */
export function moveOfKey(key: string, command: boolean): GridMove | undefined {
  if (command && key === 'Home') return 'grid-start'
  if (command && key === 'End') return 'grid-end'
  return command ? undefined : plainKeys[key]
}
