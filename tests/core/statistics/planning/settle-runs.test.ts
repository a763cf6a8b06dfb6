import { describe, expect, test } from 'vitest'
import { compareCase } from '../../../../src/core/statistics/comparison/compare-case'
import { RunsToSettle, upperDeviation } from '../../../../src/core/statistics/planning/settle-runs'
import { sampleVariance } from '../../../../src/core/statistics/summary/moments'
import { normals, simulated } from '../simulation'

test('the upper limit of a scatter is exceeded by one in five', () => {
  // χ²(0.2, 4) = 1.6488, χ²(0.2, 8) = 4.5936 (tables).
  expect(upperDeviation(1, 4)).toBeCloseTo(Math.sqrt(4 / 1.6488), 4)
  expect(upperDeviation(2, 8)).toBeCloseTo(2 * Math.sqrt(8 / 4.5936), 4)
  const normal = normals(71)
  const tries = simulated(2000)
  let below = 0
  for (let at = 0; at < tries; at++) {
    const sd = Math.sqrt(sampleVariance(Array.from({ length: 5 }, normal))!)
    if (upperDeviation(sd, 4) >= 1) below++
  }
  expect(below / tries).toBeCloseTo(0.8, 1)
})

const margin = Math.log1p(0.01)
const plan = (design: 'samples' | 'pairs') =>
  new RunsToSettle({ design, level: 0.95, margin, least: 5, most: 100 })

test('the gap is that between the difference and the margin', () => {
  // 1.25 margins are a quarter of a margin away from it: 17 runs, as for one margin, have a power of 0.29.
  const scatter = 0.5 * margin
  expect(plan('samples').runs(1.25 * margin, scatter)).toBe(64)
  expect(plan('samples').runs(0.75 * margin, scatter)!).toBeGreaterThanOrEqual(64)
  expect(plan('samples').runs(margin, scatter)).toBeUndefined()
  expect(plan('samples').runs(1.01 * margin, scatter)).toBeUndefined()
  expect(plan('samples').runs(0, scatter)!).toBeLessThan(plan('samples').runs(0.5 * margin, scatter)!)
})

describe('the planned runs settle the verdict', () => {
  /** Share of the planned cases that are settled; the pilot's scatter is all that the plan knows of it. */
  function settled(ratio: number, pilotRuns: number, scatter: number, paired: boolean) {
    const normal = normals(Math.round(1000 * ratio) + pilotRuns)
    const side = (n: number, shift: number) =>
      Array.from({ length: n }, () => 1000 * Math.exp(shift + scatter * normal()))
    const tries = simulated(300)
    const truth = ratio * margin
    const runsToSettle = plan(paired ? 'pairs' : 'samples')
    let [planned, done] = [0, 0]
    for (let at = 0; at < tries; at++) {
      const pilot = [side(pilotRuns, 0), side(pilotRuns, truth)].map((runs) => runs.map(Math.log))
      const ratios = pilot[0]!.map((log, place) => pilot[1]![place]! - log)
      const variance = paired
        ? sampleVariance(ratios)!
        : (sampleVariance(pilot[0]!)! + sampleVariance(pilot[1]!)!) / 2
      const df = paired ? pilotRuns - 1 : 2 * pilotRuns - 2
      const n = runsToSettle.runs(truth, upperDeviation(Math.sqrt(variance), df))
      if (n === undefined) continue
      planned++
      const { verdict } = compareCase(side(n, 0), side(n, truth), {
        better: 'higher',
        marginPercent: 1,
        paired,
      })
      if (verdict === (ratio > 1 ? 'better' : 'equivalent')) done++
    }
    return { share: done / planned, planned: planned / tries }
  }

  // Scatter as a share of the margin so that the need is below the limit of 100 runs.
  test.each(
    [
      [0, 0.6],
      [0.5, 0.4],
      [1.25, 0.15],
      [1.5, 0.3],
      [2, 0.6],
      [3, 1.2],
    ].flatMap(([ratio, scatter]) =>
      [3, 5].flatMap((pilot) => [false, true].map((paired) => [ratio!, pilot, scatter!, paired] as const)),
    ),
  )(
    'a difference of %d margins, pilots of %d runs, scatter %d margins, paired %s',
    (ratio, pilot, scatter, paired) => {
      const { share, planned } = settled(ratio, pilot, scatter * margin, paired)
      expect(planned).toBeGreaterThan(0.85)
      expect(share).toBeGreaterThanOrEqual(0.75)
    },
  )
})
