import type { Box } from './bar-fill'

/** A number shown next to a mark. */
export interface NumberToPlace {
  /** Middle of the mark, and the distance of the number from it; CSS pixels. */
  readonly x: number
  readonly y: number
  readonly gap: number
  readonly width: number
  readonly height: number
  /** Direction of further lines: 1 down, -1 up. */
  readonly inwards: 1 | -1
  /** Omitted if neither side of the mark is free. */
  readonly isOptional: boolean
}

/** A number is tried at most this many lines away, and this many steps to the side. */
const mostLines = 5
const mostSteps = 8

/**
 * Boxes for numbers next to their marks: to the right, else to the left, else the nearest position to the side or
 * further into the plot that is free of `taken` and other numbers, between `left` and `right`. If there is none, an
 * optional number is undefined, and any other is placed next to its mark.
 */
export function placeNumbers(
  numbers: readonly NumberToPlace[],
  taken: readonly Box[],
  { left, right }: { readonly left: number; readonly right: number },
): readonly (Box | undefined)[] {
  const filled = [...taken]
  const isInside = (box: Box) => box.x >= left && box.x + box.width <= right
  return numbers.map((number) => {
    const around = placesAround(number)
    const inside = (number.isOptional ? around.slice(0, 2) : around).filter(isInside)
    const { x, y, gap, width, height } = number
    const beside = { x: Math.max(left, Math.min(x + gap, right - width)), y: y - height / 2, width, height }
    const free = inside.find((box) => filled.every((other) => !overlap(box, other)))
    const chosen = free ?? (number.isOptional ? undefined : (inside[0] ?? beside))
    if (chosen) filled.push(chosen)
    return chosen
  })
}

/** Positions for a number, the nearest first. */
function placesAround({ x, y, gap, width, height, inwards }: NumberToPlace): readonly Box[] {
  const tried = Array.from({ length: mostLines * mostSteps }, (_, at) => {
    const down = Math.floor(at / mostSteps) * height
    const aside = ((at % mostSteps) * height) / 2
    const box = { y: y - height / 2 + inwards * down, width, height }
    return [
      { box: { x: x + gap + aside, ...box }, distance: Math.hypot(aside, down) },
      { box: { x: x - gap - width - aside, ...box }, distance: Math.hypot(aside, down) },
    ]
  }).flat()
  return tried.sort((a, b) => a.distance - b.distance).map(({ box }) => box)
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
