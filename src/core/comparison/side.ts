import type { StoredPublishedResult } from '../results/published-result'
import type { ComparedCampaign, ComparisonData, MeasuredColumns } from './comparison-data'
import { ComparisonError } from './comparison-error'
import type { ComparisonSettings } from './comparison-settings'
import { selectCampaigns, type SelectedCampaign } from './select-campaigns'
import { selectionText, type Selection } from './selection'
import { sideLabel } from './side-names'
import { likeness, namesLevel } from './spelling'

/** All that stands on one side: campaigns with their selected cases, and numbers from print. */
export interface Side {
  readonly selection: Selection
  readonly label: string
  readonly campaigns: readonly SelectedCampaign[]
  readonly columns: readonly MeasuredColumns[]
  readonly published: readonly StoredPublishedResult[]
}

/** Baseline, and one candidate. */
export interface Sides {
  readonly baseline: Side
  readonly candidate: Side
}

/** Finds what a selection means. Throws a ComparisonError where that is nothing, or the same runs on both sides. */
export function chooseSides(data: ComparisonData, settings: ComparisonSettings, candidate: Selection): Sides {
  const other = sideOf(data, candidate, settings)
  const differences = other.published.filter((one) => one.value.kind === 'difference')
  const named = differences.some((one) => isPublishedBaseline(one, settings.baseline))
  const sides = {
    baseline: named ? printedBaseline(data, settings) : sideOf(data, settings.baseline, settings),
    candidate: other,
  }
  for (const { campaign, mask } of sides.baseline.campaigns) {
    const same = other.campaigns.find((one) => one.campaign === campaign)
    if (same && (mask.length === 0 || mask.some((bit, at) => bit === 1 && same.mask[at] === 1))) {
      throw new ComparisonError(
        `${selectionText(settings.baseline)} and ${selectionText(candidate)} both mean runs of campaign ${campaign.id}.`,
        'Choose by what differs between the two, e.g. by an axis of the plan.',
      )
    }
  }
  return sides
}

function sideOf(data: ComparisonData, selection: Selection, settings: ComparisonSettings): Side {
  const campaigns = selectCampaigns(selection, data.campaigns)
  const ids = new Set(campaigns.map(({ campaign }) => campaign.id))
  return {
    selection,
    label: sideLabel(settings, selection),
    campaigns,
    columns: data.columns.filter((one) => ids.has(one.campaignId)),
    published: data.published.filter(
      (one) => ids.has(one.campaignId) && hasPrintedLevels(one, selection, data.campaigns),
    ),
  }
}

/** The side of a baseline that is known only by the differences printed against it. */
function printedBaseline(data: ComparisonData, settings: ComparisonSettings): Side {
  const { baseline } = settings
  let campaigns: readonly SelectedCampaign[] = []
  try {
    campaigns = selectCampaigns(baseline, data.campaigns)
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error
  }
  const ids = new Set(campaigns.map(({ campaign }) => campaign.id))
  return {
    selection: baseline,
    label: sideLabel(settings, baseline),
    campaigns,
    columns: data.columns.filter((one) => ids.has(one.campaignId)),
    published: data.published.filter((one) => ids.has(one.campaignId) && one.value.kind === 'summary'),
  }
}

/** Whether print names this selection as the 0 % of a difference. */
export function isPublishedBaseline({ value }: StoredPublishedResult, selection: Selection): boolean {
  return (
    value.kind === 'difference' &&
    selection.every(
      (term) =>
        likeness(term.value, value.baseline) !== 'none' ||
        likeness(`${term.key} ${term.value}`, value.baseline) !== 'none',
    )
  )
}

/** Terms about parameters hold for the printed levels; the others were asked of its campaign. */
function hasPrintedLevels(
  result: StoredPublishedResult,
  selection: Selection,
  campaigns: readonly ComparedCampaign[],
): boolean {
  const keys = new Set(
    campaigns.flatMap((one) => [...Object.keys(one.base), ...Object.keys(one.cases[0] ?? {})]),
  )
  return selection.every(({ key, value }) => {
    const level = result.levels[key]
    return level === undefined ? !keys.has(key) : namesLevel(value, level)
  })
}
