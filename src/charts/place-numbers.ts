import type { Box } from './bar-fill'

/** A number that stands beside a mark. */
export interface NumberToPlace {
  /** Middle of the mark, and how far from it the number keeps; CSS pixels. */
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly width: number
  readonly height: number
  /** Lines go on this way: 1 down, -1 up. */
  readonly inwards: 1 | -1
}

/** More lines away than this a number is not tried. */
const mostLines = 6

/**
 * Boxes for numbers beside their marks: to the right, else to the left, else a line further into the plot, where
 * neither `taken` nor another number stands and between `left` and `right`. One that finds no place stands on the right.
 */
export function placeNumbers(
  numbers: readonly NumberToPlace[],
  taken: readonly Box[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly Box[] {
  const filled = [...taken]
  return numbers.map(({ x, y, gap, width, height, inwards }) => {
    const places = Array.from({ length: mostLines }, (_, line) => y - height / 2 + line * inwards * height)
    const tried = places.flatMap((top) => [
      { x: x + gap, y: top, width, height },
      { x: x - gap - width, y: top, width, height },
    ])
    const isInside = (box: Box) => box.x >= left && box.x + box.width <= right
    const free = tried.find((box) => isInside(box) && filled.every((other) => !overlap(box, other)))
    const chosen = free ??
      tried.find(isInside) ?? { x: Math.max(left, right - width), y: y - height / 2, width, height }
    filled.push(chosen)
    return chosen
  })
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
