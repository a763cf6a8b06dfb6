import { describe, expect, test } from 'vitest'
import {
  roundLogs,
  roundsRatio,
  type CaseRounds,
} from '../../../../src/core/statistics/comparison/geometric-rounds'
import {
  geometricSummary,
  logInterval,
  logRatioWelch,
} from '../../../../src/core/statistics/comparison/log-ratio'
import { placeRanges } from '../../../../src/core/statistics/comparison/place-ranges'
import { momentsOf } from '../../../../src/core/statistics/summary/moments'
import { normals, simulated, slack } from '../simulation'

describe('rounds', () => {
  test('that lack a case are left out, and three are needed', () => {
    const whole = { repetitions: [1, 2, 3, 4], values: [1, 2, 4, 8] }
    const logs = roundLogs([whole, { repetitions: [1, 3, 4], values: [1, 4, 8] }])
    expect([...(logs ?? [])].map(([round]) => round)).toEqual([1, 3, 4])
    expect(logs?.get(4)).toBeCloseTo(Math.log(8), 12)
    expect(roundLogs([whole, { repetitions: [1, 3], values: [1, 4] }])).toBeUndefined()
    expect(roundLogs([whole, { repetitions: [1, 2, 3, 4], values: [1, 2, 0, 4] }])).toBeUndefined()
  })

  test('without scatter have a ratio and no interval', () => {
    const logs = roundLogs([{ repetitions: [1, 2, 3], values: [2, 2, 2] }])!
    expect(roundsRatio(logs, logs, false)).toEqual({ logRatio: 0, estimate: undefined, rounds: 3 })
  })
})

interface Review {
  readonly cases: number
  readonly rounds: number
  /** Scatter of single runs and of whole rounds, as shares of the mean. */
  readonly run: number
  readonly round: number
  /** The rounds of both sides share their effect. */
  readonly paired?: boolean
}

function side({ cases, rounds, run, round }: Review, normal: () => number, shared?: readonly number[]) {
  const effects = shared ?? Array.from({ length: rounds }, () => round * normal())
  return Array.from({ length: cases }, (_, at): CaseRounds => ({
    repetitions: effects.map((_, place) => place + 1),
    values: effects.map((effect) => 1000 * 2 ** at * Math.exp(effect + run * normal())),
  }))
}

const settings: readonly Review[] = [
  { cases: 6, rounds: 5, run: 0.02, round: 0.01 },
  { cases: 22, rounds: 5, run: 0.02, round: 0.01 },
  { cases: 22, rounds: 10, run: 0.01, round: 0.02 },
  { cases: 4, rounds: 3, run: 0.05, round: 0.01 },
  { cases: 10, rounds: 6, run: 0.02, round: 0 },
  { cases: 22, rounds: 5, run: 0.02, round: 0.05, paired: true },
  { cases: 6, rounds: 10, run: 0.02, round: 0.01, paired: true },
]

describe('the interval of a geometric mean by round', () => {
  test.each(settings)(
    'covers the truth: $cases cases, $rounds rounds, round $round, paired $paired',
    (review) => {
      const normal = normals(2001)
      const tries = simulated(400)
      let covered = 0
      let coveredByCase = 0
      for (let at = 0; at < tries; at++) {
        const effects = Array.from({ length: review.rounds }, () => review.round * normal())
        const shared = review.paired ? effects : undefined
        const [a, b] = [side(review, normal, shared), side(review, normal, shared)]
        const ratio = roundsRatio(roundLogs(a)!, roundLogs(b)!, review.paired === true)!
        const ends = logInterval(ratio.estimate!)!
        if (ends.low <= 1 && ends.high >= 1) covered++
        const ratios = a.map((one, place) => {
          const [own, other] = [momentsOf(one.values)!, momentsOf(b[place]!.values)!]
          return { ratio: other.mean / own.mean, log: logRatioWelch(own, other) }
        })
        const byCase = geometricSummary(ratios)!
        if (byCase.low! <= 1 && byCase.high! >= 1) coveredByCase++
      }
      expect(Math.abs(covered / tries - 0.955)).toBeLessThan(0.015 + slack(0.05, tries))
      // Cases treated as independent cover far less where rounds matter.
      if (review.round > 0.005 && review.cases > 20 && !review.paired)
        expect(coveredByCase / tries).toBeLessThan(0.9)
    },
  )
})

describe('a ranking by round', () => {
  test('separates ten identical drives rarely, whatever the rounds do', () => {
    const normal = normals(2002)
    const tries = simulated(60)
    const review = { cases: 22, rounds: 5, run: 0.02, round: 0.01 }
    let [separated, byCase] = [0, 0]
    for (let at = 0; at < tries; at++) {
      const drives = Array.from({ length: 10 }, () => side(review, normal))
      const contestants = drives.map((cases, place) => ({
        cases: cases.map(({ values }) => momentsOf(values)!),
        rounds: { schedule: String(place), logs: roundLogs(cases)! },
      }))
      const values = contestants.map(({ rounds }) => [...rounds.logs.values()].reduce((a, b) => a + b, 0))
      const isSeparated = (some: Parameters<typeof placeRanges>[0]) =>
        placeRanges(some, values, 'higher').places.some(({ from, to }) => from > 1 || to < 10)
      if (isSeparated(contestants)) separated++
      if (isSeparated(contestants.map(({ cases }) => ({ cases })))) byCase++
    }
    expect(separated / tries).toBeLessThan(0.05 + slack(0.05, tries))
    expect(byCase / tries).toBeGreaterThan(0.5)
  })
})
