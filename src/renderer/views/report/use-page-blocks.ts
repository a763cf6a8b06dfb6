import { nextTick, shallowRef, type Ref, type ShallowRef } from 'vue'

/** The blocks of a document as elements of the page. */
export interface PageBlocks {
  /** The block that had the focus last; what is added comes after it. */
  readonly chosen: ShallowRef<string | undefined>
  /** `focusin` handler of the page: remembers the block that gets the focus; none if the title gets it. */
  choose(event: FocusEvent): void
  /** These wait until a block just added is on the page. */
  focus(blockId: string): Promise<void>
  show(blockId: string): Promise<void>
  /** Shows a block while its content arrives and it grows, until one does something. */
  keepInView(blockId: string): Promise<void>
}

export function usePageBlocks(page: Readonly<Ref<HTMLElement | null>>): PageBlocks {
  const chosen = shallowRef<string>()

  function boxOf(blockId: string): HTMLElement | undefined {
    return page.value?.querySelector<HTMLElement>(`[data-block="${CSS.escape(blockId)}"]`) ?? undefined
  }

  return {
    chosen,
    choose({ target }) {
      const box = target instanceof Element ? target.closest<HTMLElement>('[data-block]') : null
      chosen.value = box?.dataset.block
    },
    async focus(blockId) {
      await nextTick()
      boxOf(blockId)?.focus()
    },
    async show(blockId) {
      await nextTick()
      boxOf(blockId)?.scrollIntoView({ block: 'nearest' })
    },
    async keepInView(blockId) {
      await nextTick()
      const box = boxOf(blockId)
      if (!box) return
      const growth = new ResizeObserver(() => box.scrollIntoView({ block: 'nearest' }))
      growth.observe(box)
      for (const input of ['wheel', 'pointerdown', 'keydown'])
        window.addEventListener(input, () => growth.disconnect(), { once: true, capture: true })
    },
  }
}
