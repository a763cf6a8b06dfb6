import type { LevelValue } from '../../plan/plan'
import { displayUnit } from '../../results/display-unit'
import { outstandingOf } from '../../results/percentiles'
import { littleDiffers, littleLatencySeconds } from '../../statistics/sweep/scaling'
import { formatNumber, withUnit } from '../../units/number-format'
import { andMore, firstAndMore } from '../../words/listed'
import { template } from '../../words/template'

const missedShare = template('missed-share', '{case}: asked for {asked} reads, reached {reached}', {
  case: 'case',
  asked: 'percent',
  reached: 'percent',
})
const more = { of: [andMore] }
export const missedShares = template(
  'missed-shares',
  'did not reach the read share that was asked for ({places}{more}). Look for a rate limit.',
  { places: { of: [missedShare], between: '; ' }, more },
)
const missedLatency = template('missed-latency', '{case}: {reported} reported, {expected} expected', {
  case: 'case',
  reported: 'value',
  expected: 'value',
})
export const missedLatencies = template(
  'missed-latencies',
  '{the} mean latency differs by more than 10 % from Little\u2019s law, outstanding I/Os over IOPS, in {differing} of {checked} cases ({places}{more}).',
  {
    the: ['the', 'The'],
    differing: 'count',
    checked: 'count',
    places: { of: [missedLatency], between: '; ' },
    more,
  },
)

/** More cases than this are counted, not named. */
const mostNamed = 2

/** Percentage points by which an achieved read share may miss the requested one. */
const readShareSlack = 5

/** A case with its requested and achieved share of reads, in percent. */
export interface ReachedShare {
  readonly name: () => string
  readonly asked: LevelValue | undefined
  readonly reached: number
}

/** A case, and what its runs took. */
export interface MeasuredLatency {
  readonly name: () => string
  /** Every parameter of the case. */
  readonly levels: Readonly<Record<string, LevelValue>>
  /** Harmonic mean of the runs: the mean latency of several runs follows from it, whatever their scatter. */
  readonly iops: number | undefined
  /** Mean of the runs. */
  readonly latencyNs: number
}

/**
 * Cases of which a rate limit or the engine kept the reads far from the requested share, as the rest of a sentence
 * after the name of what was measured; none if all shares were reached.
 */
export function missedReadShares(cases: Iterable<ReachedShare>): readonly string[] {
  const missed: string[] = []
  for (const { name, asked, reached } of cases) {
    if (typeof asked !== 'number' || Math.abs(reached - asked) <= readShareSlack) continue
    missed.push(missedShare({ case: name(), asked: `${asked} %`, reached: `${formatNumber(reached, 2)} %` }))
  }
  return missed.length === 0 ? [] : [missedShares(firstAndMore(missed, mostNamed))]
}

/**
 * Mean latencies more than 10 % from outstanding I/Os over IOPS (Little's law), in one sentence that begins with `the`,
 * all in one unit: that of the figure if it is one of time; none if all agree.
 */
export function littleMisses(
  cases: Iterable<MeasuredLatency>,
  { the = 'the', unit }: { readonly the?: 'the' | 'The'; readonly unit?: string } = {},
): readonly string[] {
  let checked = 0
  const differing: { readonly name: string; readonly reportedNs: number; readonly expectedNs: number }[] = []
  for (const { name, levels, iops, latencyNs } of cases) {
    const outstanding = outstandingOf(levels)
    if (outstanding === undefined || iops === undefined) continue
    const seconds = littleLatencySeconds(outstanding, iops)
    if (seconds === undefined) continue
    checked++
    if (!littleDiffers(latencyNs, seconds * 1e9)) continue
    differing.push({ name: name(), reportedNs: latencyNs, expectedNs: seconds * 1e9 })
  }
  if (differing.length === 0) return []
  const values = differing.slice(0, mostNamed).flatMap((one) => [one.reportedNs, one.expectedNs])
  const { factor, label } = displayUnit('ns', values, { unit })
  const text = (ns: number) => withUnit(formatNumber(ns / factor, 3), label)
  const places = differing.map((one) =>
    missedLatency({ case: one.name, reported: text(one.reportedNs), expected: text(one.expectedNs) }),
  )
  return [missedLatencies({ the, differing: differing.length, checked, ...firstAndMore(places, mostNamed) })]
}
