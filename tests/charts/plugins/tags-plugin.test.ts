import { describe, expect, it } from 'vitest'
import type { Box } from '../../../src/charts/bar-fill'
import type { Segment } from '../../../src/charts/plugins/obstacles'
import { placeTags, type Tagged } from '../../../src/charts/plugins/tags-plugin'
import { seededRandom } from '../../../src/core/statistics/special/seeded-random'

const area = { x: 0, y: 0, width: 600, height: 400 }
const clearance = 2
const tagAt = (x: number, y: number): Tagged => ({
  ...{ x, y, width: 18, height: 8, gap: 6 },
  prefers: 'above-left',
})
const markAt = ({ x, y }: Tagged): Box => ({ x: x - 3, y: y - 3, width: 6, height: 6 })
const joined = (tags: readonly Tagged[]): readonly Segment[] =>
  tags.slice(1).map((to, at) => ({ from: [tags[at]?.x ?? 0, tags[at]?.y ?? 0], to: [to.x, to.y] }))

/** Whether any point of a line is in a box or on its edge: Liang and Barsky's clipping leaves something of it. */
function touches({ x, y, width, height }: Box, { from, to }: Segment): boolean {
  let [entry, exit] = [0, 1]
  const sides = [
    { start: from[0], step: to[0] - from[0], low: x, high: x + width },
    { start: from[1], step: to[1] - from[1], low: y, high: y + height },
  ]
  for (const { start, step, low, high } of sides) {
    if (step === 0 && (start < low || start > high)) return false
    if (step === 0) continue
    const crossings = [(low - start) / step, (high - start) / step]
    entry = Math.max(entry, Math.min(...crossings))
    exit = Math.min(exit, Math.max(...crossings))
  }
  return entry <= exit
}

describe('words next to points', () => {
  it('are above to the left if nothing is in the way', () => {
    const [box] = placeTags([tagAt(100, 100)], { segments: [], marks: [], area }, clearance)
    expect(box).toEqual({ x: 100 - 6 - 18, y: 100 - 6 - 8, width: 18, height: 8 })
    const behind = { ...tagAt(100, 100), prefers: 'below-right' } as const
    expect(placeTags([behind], { segments: [], marks: [], area }, clearance)[0]).toEqual({
      ...{ x: 106, y: 106, width: 18, height: 8 },
    })
  })

  it('stay within the picture', () => {
    const [box] = placeTags([tagAt(4, 4)], { segments: [], marks: [], area }, clearance)
    expect(box).toEqual({ x: 10, y: 10, width: 18, height: 8 })
  })

  it('move away from their point, whole, where there is no room next to it', () => {
    const wall = { x: 0, y: 150, width: 600, height: 100 }
    const [box] = placeTags([tagAt(300, 200)], { segments: [], marks: [wall], area }, clearance)
    expect(box?.width).toBe(tagAt(300, 200).width)
    expect(box && box.y + box.height).toBeLessThan(150)
  })

  it('are left out if there is no room, never written over something', () => {
    const wall = { x: 0, y: 0, width: 600, height: 400 }
    expect(placeTags([tagAt(100, 100)], { segments: [], marks: [wall], area }, clearance)).toEqual([
      undefined,
    ])
  })

  it('cover no line, no mark and no other word, whatever the lines are', () => {
    const seed = 20261123
    const random = seededRandom(seed)
    const faults: string[] = []
    let placed = 0
    for (let turn = 0; turn < 200; turn += 1) {
      const lines = Array.from({ length: 3 }, () =>
        Array.from({ length: 9 }, () => tagAt(20 + 560 * random(), 20 + 360 * random())),
      )
      const segments = lines.flatMap(joined)
      const tags = lines.flat()
      const boxes = placeTags(tags, { segments, marks: tags.map(markAt), area }, clearance)
      boxes.forEach((box, at) => {
        if (box === undefined) return
        placed += 1
        const covers = (other: Box | undefined) =>
          other && Math.abs(other.x - box.x) < 18 && Math.abs(other.y - box.y) < 8
        if (segments.some((segment) => touches(box, segment))) faults.push(`turn ${turn}: a line, tag ${at}`)
        if (boxes.slice(at + 1).some(covers)) faults.push(`turn ${turn}: another word, tag ${at}`)
      })
    }
    expect(faults, `seed ${seed}`).toEqual([])
    expect(placed).toBeGreaterThan(1000)
  })
})
