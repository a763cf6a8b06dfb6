import type { CampaignSummary } from '../../../../core/results/campaign/campaign'
import type { LevelValue } from '../../../../core/plan/plan'
import { findMetric } from '../../../../core/results/metrics'
import {
  type FigureChange,
  type FigureSettings,
  ownChange,
  ownFields,
  ownValue,
} from '../../../../core/figures/kinds/figure-kinds'
import type { useBench } from '../../../composables/use-bench'
import { firstFigure, kindChoices, takesX } from './figure-choices'
import { firstMetric } from './metric-choices'
import { readCampaignChoices, type CampaignChoices } from './use-campaign-choices'

/** What the Results room shows of a campaign by default. Rejects if the campaign cannot be read. */
export async function startingSettings(
  bench: Pick<ReturnType<typeof useBench>, 'request'>,
  campaign: CampaignSummary,
  campaigns: readonly CampaignSummary[],
): Promise<FigureSettings> {
  const choices = await readCampaignChoices(bench, [campaign.id])
  return {
    metric: firstMetric(choices),
    ...firstFigure(choices),
    campaignIds: togetherWith(campaign, campaigns),
  }
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

/**
 * Changes that adapt settings to other campaigns: choices that these campaigns support are kept; missing axes, levels
 * and metrics are replaced by the defaults.
 */
export function fittedTo(
  campaignIds: readonly number[],
  choices: CampaignChoices,
  settings: FigureSettings,
): FigureChange {
  const { axes, quantities } = choices
  const { seriesKey } = settings
  const hasAxis = (key: string | undefined) => axes.some((axis) => axis.key === key)
  const xKey = settings.xKey ?? 'read_percent'
  const fits =
    takesX(settings.kind, settings.xKey, axes) &&
    kindChoices(choices).some(({ value }) => value === settings.kind)
  const isLine = seriesKey === 'campaign' ? campaignIds.length > 1 : hasAxis(seriesKey)
  const isMeasured = quantities.some(({ metric }) => metric === findMetric(settings.metric)?.id)
  const first = { xKey: undefined, ...firstFigure({ axes }) }
  return {
    campaignIds,
    ...(!fits && first),
    seriesKey: isLine && seriesKey !== (fits ? xKey : first.xKey) ? seriesKey : undefined,
    fixed: stillThere(settings.fixed ?? {}, choices),
    ...(fits && ownStillThere(settings, choices)),
    ...(!isMeasured && { metric: firstMetric(choices), unit: undefined, directions: undefined }),
  }
}

/**
 * Removes runs, quantities, axes, campaigns and metrics that none of the campaigns has from the kind's own settings.
 */
function ownStillThere(
  settings: FigureSettings,
  { axes, campaigns, quantities, recorded }: CampaignChoices,
): FigureChange {
  const known: Readonly<Record<string, readonly unknown[]>> = {
    runs: recorded.runIds,
    quantities: recorded.quantities.flatMap(({ source, metric }) => [metric, `${source}/${metric}`]),
    axis: axes.map(({ key }) => key),
    campaign: campaigns,
    metric: quantities.map(({ metric }) => metric),
  }
  let change: FigureChange = {}
  for (const { key, field } of ownFields(settings.kind)) {
    const [offered, chosen] = [known[field.type], ownValue(settings, key)]
    if (offered === undefined || chosen === undefined) continue
    const left = [chosen].flat().filter((one) => offered.includes(one))
    if (left.length === [chosen].flat().length) continue
    const kept = left.length > 0 && Array.isArray(chosen) ? left : undefined
    change = { ...change, ...ownChange(settings.kind, key, kept) }
  }
  return change
}

/** Levels that some campaign has; any other would leave nothing to draw. */
function stillThere(
  fixed: NonNullable<FigureSettings['fixed']>,
  { axes, quantities }: CampaignChoices,
): NonNullable<FigureSettings['fixed']> {
  const isThere = (key: string, value: LevelValue) =>
    key === 'test'
      ? quantities.some(({ test }) => test === value)
      : axes.some((axis) => axis.key === key && axis.levels.some((level) => level.value === value))
  return Object.fromEntries(Object.entries(fixed).filter(([key, value]) => isThere(key, value)))
}
