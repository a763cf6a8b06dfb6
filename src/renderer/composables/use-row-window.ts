import { computed, onBeforeUnmount, onMounted, shallowRef, type ComputedRef, type Ref } from 'vue'

export interface RowWindow {
  /** The rows to have in the page: the visible ones and a few around them. */
  readonly rows: ComputedRef<readonly number[]>
  /** Height of a row in CSS pixels; 0 before the table is in the page. */
  readonly width: Readonly<Ref<number>>
  /** Height of the rows before and after them, in CSS pixels. */
  readonly before: ComputedRef<number>
  readonly after: ComputedRef<number>
  /** Scrolls no further than needed to show the whole row. */
  readonly scrollTo: (row: number) => void
}

/** Extra rows beyond each edge, because scrolling is visible before the page can follow. */
const around = 6

/** The first row to have in the page, and the one after the last, if the table is scrolled to `top` CSS pixels. */
export function rowRange({
  top,
  height,
  rowHeight,
  count,
}: Readonly<Record<'top' | 'height' | 'rowHeight' | 'count', number>>): {
  readonly first: number
  readonly end: number
} {
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + around)
  return { first: Math.max(0, Math.min(end, Math.floor(top / rowHeight) - around)), end }
}

/**
 * Which rows of a long table are in the page. Rows of equal height need no measuring, so the cost does not grow with
 * their number. `headHeight`: the header that stays visible above them.
 */
export function useRowWindow(
  scroller: Readonly<Ref<HTMLElement | null>>,
  count: () => number,
  { rowHeight, headHeight }: { readonly rowHeight: number; readonly headHeight: number },
): RowWindow {
  const top = shallowRef(0)
  const height = shallowRef(0)
  const width = shallowRef(0)
  const range = () => rowRange({ top: top.value, height: height.value, rowHeight, count: count() })
  // Separate numbers: scrolling within a row changes neither.
  const first = computed(() => range().first)
  const end = computed(() => range().end)
  const follow = () => {
    top.value = scroller.value?.scrollTop ?? 0
    height.value = scroller.value?.clientHeight ?? 0
    width.value = scroller.value?.clientWidth ?? 0
  }

  let observer: ResizeObserver | undefined
  onMounted(() => {
    // Reports the initial size, too: in the frame after the task that adds the table to the page.
    scroller.value?.addEventListener('scroll', follow, { passive: true })
    observer = new ResizeObserver(follow)
    if (scroller.value) observer.observe(scroller.value)
  })
  onBeforeUnmount(() => {
    scroller.value?.removeEventListener('scroll', follow)
    observer?.disconnect()
  })

  return {
    rows: computed(() => Array.from({ length: end.value - first.value }, (_, place) => first.value + place)),
    width,
    before: computed(() => first.value * rowHeight),
    after: computed(() => (count() - end.value) * rowHeight),
    scrollTo(row) {
      const element = scroller.value
      if (!element) return
      const lowest = headHeight + (row + 1) * rowHeight - element.clientHeight
      element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, row * rowHeight))
    },
  }
}
