import { nextTick, onScopeDispose, shallowRef, type Ref, type ShallowRef } from 'vue'

/** The blocks of a document as elements of the page. All of these wait until a block just added is on it. */
export interface PageBlocks {
  /** The block that had the focus last; what is added comes after it. */
  readonly chosen: ShallowRef<string | undefined>
  /** `focusin` handler of the page: remembers the block that gets the focus; none if the title gets it. */
  choose(event: FocusEvent): void
  focus(blockId: string): Promise<void>
  /**
   * Brings a block into view, its start to the top or only as far as necessary, and keeps it there until one does
   * something: pictures on the page grow as they are drawn.
   */
  show(blockId: string, place: 'start' | 'nearest'): Promise<void>
}

/** What ends keeping a block in view. */
const inputs = ['wheel', 'pointerdown', 'keydown'] as const

/** `scroller`: the part of the window that shows the page. */
export function usePageBlocks(
  page: Readonly<Ref<HTMLElement | null>>,
  scroller: Readonly<Ref<HTMLElement | null>>,
): PageBlocks {
  const chosen = shallowRef<string>()
  let shown: AbortController | undefined

  function boxOf(blockId: string): HTMLElement | undefined {
    return page.value?.querySelector<HTMLElement>(`[data-block="${CSS.escape(blockId)}"]`) ?? undefined
  }

  onScopeDispose(() => shown?.abort())

  return {
    chosen,
    choose({ target }) {
      const box = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
      chosen.value = box?.dataset.block
    },
    async focus(blockId) {
      await nextTick()
      boxOf(blockId)?.focus({ preventScroll: true })
      boxOf(blockId)?.scrollIntoView({ block: 'nearest' })
    },
    async show(blockId, place) {
      shown?.abort()
      await nextTick()
      const box = boxOf(blockId)
      if (!box || !page.value) return
      const ending = (shown = new AbortController())
      const growth = new ResizeObserver(() => {
        // Of a block that is higher than the view, the start.
        const isHigh = box.offsetHeight > (scroller.value?.clientHeight ?? Infinity)
        box.scrollIntoView({ block: isHigh ? 'start' : place, behavior: 'instant' })
      })
      // The page grows with the block and with what is above it.
      growth.observe(page.value)
      ending.signal.addEventListener('abort', () => growth.disconnect())
      for (const input of inputs)
        window.addEventListener(input, () => ending.abort(), { capture: true, signal: ending.signal })
    },
  }
}
