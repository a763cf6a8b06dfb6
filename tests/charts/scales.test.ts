import { describe, expect, it } from 'vitest'
import { keptLabels } from '../../src/charts/scales'

const kept = (labels: readonly string[], slotChars: number) => [...keptLabels(labels, slotChars)].sort()
const shares = ['98', '75', '50', '25', '2', 'random']

describe('labels below a narrow panel', () => {
  it('all remain if they fit', () => {
    expect(kept(shares, 6)).toEqual([0, 1, 2, 3, 4, 5])
    expect(kept([], 6)).toEqual([0])
  })

  it('are thinned, but a word among numbers stays', () => {
    expect(kept(['98', '75', '50', '25', '2'], 2)).toEqual([0, 2, 4])
    expect(kept(shares, 2.6)).toEqual([0, 2, 5])
    expect(kept(shares, 0.5)).toEqual([5])
  })

  it('do not overlap those below the adjacent panel', () => {
    const sizes = ['64 KiB', '1 MiB', '4 MiB', '8 MiB', '16 MiB']
    expect([...keptLabels(sizes, 4.7)]).toEqual([0, 2, 4])
    expect([...keptLabels(sizes, 4.7, 5.4)]).toEqual([0, 3])
    expect([...keptLabels(sizes, 12, 5.4)]).toEqual([0, 1, 2, 3, 4])
  })

  it('are thinned evenly if all are words', () => {
    expect(kept(['write', 'read', 'reread', 'rewrite'], 4)).toEqual([0, 2])
  })
})
