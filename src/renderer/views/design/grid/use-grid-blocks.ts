import { computed, onScopeDispose, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { casesInRange, columnRange, rangeBetween, rowRange, type CellRange } from './cell-range'
import { caseIndexAt, type GridCell, type GridLayout } from './grid-layout'
import { moveInGrid, moveOfKey } from './grid-movement'

export interface GridBlocksOptions {
  readonly layout: () => GridLayout
  /** The focused cell. */
  readonly focus: Ref<GridCell>
  readonly isExcluded: (caseIndex: number) => boolean
  readonly locked: Ref<boolean>
  /** Number of rows of Page Up and Page Down. */
  readonly pageRows: () => number
  readonly select: (cell: GridCell) => void
  readonly reveal: (cell: GridCell) => void
  /** `what` names the block: case, block, row, column, section. */
  readonly exclude: (cases: readonly number[], excluded: boolean, what: string) => void
  readonly open: () => void
}

export interface GridBlocks {
  /** The block spanned by Shift or by dragging; undefined while it is one cell. */
  readonly range: ComputedRef<CellRange | undefined>
  readonly press: (event: KeyboardEvent) => void
  /** Excludes a block, or includes it again if all of it is already excluded. */
  readonly toggle: (block: CellRange, what: string) => void
  /** Pressing on a cell starts a block; releasing excludes or includes it. */
  readonly startPainting: (cell: GridCell, event: PointerEvent) => void
  /** Extends the block to this cell; false if no block is being painted. */
  readonly paintTo: (cell: GridCell, event: PointerEvent) => boolean
}

/** Moving around a grid and excluding cells, rows, columns and blocks, by keyboard and by pointer. */
export function useGridBlocks(options: GridBlocksOptions): GridBlocks {
  const { layout, focus, isExcluded, locked, select, reveal, exclude, open } = options
  /** The other end of the block. */
  const anchor = shallowRef<GridCell>()
  let painting: { exclude: boolean } | undefined

  const range = computed(() => (anchor.value ? rangeBetween(layout(), anchor.value, focus.value) : undefined))
  watch(layout, () => (anchor.value = undefined))

  function toggle(block: CellRange, what: string): void {
    if (locked.value) return
    const cases = casesInRange(layout(), block)
    exclude(cases, !cases.every(isExcluded), what)
  }

  function press(event: KeyboardEvent): void {
    const command = event.ctrlKey || event.metaKey
    const { section, row, column } = focus.value
    const move = event.altKey ? undefined : moveOfKey(event.key, command)
    if (move) {
      if (event.shiftKey) anchor.value ??= focus.value
      else anchor.value = undefined
      const to = moveInGrid(layout(), focus.value, move, options.pageRows())
      select(to)
      reveal(to)
    } else if (event.key === ' ') {
      if (event.shiftKey) toggle(rowRange(layout(), section, row), 'row')
      else if (command) toggle(columnRange(layout(), column), 'column')
      else if (range.value) toggle(range.value, 'block')
      else toggle(rangeBetween(layout(), focus.value, focus.value), 'case')
    } else if (event.key === 'Enter' && !command) open()
    else if (event.key === 'Escape' && anchor.value) {
      anchor.value = undefined
      painting = undefined
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  function startPainting(cell: GridCell, event: PointerEvent): void {
    if (event.button !== 0) {
      select(cell)
      return
    }
    // With Shift, the whole block gets the state that the first cell was given.
    const from = event.shiftKey ? (anchor.value ?? focus.value) : cell
    const isOut = isExcluded(caseIndexAt(layout(), from))
    anchor.value = from
    select(cell)
    painting = { exclude: event.shiftKey ? isOut : !isOut }
    window.addEventListener('pointerup', finishPainting, { once: true })
  }

  function finishPainting(): void {
    const paint = painting
    painting = undefined
    if (!paint || !range.value || locked.value) return
    const cases = casesInRange(layout(), range.value)
    exclude(cases, paint.exclude, cases.length === 1 ? 'case' : 'block')
  }
  onScopeDispose(() => window.removeEventListener('pointerup', finishPainting))

  function paintTo(cell: GridCell, event: PointerEvent): boolean {
    if (!painting || event.buttons !== 1) return false
    if (caseIndexAt(layout(), cell) !== caseIndexAt(layout(), focus.value)) select(cell)
    return true
  }

  return { range, press, toggle, startPainting, paintTo }
}
