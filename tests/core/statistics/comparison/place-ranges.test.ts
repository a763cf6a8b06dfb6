import { describe, expect, it } from 'vitest'
import { contestantsRatio, placeRanges } from '../../../../src/core/statistics/comparison/place-ranges'
import { meansRatio, logInterval } from '../../../../src/core/statistics/comparison/log-ratio'

const of = (mean: number, sd: number, n = 5) => ({ cases: [{ n, mean, sd }] })

describe('places', () => {
  it('are ranges if neighbours are not separated', () => {
    const contestants = [of(100, 1), of(100.2, 1), of(80, 1), of(50, 1)]
    const values = contestants.map(({ cases: [one] }) => one?.mean ?? 0)
    expect(placeRanges(contestants, values, 'higher').places).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 2 },
      { from: 3, to: 3 },
      { from: 4, to: 4 },
    ])
    expect(placeRanges(contestants, values, 'lower').places.map(({ from }) => from)).toEqual([3, 3, 2, 1])
  })

  it('overlap if the middle one is separated from neither end', () => {
    const contestants = [of(110, 4), of(105, 4), of(100, 4)]
    expect(placeRanges(contestants, [110, 105, 100], 'higher').places).toEqual([
      { from: 1, to: 2 },
      { from: 1, to: 3 },
      { from: 2, to: 3 },
    ])
  })

  it('follow the numbers without three runs a side, and equal numbers share', () => {
    const contestants = [{ cases: [{ n: 1, mean: 7 }] }, of(9, 1, 2), { cases: [{ n: 1, mean: 7 }] }]
    expect(placeRanges(contestants, [7, 9, 7], 'higher')).toEqual({
      places: [
        { from: 2, to: 3 },
        { from: 1, to: 1 },
        { from: 2, to: 3 },
      ],
      ...{ testedPairs: 0, openPairs: 0, untestedPairs: 3 },
    })
  })

  it('leave together what is not to be separated', () => {
    const contestants = [of(130, 4), of(115, 4), of(100, 4)]
    const placing = placeRanges(contestants, [130, 115, 100], 'higher', {
      isOpen: (one, other) => one === 0 && other === 1,
    })
    expect(placing).toMatchObject({
      places: [
        { from: 1, to: 2 },
        { from: 1, to: 2 },
        { from: 3, to: 3 },
      ],
      openPairs: 1,
    })
  })

  it('are empty without contestants', () => {
    expect(placeRanges([], [], 'higher').places).toEqual([])
  })
})

describe('the ratio of two contestants', () => {
  it('of one case is the ratio of its means', () => {
    const [a, b] = [of(10, 1), of(12, 2)]
    const ratio = contestantsRatio(a, b)?.estimate
    if (ratio === undefined || ratio === 'exact') throw new Error('The runs vary')
    const known = meansRatio({ n: 5, mean: 10, sd: 1 }, { n: 5, mean: 12, sd: 2 })
    expect({ ratio: Math.exp(ratio.logRatio), ...logInterval(ratio) }).toEqual({
      ratio: expect.closeTo(1.2, 12) as number,
      low: expect.closeTo(known?.low ?? 0, 12) as number,
      high: expect.closeTo(known?.high ?? 0, 12) as number,
    })
  })

  it('is exact if nothing varies, and unknown for single runs', () => {
    expect(contestantsRatio(of(10, 0), of(12, 0))?.estimate).toBe('exact')
    expect(contestantsRatio(of(10, 1), { cases: [{ n: 1, mean: 3 }] })).toBeUndefined()
  })
})
