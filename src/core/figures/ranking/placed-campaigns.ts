import { roundLogs } from '../../statistics/comparison/geometric-rounds'
import { geometricMean, logInterval } from '../../statistics/comparison/log-ratio'
import {
  type Contestant,
  contestantsRatio,
  geometricLog,
  type PlaceRange,
  placeRanges,
} from '../../statistics/comparison/place-ranges'
import { disagree, type MarkedPercentile } from '../../statistics/latency/percentile-mark'
import { meanEnds, type Estimate } from '../../statistics/summary/summarize'
import { percentileOfMetric } from '../../results/percentiles'
import { smallestOf } from '../../iterables'
import type { FigurePoint } from '../figure/figure'
import { pointReservations, reservedIn } from '../figure/reservations'
import type { RankedCampaign, RankedCampaigns } from './ranked-campaigns'

/** A campaign at its place; the estimate in the unit of the metric, or in percent. */
export interface Placed {
  readonly campaign: RankedCampaign
  readonly estimate: Estimate
  /** Undefined if runs behind it are no result: it is shown after the others, and not ranked. */
  readonly place: PlaceRange | undefined
  /** What is known against the runs behind it. */
  readonly known: Pick<FigurePoint, 'reservations' | 'isInvalid'>
}

/** Best first; campaigns without a number are rejected. */
export function placedCampaigns(
  { campaigns, metric, provenance }: RankedCampaigns,
  reference: RankedCampaign | undefined,
) {
  const isPercentile = percentileOfMetric(metric.id) !== undefined
  const estimated = campaigns.map((campaign) => ({
    campaign,
    estimate: estimateOf(campaign, reference, isPercentile),
  }))
  const reserved = reservedIn(provenance)
  const all = estimated.flatMap(({ campaign, estimate }) =>
    estimate === undefined
      ? []
      : [{ campaign, estimate, known: pointReservations(runIdsOf(campaign), reserved) }],
  )
  const better = metric.better === 'lower' ? 'lower' : 'higher'
  const having = all.filter(({ known }) => known.isInvalid !== true)
  const marks = having.map(({ campaign }) => markOf(campaign))
  const placing = placeRanges(
    having.map(({ campaign }) => contestantOf(campaign)),
    having.map(({ estimate }) => estimate.value),
    better,
    {
      isOpen: (one, other) => {
        const [a, b] = [marks[one], marks[other]]
        return a !== undefined && b !== undefined && disagree(a, b)
      },
    },
  )
  const bestFirst = ({ estimate: a }: Placed, { estimate: b }: Placed) =>
    (better === 'lower' ? 1 : -1) * (a.value - b.value)
  const ranked = having.map((one, at): Placed => ({
    ...one,
    place: placing.places[at] ?? { from: 1, to: having.length },
  }))
  const unranked = all
    .filter(({ known }) => known.isInvalid === true)
    .map((one): Placed => ({ ...one, place: undefined }))
  const placed = [...ranked.sort(bestFirst), ...unranked.sort(bestFirst)]
  const refused = estimated.filter(
    ({ campaign, estimate }) => estimate === undefined && campaign.cases.length > 0,
  )
  return { placed, placing, refused: refused.map(({ campaign }) => campaign) }
}

/**
 * The mark of a percentile of latency, and the same of all I/Os of its runs: over several cases the geometric mean of both.
 * Undefined for other metrics, and if the percentile of all I/Os is not known for every case.
 */
export function markOf(campaign: RankedCampaign): MarkedPercentile | undefined {
  const pooled = campaign.cases.flatMap(({ pooledNs }) => pooledNs ?? [])
  if (pooled.length === 0 || pooled.length < campaign.cases.length) return undefined
  const mark = estimateOf(campaign, undefined, true)
  const { low: lowNs, high: highNs } = mark ?? {}
  return {
    pooledNs: pooled.length === 1 ? pooled[0] : geometricMean(pooled),
    valueNs: mark?.value,
    ...(lowNs !== undefined && highNs !== undefined && { lowNs, highNs }),
  }
}

/** The cases of a campaign, and its rounds if each of its repetitions was one. */
function contestantOf({ cases, rounds: schedule }: RankedCampaign): Contestant {
  const logs = schedule === undefined ? undefined : roundLogs(cases.map(({ runs }) => runs))
  return {
    cases: cases.map(({ moments }) => moments),
    ...(schedule !== undefined && logs && { rounds: { schedule, logs } }),
  }
}

/** Whether the intervals and places of these campaigns rest on rounds: of all, of none, or of some. */
export function roundsUsed(placed: readonly Placed[]): 'all' | 'some' | 'none' {
  const having = placed.filter(({ campaign }) => contestantOf(campaign).rounds !== undefined).length
  return having === 0 ? 'none' : having === placed.length ? 'all' : 'some'
}

/** What values are percentages of, exact by definition. */
export const referencePercent = 100

/** Mean of a single case, geometric mean of several, or either in percent of the reference; undefined if there is none. */
function estimateOf(
  campaign: RankedCampaign,
  reference: RankedCampaign | undefined,
  isPercentile: boolean,
): Estimate | undefined {
  const own = contestantOf(campaign)
  const [only] = own.cases
  if (only === undefined) return undefined
  if (own.cases.length === 1 && reference === undefined)
    return { value: only.mean, ...meanEnds(only, isPercentile) }
  const against = reference && contestantOf(reference)
  if (![...own.cases, ...(against?.cases ?? [])].every(({ mean }) => mean > 0)) return undefined
  const meanLog = ({ cases }: Contestant) =>
    cases.reduce((sum, { mean }) => sum + Math.log(mean), 0) / cases.length
  if (against !== undefined && campaign.campaignId === reference?.campaignId)
    return { value: referencePercent }
  const found = against === undefined ? geometricLog(own) : contestantsRatio(against, own)
  const log = found?.log ?? meanLog(own) - (against ? meanLog(against) : 0)
  const ends = found === undefined || found.estimate === 'exact' ? undefined : logInterval(found.estimate)
  const factor = against === undefined ? 1 : referencePercent
  return {
    value: factor * Math.exp(log),
    ...(ends && { low: factor * ends.low, high: factor * ends.high }),
  }
}

/** `3`, or `3–5` for a shared place; a dash for what is not ranked. */
export function placeText(place: PlaceRange | undefined): string {
  if (place === undefined) return '\u2013'
  const { from, to } = place
  return from === to ? String(from) : `${String(from)}\u2013${String(to)}`
}

/** Runs behind a campaign's place, by id. */
export function runIdsOf({ cases }: RankedCampaign): readonly number[] {
  return cases.flatMap(({ runs }) => runs.runIds)
}

/** Runs behind the case that has the fewest; undefined if not printed. */
export function runsOf({ cases }: RankedCampaign): number | undefined {
  if (cases.some(({ printed }) => printed !== undefined && printed.n === undefined)) return undefined
  return smallestOf(cases.map(({ moments }) => moments.n))
}
