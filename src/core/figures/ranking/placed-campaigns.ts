import { logEstimate, logInterval } from '../../statistics/comparison/log-ratio'
import {
  contestantsRatio,
  geometricLog,
  type PlaceRange,
  placeRanges,
} from '../../statistics/comparison/place-ranges'
import { meanHalfWidth, possibleEnds, type Estimate } from '../../statistics/summary/summarize'
import { smallestOf } from '../../units/iterables'
import type { RankedCampaign, RankedCampaigns } from './ranked-campaigns'

/** A campaign at its place; the estimate in the unit of the metric, or in percent. */
export interface Placed {
  readonly campaign: RankedCampaign
  readonly estimate: Estimate
  readonly place: PlaceRange
}

/** Best first; campaigns without a number are rejected. */
export function placedCampaigns(
  { campaigns, metric }: RankedCampaigns,
  reference: RankedCampaign | undefined,
) {
  const estimated = campaigns.map((campaign) => ({ campaign, estimate: estimateOf(campaign, reference) }))
  const having = estimated.flatMap(({ campaign, estimate }) =>
    estimate === undefined ? [] : [{ campaign, estimate }],
  )
  const better = metric.better === 'lower' ? 'lower' : 'higher'
  const placing = placeRanges(
    having.map(({ campaign }) => campaign.cases.map(({ moments }) => moments)),
    having.map(({ estimate }) => estimate.value),
    better,
  )
  const placed = having
    .map((one, at): Placed => ({ ...one, place: placing.places[at] ?? { from: 1, to: having.length } }))
    .sort(({ estimate: a }, { estimate: b }) => (better === 'lower' ? 1 : -1) * (a.value - b.value))
  const refused = estimated.filter(
    ({ campaign, estimate }) => estimate === undefined && campaign.cases.length > 0,
  )
  return { placed, placing, refused: refused.map(({ campaign }) => campaign) }
}

/** What values are percentages of, exact by definition. */
export const referencePercent = 100

/** Mean of a single case, geometric mean of several, or either in percent of the reference; undefined if there is none. */
function estimateOf(
  { cases, campaignId }: RankedCampaign,
  reference: RankedCampaign | undefined,
): Estimate | undefined {
  const moments = cases.map((one) => one.moments)
  const [only] = moments
  if (only === undefined) return undefined
  if (moments.length === 1 && reference === undefined) {
    const half = meanHalfWidth(only)
    return { value: only.mean, ...(half !== undefined && possibleEnds(only.mean, half)) }
  }
  const against = reference?.cases.map((one) => one.moments)
  const logs = [...moments, ...(against ?? [])].map(({ mean }) => mean)
  if (!logs.every((mean) => mean > 0)) return undefined
  const meanLog = (some: readonly { readonly mean: number }[]) =>
    some.reduce((sum, { mean }) => sum + Math.log(mean), 0) / some.length
  if (against === undefined) {
    const own = geometricLog(moments)
    const estimate = own && logEstimate(own.log, own.parts)
    return { value: Math.exp(meanLog(moments)), ...(estimate && logInterval(estimate)) }
  }
  if (campaignId === reference?.campaignId) return { value: referencePercent }
  const ratio = contestantsRatio(against, moments)
  const ends = ratio === undefined || ratio === 'exact' ? undefined : logInterval(ratio)
  return {
    value: 100 * Math.exp(meanLog(moments) - meanLog(against)),
    ...(ends && { low: 100 * ends.low, high: 100 * ends.high }),
  }
}

/** `3`, or `3–5` for a shared place. */
export function placeText({ from, to }: PlaceRange): string {
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
