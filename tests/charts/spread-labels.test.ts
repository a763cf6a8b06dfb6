import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { spreadLabels } from '../../src/charts/end-labels'

describe('labels that would overlap', () => {
  it('are pushed apart and keep their order', () => {
    expect(spreadLabels([50, 52, 10], 15, 0, 100)).toEqual([43.5, 58.5, 10])
    expect(spreadLabels([98, 99], 15, 0, 100)).toEqual([85, 100])
    expect(spreadLabels([1, 2, 50], 15, 0, 100)).toEqual([0, 15, 50])
    expect(spreadLabels([], 15, 0, 100)).toEqual([])
  })

  it('stay where they are if nothing is in their way', () => {
    expect(spreadLabels([90, 10, 50], 15, 0, 100)).toEqual([90, 10, 50])
  })

  it('never overlap as long as they fit', () => {
    const wanted = fc.array(fc.double({ min: -50, max: 350, noNaN: true }), { minLength: 1, maxLength: 15 })
    fc.assert(
      fc.property(wanted, (ys) => {
        const placed = [...spreadLabels(ys, 15, 0, 300)].sort((a, b) => a - b)
        expect(placed).toHaveLength(ys.length)
        placed.forEach((y, at) => {
          expect(y).toBeGreaterThanOrEqual(-1e-9)
          expect(y).toBeLessThanOrEqual(300 + 1e-9)
          if (at > 0) expect(y - placed[at - 1]!).toBeGreaterThanOrEqual(15 - 1e-9)
        })
      }),
    )
  })
})
