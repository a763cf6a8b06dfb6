import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  RunsForPower,
  smallestNumber,
  testPower,
  twoLevel,
} from '../../../../src/core/statistics/planning/run-counts'

describe('runs per side', () => {
  test('the power without a difference is alpha', () => {
    expect(testPower('samples', 12, 1e-13, 0.05)).toBeCloseTo(0.05, 9)
  })
})

describe('runs for many effects', () => {
  const range = { power: 0.8, least: 5, most: 100 }

  test.each([
    ['samples', 0.2, undefined],
    ['samples', 0.5, 64],
    ['samples', 0.8, 26],
    ['samples', 1e9, 5],
    ['pairs', 0.3, 90],
    ['pairs', 0.5, 34],
    ['pairs', 1e-9, undefined],
  ] as const)('are those of the textbook (%s, effect %d)', (design, effect, runs) => {
    expect(new RunsForPower({ design, alpha: 0.05, ...range }).runs(effect)).toBe(runs)
  })

  test('do not depend on the effects before', () => {
    const effect = fc.double({ min: 0.02, max: 20, noNaN: true })
    const effects = fc.array(effect, { minLength: 1, maxLength: 40 })
    const alpha = fc.constantFrom(0.05, 0.001, 1e-6)
    fc.assert(
      fc.property(fc.constantFrom('samples', 'pairs'), alpha, effects, (design, level, all) => {
        const shared = new RunsForPower({ design, alpha: level, ...range })
        for (const one of all) {
          const direct = (n: number) => testPower(design, n, one, level) >= range.power
          expect(shared.runs(one)).toBe(smallestNumber(range.least, range.most, direct))
        }
      }),
      { numRuns: 20 },
    )
  })
})

test('the smallest number is found from any guess', () => {
  const number = fc.integer({ min: -20, max: 220 })
  fc.assert(
    fc.property(number, number, (answer, guess) => {
      const found = smallestNumber(2, 200, (n) => n >= answer, guess)
      expect(found).toBe(answer > 200 ? undefined : Math.max(2, answer))
    }),
  )
})

describe('two levels', () => {
  test('groups that do not differ have no optimum, and a wide interval is that of the groups', () => {
    const same = twoLevel(
      [
        [1, 3],
        [3, 1],
        [1, 3],
      ],
      { perGroup: 60, perRun: 1 },
    )!
    expect(same).toMatchObject({ mean: 2, varianceOfGroupMeans: 0, halfWidth: 0 })
    expect(same.varianceBetween).toBeLessThan(0)
    expect(same.optimalRuns).toBeUndefined()
  })

  test('costly groups deserve more runs each', () => {
    const groups = [
      [10, 14, 12],
      [20, 24, 22],
      [15, 19, 17],
    ]
    const cheap = twoLevel(groups, { perGroup: 10, perRun: 10 })!.optimalRuns!
    const costly = twoLevel(groups, { perGroup: 1000, perRun: 10 })!.optimalRuns!
    expect(costly).toBeCloseTo(10 * cheap, 9)
    expect(twoLevel(groups)!.optimalRuns).toBeUndefined()
  })

  test('one group, or a group of one run, is not a two-level design', () => {
    expect(twoLevel([[1, 2]])).toBeUndefined()
    expect(twoLevel([[1, 2], [3]])).toBeUndefined()
  })
})
