import { RequestFailure } from '../../core/contract/request-failure'
import { figureMetrics } from '../../core/figures/build-figure'
import type { FigureSettings } from '../../core/figures/figure-kinds'
import { rankedCampaigns } from '../../core/figures/ranking/ranked-campaigns'
import { usualMetricOf } from '../../core/engines/registry'
import type { CampaignSummary } from '../../core/results/campaign'
import { finish } from '../../core/statistics/comparison/settle-family'
import type { ReviewReader } from '../store/review-store'

/**
 * A ranking of these campaigns and the newest of the review's own that has a place among them. That one is the device
 * under review and is highlighted. Of the shared metrics, the main one of the engine is ranked. Throws a RequestFailure if
 * they share none.
 */
export function rankingSettings(review: ReviewReader, campaignIds: readonly number[]): FigureSettings {
  const all = review.campaigns()
  const chosen = all.filter(({ id }) => campaignIds.includes(id))
  const measured = (campaign: CampaignSummary) => measuredBy(review, campaign.id)
  const shared = chosen.map(measured).reduce((some, other) => intersection(some, other))
  if (shared.size === 0) throw nothingShared(chosen)
  const settingsWith = (own?: CampaignSummary): FigureSettings => {
    const ranked = own && !chosen.includes(own) ? [...chosen, own] : chosen
    const metrics = new Set(
      [...(own ? intersection(measured(own), shared) : shared)].map((key) => key.split('\0')[1] ?? ''),
    )
    const metric = usualMetricOf(
      chosen.map(({ engine }) => engine),
      metrics,
    )
    const reviewed = own && nameOf(own, ranked)
    return {
      kind: 'ranking',
      campaignIds: ranked.map(({ id }) => id).sort((one, other) => one - other),
      metric: metric ?? [...metrics][0] ?? 'iops',
      ...(reviewed !== undefined && { reviewed }),
    }
  }
  const newestFirst = all
    .filter(({ id, leaderId }) => leaderId === undefined && isOwn(review, id))
    .filter((campaign) => intersection(measured(campaign), shared).size > 0)
    .reverse()
  return settingsWith(newestFirst.find((own) => placedIds(review, settingsWith(own)).includes(own.id)))
}

/** The campaigns that have a place in a ranking: those with a case that all of them have. */
function placedIds(review: ReviewReader, settings: FigureSettings): readonly number[] {
  const { campaignIds } = settings
  const measured = finish(review.figureColumns(campaignIds, figureMetrics(settings))).cases
  const input = { measured, published: review.published(campaignIds) }
  const { campaigns } = rankedCampaigns(input, settings, { campaigns: [] }, false)
  return campaigns.flatMap(({ campaignId, cases }) => (cases.length > 0 ? [campaignId] : []))
}

/** Test and metric of everything that was measured or published. */
function measuredBy(review: ReviewReader, campaignId: number): ReadonlySet<string> {
  const printed = review.published([campaignId]).filter(({ value }) => value.kind === 'summary')
  return new Set(
    [...review.measuredQuantities(campaignId), ...printed].map(({ test, metric }) => `${test}\0${metric}`),
  )
}

function intersection(some: ReadonlySet<string>, other: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...some].filter((one) => other.has(one)))
}

function isOwn(review: ReviewReader, campaignId: number): boolean {
  const takenFrom = review.campaignFacts(campaignId)?.hostRecord.takenFrom ?? []
  return takenFrom.length === 0
}

/** A name of the campaign that none of the others has; undefined if there is none. */
function nameOf(own: CampaignSummary, ranked: readonly CampaignSummary[]): string | undefined {
  const namesOf = ({ device, configuration, name }: CampaignSummary) => [device, configuration, name]
  const others = new Set(ranked.filter((one) => one !== own).flatMap(namesOf))
  return namesOf(own).find((name) => name !== '' && name !== 'unknown' && !others.has(name))
}

function nothingShared(chosen: readonly CampaignSummary[]): RequestFailure {
  return new RequestFailure({
    id: 'nothing-shared',
    message: `These ${String(chosen.length)} campaigns share no test and metric.`,
    remedy: 'Choose campaigns of the same test.',
  })
}
