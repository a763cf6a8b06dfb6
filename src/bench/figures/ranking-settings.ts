import { RequestFailure } from '../../core/contract/request-failure'
import { figureMetrics } from '../../core/figures/kinds/build-figure'
import type { FigureSettings } from '../../core/figures/kinds/figure-kinds'
import { rankedCampaigns, rankedTogether } from '../../core/figures/ranking/ranked-campaigns'
import { usualMetricOf } from '../../core/engines/usual-metric'
import type { CampaignSummary } from '../../core/results/campaign/campaign'
import { groupBy } from '../../core/iterables'
import type { ReviewReads } from '../store/review-reads'

/**
 * A ranking of these campaigns and the newest of the review's own that has a place among them, or if a drive was measured
 * by several plans the newest of each. That is the device under review and is highlighted. Of the shared metrics, the
 * main one of the engine is ranked. Throws a RequestFailure if they share none.
 */
export function rankingSettings(review: ReviewReads, campaignIds: readonly number[]): FigureSettings {
  const all = review.campaigns()
  const chosen = all.filter(({ id }) => campaignIds.includes(id))
  const measuredByAny = (campaigns: readonly CampaignSummary[]): ReadonlySet<string> =>
    new Set(campaigns.flatMap(({ id }) => [...measuredBy(review, id)]))
  const facts = chosen.flatMap(({ id }) => review.campaignFacts(id) ?? [])
  const drives = [...groupBy(chosen, rankedTogether).values()]
  const shared = drives.map(measuredByAny).reduce((some, other) => intersection(some, other))
  if (shared.size === 0) throw nothingShared(chosen)
  const settingsWith = (own: readonly CampaignSummary[]): FigureSettings => {
    const ranked = [...chosen, ...own.filter((one) => !chosen.includes(one))]
    const keys = own.length > 0 ? intersection(measuredByAny(own), shared) : shared
    const metrics = new Set([...keys].map((key) => key.split('\0')[1] ?? ''))
    const metric = usualMetricOf(facts, metrics)
    const reviewed = nameOf(own, ranked)
    return {
      kind: 'ranking',
      campaignIds: ranked.map(({ id }) => id).sort((one, other) => one - other),
      metric: metric ?? [...metrics][0] ?? 'iops',
      ...(reviewed !== undefined && { reviewed }),
    }
  }
  const newestFirst = all
    .filter(({ id, leaderId }) => leaderId === undefined && isOwn(review, id))
    .filter((campaign) => intersection(measuredByAny([campaign]), shared).size > 0)
    .reverse()
  const candidates = drives.every((plans) => plans.length === 1)
    ? newestFirst.map((own) => [own])
    : [...groupBy(newestFirst, rankedTogether).values()].map((campaigns) =>
        campaigns.filter(({ planId }, at) => campaigns.findIndex((one) => one.planId === planId) === at),
      )
  const placed = candidates.find((own) => {
    const places = placedIds(review, settingsWith(own))
    return own.some(({ id }) => places.includes(id))
  })
  return settingsWith(placed ?? [])
}

/** The campaigns that have a place in a ranking: those with a case that all of them have. */
function placedIds(review: ReviewReads, settings: FigureSettings): readonly number[] {
  const { campaignIds } = settings
  const measured = review.figureColumns(campaignIds, figureMetrics(settings)).cases
  const input = { measured, published: review.published(campaignIds) }
  const { campaigns } = rankedCampaigns(input, settings, { campaigns: [] }, false)
  return campaigns.flatMap(({ campaignId, cases }) => (cases.length > 0 ? [campaignId] : []))
}

/** Test and metric of everything that was measured or published. */
function measuredBy(review: ReviewReads, campaignId: number): ReadonlySet<string> {
  const printed = review.published([campaignId]).filter(({ value }) => value.kind === 'summary')
  return new Set(
    [...review.measuredQuantities(campaignId), ...printed].map(({ test, metric }) => `${test}\0${metric}`),
  )
}

function intersection(some: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => other.has(one)))
}

function isOwn(review: ReviewReads, campaignId: number): boolean {
  const takenFrom = review.campaignFacts(campaignId)?.hostRecord.takenFrom ?? []
  return takenFrom.length === 0
}

/** A name of these campaigns that none of the others has; undefined if there is none. */
function nameOf(own: readonly CampaignSummary[], ranked: readonly CampaignSummary[]): string | undefined {
  const namesOf = ({ device, configuration, name }: CampaignSummary) => [device, configuration, name]
  const others = new Set(ranked.filter((one) => !own.includes(one)).flatMap(namesOf))
  return own.flatMap(namesOf).find((name) => name !== '' && name !== 'unknown' && !others.has(name))
}

function nothingShared(chosen: readonly CampaignSummary[]): RequestFailure {
  return new RequestFailure({
    id: 'nothing-shared',
    message: `These ${String(chosen.length)} campaigns share no test and metric.`,
    remedy: 'Choose campaigns of the same test.',
  })
}
