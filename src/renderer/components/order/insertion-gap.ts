/** Edges of an item on the screen, in CSS pixels. */
export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** `down`: one item per line. `wrap`: items run across and wrap. */
export type Flow = 'down' | 'wrap'

/**
 * Gap into which a dragged item would be dropped: 0 is before the first item, `boxes.length` after the last. It is
 * the gap before the first item whose middle the pointer has not passed.
 */
export function insertionGap(boxes: readonly Box[], point: { x: number; y: number }, flow: Flow): number {
  const gap = boxes.findIndex((box) =>
    flow === 'down'
      ? point.y < (box.top + box.bottom) / 2
      : point.y < box.top || (point.y <= box.bottom && point.x < (box.left + box.right) / 2),
  )
  return gap < 0 ? boxes.length : gap
}

/** Distance to the edge of a list, in CSS pixels, from which a dragged item scrolls it. */
const edge = 48
const mostPixelsPerSecond = 1200

/** How fast a list scrolls, in CSS pixels per second, down if positive: faster the closer the pointer is to its edge, or beyond. */
export function scrollSpeed({ top, bottom }: Pick<Box, 'top' | 'bottom'>, y: number): number {
  const reach = Math.min(edge, (bottom - top) / 4)
  const share = (depth: number) => Math.min(1, Math.max(0, depth / reach))
  return mostPixelsPerSecond * (share(y - (bottom - reach)) - share(top + reach - y))
}

/** The index of an item after it is removed at `from` and inserted into `gap`. */
export function placeAfterDrop(from: number, gap: number): number {
  return gap > from ? gap - 1 : gap
}
