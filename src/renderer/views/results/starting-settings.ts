import type { CampaignSummary } from '../../../core/contract/review'
import type { FigureSettings } from '../../../core/figures/figure'
import { joinAxes } from '../../../core/plan/join-axes'
import { usualMetrics } from '../../../core/results/metrics'
import type { useBench } from '../../composables/use-bench'
import { firstFigure } from './figure-choices'

/** What the Results room shows of a campaign before anybody chose. Rejects when the campaign cannot be read. */
export async function startingSettings(
  bench: Pick<ReturnType<typeof useBench>, 'request'>,
  campaign: CampaignSummary,
  campaigns: readonly CampaignSummary[],
): Promise<FigureSettings> {
  const { plan, sweptAxes } = await bench.request('campaign.get', { campaignId: campaign.id })
  const campaignIds = togetherWith(campaign, campaigns)
  const first: FigureSettings = {
    metric: 'bandwidth',
    ...firstFigure({ axes: joinAxes(plan.axes, sweptAxes ?? []) }),
    campaignIds,
  }
  // Some reviews count operations only, or transactions.
  for (const metric of usualMetrics) {
    const { series } = await bench.request('figure.build', { settings: { ...first, metric } })
    if (series.length > 0) return { ...first, metric }
  }
  return first
}

/** A printed table of several drives is one campaign per drive; they belong on one figure. */
export function togetherWith(
  campaign: Pick<CampaignSummary, 'id' | 'source' | 'name'>,
  campaigns: readonly Pick<CampaignSummary, 'id' | 'source' | 'name'>[],
): readonly number[] {
  if (campaign.source !== 'published') return [campaign.id]
  const others = campaigns.filter(({ source, name }) => source === 'published' && name === campaign.name)
  return others.map(({ id }) => id).sort((one, other) => one - other)
}
