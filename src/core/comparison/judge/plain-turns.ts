import { studentCritical, studentTwoSided } from '../../statistics/special/distributions'
import { mean } from '../../statistics/summary/moments'
import { largestOf } from '../../iterables'
import { template } from '../../words/template'
import { centredRuns, orderTrend } from './order-trend'
import type { LinedUpCase } from './line-up'
import type { CaseRuns } from './run-buckets'
import type { Sides } from '../sides/side'

/**
 * Sides that were measured in turn and never changed places, A B A B, as by earlier versions and in rounds until steady:
 * every pair has the drift of the runs between its two with the same sign.
 */
export interface PlainTurns {
  /** Part of the difference of a case that a drift may have made, in percent; 0 if no trend was found. */
  readonly driftPercent: (one: LinedUpCase) => number
}

/** More than this share of a difference must not be the drift. */
const mostDriftShare = 0.1
/** Level of the tests for a trend. */
const alpha = 0.05

/** Whether a drift could make a tenth of this difference or more. */
export function isDrift(driftPercent: number, differencePercent: number | undefined): boolean {
  return driftPercent > 0 && driftPercent >= mostDriftShare * Math.abs(differencePercent ?? 0)
}

const noTrend = template('turns-no-trend', 'No trend was found that could make a tenth of a difference.')
const allCases = template('turns-all-cases', '{cases|the only case|all # cases}', { cases: 'count' })
const someCases = template('turns-some-cases', '{lost} of {cases} cases', { lost: 'count', cases: 'count' })
const trendIn = template(
  'turns-trend',
  'A trend within a side could make a tenth of the difference or more in {where}: no verdict.',
  { where: { of: [allCases, someCases] } },
)
const neverChanged = template(
  'turns-plain',
  'The sides were measured in turn but never changed places (A B A B): every pair has the drift of one turn with the same sign. {effect} Measured anew in turn, they change places every second round.',
  { effect: { of: [noTrend, trendIn] } },
)

/** What a reader should know about sides in plain turns, of which `lost` of `cases` cases have no verdict for it. */
export function plainTurnsText(lost: number, cases: number): string {
  const where = lost < cases ? someCases({ lost, cases }) : allCases({ cases })
  return neverChanged({ effect: lost === 0 ? noTrend() : trendIn({ where }) })
}

/** Undefined if the sides changed places, or no two of their runs belong together. */
export function plainTurns(sides: Sides, cases: readonly LinedUpCase[]): PlainTurns | undefined {
  const gapOf = turnGap(sides)
  if (gapOf === undefined || !cases.some((one) => gapOf(one) !== undefined)) return undefined
  const slopes = new Map<string, number>()
  for (const metric of new Set(cases.map((one) => one.quantity.metric))) {
    const own = cases.filter((one) => one.quantity.metric === metric)
    const trends: number[] = []
    for (const side of ['baseline', 'candidate'] as const) {
      trends.push(largestSlope(own.flatMap((one) => runsOf(one, side) ?? [])))
    }
    slopes.set(metric, largestOf(trends))
  }
  return {
    driftPercent: (one) => 100 * (slopes.get(one.quantity.metric) ?? 0) * Math.abs(gapOf(one) ?? 0),
  }
}

function runsOf(one: LinedUpCase, side: 'baseline' | 'candidate'): CaseRuns | undefined {
  const own = one[side]
  return own && 'runs' in own ? own.runs : undefined
}

/**
 * Runs of the own campaign between the two of a pair, by case; its sign says which side is later. A case whose sides
 * changed places has none.
 */
function turnGap({ baseline, candidate }: Sides): ((one: LinedUpCase) => number | undefined) | undefined {
  const [a, b] = [baseline.campaigns[0]?.campaign, candidate.campaigns[0]?.campaign]
  if (a === undefined || b === undefined) return undefined
  if (a === b) return gapInCampaign
  const [first, second] = [a.turn, b.turn]
  if (first === undefined || second === undefined || first.isCounterbalanced) return undefined
  const gap = (second.place - first.place) / first.of
  return (one) => (runsOf(one, 'baseline') && runsOf(one, 'candidate') ? gap : undefined)
}

/** Run ids follow the execution order within a campaign. */
function gapInCampaign(one: LinedUpCase): number | undefined {
  const [a, b] = [runsOf(one, 'baseline'), runsOf(one, 'candidate')]
  if (a === undefined || b === undefined) return undefined
  const later = new Map(Array.from(b.repetitions, (repetition, at) => [repetition, b.runIds[at] ?? 0]))
  const gaps = Array.from(a.repetitions).flatMap((repetition, at) => {
    const other = later.get(repetition)
    return other === undefined ? [] : [other - (a.runIds[at] ?? 0)]
  })
  const isPlain = gaps.length > 1 && gaps.every((gap) => gap > 0 === (gaps[0] ?? 0) > 0)
  return isPlain ? mean(gaps) : undefined
}

/**
 * The largest slope that the runs of a side allow, as a share of the mean per run: the 95 % limit of the least-squares
 * slope over all cases together, each less its mean. 0 unless Spearman's rank correlation or the t test of the slope finds
 * a trend.
 */
function largestSlope(cases: readonly Pick<CaseRuns, 'values' | 'runIds'>[]): number {
  const { places: x, sizes: y, df } = centredRuns(cases)
  const sum = (of: (at: number) => number) => x.reduce((total, _, at) => total + of(at), 0)
  const spread = sum((at) => (x[at] ?? 0) ** 2)
  if (df < 1 || spread === 0) return 0
  const slope = sum((at) => (x[at] ?? 0) * (y[at] ?? 0)) / spread
  const rest = sum((at) => ((y[at] ?? 0) - slope * (x[at] ?? 0)) ** 2)
  const error = Math.sqrt(rest / df / spread)
  if (error === 0) return Math.abs(slope)
  const ranks = orderTrend(cases)
  const isTrend = Math.min(studentTwoSided(slope / error, df), ranks?.p ?? 1) <= alpha
  return isTrend ? Math.abs(slope) + studentCritical(1 - alpha, df) * error : 0
}
