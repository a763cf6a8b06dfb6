import type { Box } from './bar-fill'

/** A point with the word that is drawn next to it, in pixels. */
export interface Tagged {
  readonly x: number
  readonly y: number
  readonly width: number
  /** Widths of shortened words, longest first, that are tried if there is no space for the whole one. */
  readonly narrower?: readonly number[]
  readonly height: number
  /** From the middle of the point to the word. */
  readonly gap: number
  /** Preferred position, if there is space. */
  readonly prefers: 'above-left' | 'below-right'
}

/** A straight section of a line, in pixels. */
export interface Segment {
  readonly from: readonly [x: number, y: number]
  readonly to: readonly [x: number, y: number]
}

/** What words must not cover. */
export interface Obstacles {
  readonly segments: readonly Segment[]
  readonly marks: readonly Box[]
  /** What words must not leave. */
  readonly area: Box
}

/** Directions from a point, starting with those where lines that rise to the right leave space. */
const directions: readonly (readonly [dx: number, dy: number])[] = [
  ...([
    [-1, -1],
    [0, -1],
    [-1, 0],
    [1, 1],
  ] as const),
  ...([
    [1, 0],
    [0, 1],
    [1, -1],
    [-1, 1],
  ] as const),
]
/** Distances in gaps; beyond the last the word could be attributed to another point. */
const distances = [1, 1.8, 2.6]

/**
 * Places words next to their points so that they cover no line, no mark and no other word; undefined if there is no
 * such position near the point, even for a shortened word. Earlier ones are placed first.
 */
export function placeTags(
  tags: readonly Tagged[],
  { segments, marks, area }: Obstacles,
  clearance: number,
): readonly (Box | undefined)[] {
  const taken: Box[] = []
  return tags.map((tag) => {
    for (const width of [tag.width, ...(tag.narrower ?? [])])
      for (const distance of distances)
        for (const [dx, dy] of tag.prefers === 'above-left' ? directions : directions.map(opposite)) {
          const box = boxAt({ ...tag, width }, dx, dy, distance)
          const room = grown(box, clearance)
          const isFree =
            isWithin(box, area) &&
            !taken.some((other) => overlap(room, other)) &&
            !marks.some((mark) => overlap(room, mark)) &&
            !segments.some((segment) => crosses(segment, room))
          if (!isFree) continue
          taken.push(box)
          return box
        }
    return undefined
  })
}

function opposite([dx, dy]: readonly [number, number]): readonly [number, number] {
  return [-dx, -dy]
}

function boxAt({ x, y, width, height, gap }: Tagged, dx: number, dy: number, distance: number): Box {
  const away = gap * distance
  const middle = { x: x + dx * (away + width / 2), y: y + dy * (away + height / 2) }
  return { x: middle.x - width / 2, y: middle.y - height / 2, width, height }
}

function grown({ x, y, width, height }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by }
}

function isWithin(box: Box, area: Box): boolean {
  return (
    box.x >= area.x &&
    box.y >= area.y &&
    box.x + box.width <= area.x + area.width &&
    box.y + box.height <= area.y + area.height
  )
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  )
}

/** Whether a segment of a line has a part within a box (Liang-Barsky clipping). */
function crosses({ from, to }: Segment, { x, y, width, height }: Box): boolean {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  let [enters, leaves] = [0, 1]
  for (const [step, room] of [
    [-dx, from[0] - x],
    [dx, x + width - from[0]],
    [-dy, from[1] - y],
    [dy, y + height - from[1]],
  ] as const) {
    if (step === 0) {
      if (room < 0) return false
    } else if (step < 0) enters = Math.max(enters, room / step)
    else leaves = Math.min(leaves, room / step)
  }
  return enters <= leaves
}
