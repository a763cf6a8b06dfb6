import {
  computed,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  type ComputedRef,
  type Ref,
  type ShallowRef,
} from 'vue'
import { scrollToCell, visibleWindow, type GridLine, type GridMetrics, type Viewport } from './grid-geometry'
import type { GridCell, GridLayout } from './grid-layout'

type Heading = Extract<GridLine, { kind: 'section' }>
type Row = Extract<GridLine, { kind: 'row' }>

export interface GridWindowParts {
  readonly scroll: Readonly<ShallowRef<Viewport>>
  readonly headings: ComputedRef<readonly Heading[]>
  readonly rows: ComputedRef<readonly Row[]>
  readonly columns: ComputedRef<readonly number[]>
  readonly firstColumn: ComputedRef<number>
  /** Scrolls as little as needed to show the cell. */
  reveal(cell: GridCell): void
}

/** The currently visible lines and columns of a grid. */
export function useGridWindow(
  element: Ref<HTMLElement | null>,
  layout: () => GridLayout,
  metrics: Ref<GridMetrics>,
): GridWindowParts {
  const scroll = shallowRef<Viewport>({ left: 0, top: 0, width: 0, height: 0 })
  const view = computed(() => visibleWindow(layout(), metrics.value, scroll.value))
  const firstColumn = computed(() => view.value.firstColumn)
  const lastColumn = computed(() => view.value.lastColumn)

  function read(): void {
    const box = element.value
    if (!box) return
    scroll.value = {
      left: box.scrollLeft,
      top: box.scrollTop,
      width: box.clientWidth,
      height: box.clientHeight,
    }
  }

  const observer = new ResizeObserver(read)
  onMounted(() => {
    if (!element.value) return
    observer.observe(element.value)
    element.value.addEventListener('scroll', read, { passive: true })
  })
  onBeforeUnmount(() => observer.disconnect())

  return {
    scroll,
    headings: computed(() => view.value.lines.filter((line) => line.kind === 'section')),
    rows: computed(() => view.value.lines.filter((line) => line.kind === 'row')),
    // Built from numbers, so that scrolling down leaves it unchanged and lines already drawn are not redrawn.
    columns: computed(() => {
      const first = firstColumn.value
      return Array.from({ length: Math.max(0, lastColumn.value - first + 1) }, (_, place) => first + place)
    }),
    firstColumn,
    reveal(cell) {
      element.value?.scrollTo(scrollToCell(layout(), metrics.value, scroll.value, cell))
      read()
    },
  }
}
