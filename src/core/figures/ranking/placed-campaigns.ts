import { roundLogs } from '../../statistics/comparison/geometric-rounds'
import { logInterval } from '../../statistics/comparison/log-ratio'
import {
  type Contestant,
  contestantsRatio,
  geometricLog,
  type PlaceRange,
  placeRanges,
} from '../../statistics/comparison/place-ranges'
import { meanHalfWidth, possibleEnds, type Estimate } from '../../statistics/summary/summarize'
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
  const estimated = campaigns.map((campaign) => ({ campaign, estimate: estimateOf(campaign, reference) }))
  const reserved = reservedIn(provenance)
  const all = estimated.flatMap(({ campaign, estimate }) =>
    estimate === undefined
      ? []
      : [{ campaign, estimate, known: pointReservations(runIdsOf(campaign), reserved) }],
  )
  const better = metric.better === 'lower' ? 'lower' : 'higher'
  const having = all.filter(({ known }) => known.isInvalid !== true)
  const placing = placeRanges(
    having.map(({ campaign }) => contestantOf(campaign)),
    having.map(({ estimate }) => estimate.value),
    better,
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
function estimateOf(campaign: RankedCampaign, reference: RankedCampaign | undefined): Estimate | undefined {
  const own = contestantOf(campaign)
  const [only] = own.cases
  if (only === undefined) return undefined
  if (own.cases.length === 1 && reference === undefined) {
    const half = meanHalfWidth(only)
    return { value: only.mean, ...(half !== undefined && possibleEnds(only.mean, half)) }
  }
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
