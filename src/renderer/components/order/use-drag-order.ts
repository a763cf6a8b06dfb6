import { onScopeDispose, shallowRef, type Ref, type ShallowRef } from 'vue'
import { insertionGap, placeAfterDrop, scrollSpeed, type Flow } from './insertion-gap'

export interface DragOrder {
  /** Index of the item being dragged; undefined if none is. */
  readonly dragged: Readonly<ShallowRef<number | undefined>>
  /** Gap the item would drop into, where the marker is drawn; undefined if none. */
  readonly gap: Readonly<ShallowRef<number | undefined>>
  /** Classes of an item, one of `count`: being dragged, or with the drop marker at one of its edges. */
  marks(place: number, count: number): Readonly<Record<'dragged' | 'before' | 'after', boolean>>
  /** `pointerdown` handler of an item's handle. */
  start(event: PointerEvent, from: number): void
}

/** Pointer travel, in CSS pixels, that turns a press into a drag. */
const threshold = 4

/** After a drag, the press ends in a click on the element beneath; it is suppressed. */
function swallowClick(): void {
  const swallow = (click: MouseEvent) => click.stopPropagation()
  window.addEventListener('click', swallow, { capture: true })
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
}

/** The part of the window that an element scrolls with; undefined if all of it is in view. */
function scrollerOf(element: HTMLElement): HTMLElement | undefined {
  for (let part = element.parentElement; part; part = part.parentElement)
    if (part.scrollHeight > part.clientHeight && /auto|scroll/.test(getComputedStyle(part).overflowY))
      return part
  return undefined
}

/**
 * Reordering of items by dragging with the pointer. The items are the children of `container` that are marked
 * `data-order-item`. The list scrolls while the pointer is at its upper or
 * lower edge. Escape cancels; `move` is called once, on drop.
 */
export function useDragOrder(
  container: Ref<HTMLElement | null>,
  flow: Flow,
  move: (from: number, to: number) => void,
): DragOrder {
  const dragged = shallowRef<number>()
  const gap = shallowRef<number>()
  let listening: AbortController | undefined
  let frame = 0

  function end(): void {
    cancelAnimationFrame(frame)
    listening?.abort()
    listening = undefined
    dragged.value = undefined
    gap.value = undefined
  }

  function start(event: PointerEvent, from: number): void {
    if (event.button !== 0 || !container.value) return
    end()
    const items = [...container.value.querySelectorAll<HTMLElement>(':scope > [data-order-item]')]
    listening = new AbortController()
    const { signal } = listening
    const origin = { x: event.clientX, y: event.clientY }
    const scroller = scrollerOf(container.value)
    let point = origin

    const follow = (moved: PointerEvent) => {
      point = { x: moved.clientX, y: moved.clientY }
      if (dragged.value === undefined) {
        if (Math.hypot(point.x - origin.x, point.y - origin.y) < threshold) return
        dragged.value = from
        frame = requestAnimationFrame(scroll)
      }
      mark()
    }
    const mark = () => {
      // Measured each time, because the list may scroll under the pointer.
      const boxes = items.map((item) => item.getBoundingClientRect())
      gap.value = insertionGap(boxes, point, flow)
    }
    let before: number | undefined
    const scroll = (nowMs: number) => {
      const seconds = Math.min(0.1, (nowMs - (before ?? nowMs)) / 1000)
      before = nowMs
      const top = scroller ? scrollSpeed(scroller.getBoundingClientRect(), point.y) * seconds : 0
      if (top !== 0) {
        scroller?.scrollBy({ top, behavior: 'instant' })
        mark()
      }
      frame = requestAnimationFrame(scroll)
    }
    const drop = () => {
      const target = gap.value
      const wasDragged = dragged.value !== undefined
      end()
      if (!wasDragged || target === undefined) return
      swallowClick()
      const to = placeAfterDrop(from, target)
      if (to !== from) move(from, to)
    }
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', drop, { signal })
    window.addEventListener('pointercancel', end, { signal })
    window.addEventListener('keydown', (key) => key.key === 'Escape' && end(), { signal, capture: true })
  }

  onScopeDispose(end)
  return {
    ...{ dragged, gap, start },
    marks: (place, count) => ({
      dragged: dragged.value === place,
      before: gap.value === place,
      after: gap.value === place + 1 && place === count - 1,
    }),
  }
}
