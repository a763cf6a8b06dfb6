import { describe, expect, it } from 'vitest'
import { largestOf, smallestOf } from '../../src/core/iterables'

describe('largest and smallest', () => {
  it('accept more numbers than fit on the stack as arguments', () => {
    const many = Float64Array.from({ length: 1_000_000 }, (_, index) => index)
    expect(() => Math.max(...many)).toThrow(RangeError)
    expect([smallestOf(many), largestOf(many)]).toEqual([0, 999_999])
  })

  it('return the bound if no number is beyond it', () => {
    expect([largestOf([]), largestOf([], 0), largestOf([-1], 0)]).toEqual([-Infinity, 0, 0])
    expect([smallestOf([]), smallestOf([], 0), smallestOf([1], 0)]).toEqual([Infinity, 0, 0])
  })
})
