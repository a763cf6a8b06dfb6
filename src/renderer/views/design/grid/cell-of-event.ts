import type { GridCell } from './grid-layout'

/** The cell of the grid that an event happened on; undefined for headers and gaps. */
export function cellOfEvent(event: Event): GridCell | undefined {
  const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-column]') : null
  if (!cell) return undefined
  const { section, row, column } = cell.dataset
  return { section: Number(section), row: Number(row), column: Number(column) }
}
