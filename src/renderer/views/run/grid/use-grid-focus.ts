import { ref, shallowRef, type Ref } from 'vue'
import type { GridLayout } from './grid-layout'
import { gridMetrics } from './paint-grid'

export interface GridFocusParts {
  readonly layout: Ref<GridLayout>
  readonly cellWidth: Ref<number>
  readonly labelWidth: Ref<number>
  readonly scroller: Readonly<Ref<HTMLElement | null>>
  readonly scrollTop: Ref<number>
}

const steps: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-10, 0],
  PageDown: [10, 0],
}

const nowhere = { row: -1, column: -1 }

/** The cell of the heat grid under the pointer or keyboard focus; row -1 if none. */
export function useGridFocus({ layout, cellWidth, labelWidth, scroller, scrollTop }: GridFocusParts) {
  const focusRow = ref(-1)
  const focusColumn = ref(-1)
  /** Position of the pointer within the grid; undefined while the keyboard is in use. */
  const pointer = shallowRef<{ readonly x: number; readonly y: number }>()

  function cellUnder({ offsetX, offsetY }: MouseEvent): { readonly row: number; readonly column: number } {
    if (offsetY < gridMetrics.headHeight || offsetX < labelWidth.value) return nowhere
    return {
      row: Math.floor((offsetY - gridMetrics.headHeight + scrollTop.value) / gridMetrics.rowHeight),
      column: Math.floor((offsetX - labelWidth.value) / cellWidth.value),
    }
  }

  function hover(event: MouseEvent): void {
    const { row, column } = cellUnder(event)
    focusRow.value = row
    focusColumn.value = column
    pointer.value = { x: event.offsetX, y: event.offsetY }
  }

  function leave(): void {
    pointer.value = undefined
    focusRow.value = -1
  }

  /** Moves by an arrow or page key; false for any other key. */
  function move(event: KeyboardEvent): boolean {
    const step = steps[event.key]
    if (!step) return false
    event.preventDefault()
    pointer.value = undefined
    focusRow.value = clamp(focusRow.value + step[0], layout.value.rows)
    focusColumn.value = clamp(focusColumn.value + step[1], layout.value.columns)
    reveal(focusRow.value)
    return true
  }

  function reveal(row: number): void {
    const element = scroller.value
    if (!element) return
    const top = row * gridMetrics.rowHeight
    const room = element.clientHeight - gridMetrics.headHeight - gridMetrics.rowHeight
    if (top < element.scrollTop) element.scrollTop = top
    else if (top > element.scrollTop + room) element.scrollTop = top - room
  }

  return { focusRow, focusColumn, pointer, cellUnder, hover, leave, move }
}

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value))
}
