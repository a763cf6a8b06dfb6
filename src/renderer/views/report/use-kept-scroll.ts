import { onActivated, watch, type Ref } from 'vue'

/** Keeps a scrolled element where it was while its room is out of view: out of the page it loses that. */
export function useKeptScroll(element: Readonly<Ref<HTMLElement | null>>): void {
  let top = 0
  watch(element, (now) => now?.addEventListener('scroll', () => (top = now.scrollTop), { passive: true }))
  onActivated(() => element.value?.scrollTo({ top, behavior: 'instant' }))
}
