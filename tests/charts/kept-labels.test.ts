import { describe, expect, it } from 'vitest'
import { keptLabels } from '../../src/charts/kept-labels'

const kept = (labels: readonly string[], slotChars: number) => [...keptLabels(labels, slotChars)].sort()
const shares = ['98', '75', '50', '25', '2', 'random']

describe('labels beneath a narrow panel', () => {
  it('all stay where they fit', () => {
    expect(kept(shares, 6)).toEqual([0, 1, 2, 3, 4, 5])
    expect(kept([], 6)).toEqual([0])
  })

  it('are thinned, but a word among numbers stays', () => {
    expect(kept(['98', '75', '50', '25', '2'], 2)).toEqual([0, 2, 4])
    expect(kept(shares, 2.6)).toEqual([0, 2, 5])
    expect(kept(shares, 0.5)).toEqual([5])
  })

  it('are thinned evenly where all are words', () => {
    expect(kept(['write', 'read', 'reread', 'rewrite'], 4)).toEqual([0, 2])
  })
})
