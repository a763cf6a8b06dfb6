import { levelText } from '../plan/cases'
import type { LevelValue } from '../plan/plan'
import type { StoredPublishedResult } from '../results/published-result'
import type { Steps } from '../statistics/comparison/settle-family'
import type { ComparedCampaign, ComparisonData, MeasuredColumns } from './comparison-data'
import { ComparisonError } from './comparison-error'
import type { ComparisonSettings } from './comparison-settings'
import { namedCampaigns, selectCampaigns, type SelectedCampaign } from './select-campaigns'
import { selectionText, type Selection } from './selection'
import { sideLabel } from './side-names'
import { likeness, namesLevel } from './spelling'

/** The contents of one side: campaigns with their selected cases, and printed numbers. */
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

/** Headline metrics of the engines of both sides, best first. */
export function headlinesOfSides({ baseline, candidate }: Sides): readonly string[] {
  return [baseline, candidate].flatMap((side) =>
    side.campaigns.flatMap(({ campaign }) => campaign.headlines ?? []),
  )
}

/** Resolves the selections, one side per step. Throws a ComparisonError if one matches nothing, or both match the same runs. */
export function* chooseSides(
  data: ComparisonData,
  settings: ComparisonSettings,
  candidate: Selection,
): Steps<Sides> {
  const other = sideOf(data, candidate, settings)
  yield
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

/** Why a saved comparison cannot be made: no campaign is called or has what a side is chosen by. Reads no case. */
export function missingSide(
  { campaigns, published }: Pick<ComparisonData, 'campaigns' | 'published'>,
  settings: ComparisonSettings,
): ComparisonError | undefined {
  const { baseline, candidates } = settings
  const isPrinted = published.some((one) => isPublishedBaseline(one, baseline))
  try {
    for (const side of isPrinted ? candidates : [baseline, ...candidates])
      namedCampaigns(side, campaigns, settings)
    return undefined
  } catch (error) {
    if (error instanceof ComparisonError) return error
    throw error
  }
}

function sideOf(data: ComparisonData, selection: Selection, settings: ComparisonSettings): Side {
  const campaigns = selectCampaigns(selection, data.campaigns, settings)
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

/** The side of a baseline known only from differences printed against it. */
function printedBaseline(data: ComparisonData, settings: ComparisonSettings): Side {
  const { baseline } = settings
  let campaigns: readonly SelectedCampaign[] = []
  try {
    campaigns = selectCampaigns(baseline, data.campaigns, settings)
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

/** Whether this selection is printed as the 0 % of a difference. */
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

/** Terms about parameters apply to the printed levels; the others have been checked against the campaign. */
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

/** The levels of a parameter on one side: several levels, or one that all its cases share (absent: not set). */
type LevelsOnSide =
  { readonly varies: true } | { readonly varies: false; readonly only: LevelValue | undefined }

/** Parameters that distinguish the cases, and those fixed on each side but different. */
export interface LevelRoles {
  /** Including axes with the same single level on both sides: they belong to the name of a case. */
  readonly lineUp: readonly string[]
  readonly differing: readonly string[]
}

/**
 * A parameter that varies on a side distinguishes its cases; one that is fixed on both but differs is a factor,
 * unless a plan varies it and nobody chose it: then the cases are simply different.
 */
export function levelRoles({ baseline, candidate }: Sides): LevelRoles {
  const lineUp: string[] = []
  const differing: string[] = []
  const axes = [baseline, candidate].flatMap((side) => side.campaigns.flatMap((one) => one.campaign.axes))
  const isAxis = (key: string) => axes.some((axis) => axis.key === key)
  const isVaried = (key: string) => axes.some((axis) => axis.key === key && axis.levels.length > 1)
  const chosen = new Set([...baseline.selection, ...candidate.selection].map((term) => term.key))
  for (const key of new Set([...levelKeys(baseline), ...levelKeys(candidate)])) {
    const [a, b] = [levelsOnSide(baseline, key), levelsOnSide(candidate, key)]
    if (a === undefined || b === undefined) continue
    if (a.varies || b.varies) lineUp.push(key)
    else if (levelText(a.only) === levelText(b.only)) {
      if (isAxis(key)) lineUp.push(key)
    } else if (isVaried(key) && !chosen.has(key)) lineUp.push(key)
    else differing.push(key)
  }
  return { lineUp, differing }
}

/** Level of a parameter over all selected cases; undefined if the side has no case. */
export function levelsOnSide(side: Side, key: string): LevelsOnSide | undefined {
  let first: { readonly text: string; readonly level: LevelValue | undefined } | undefined
  const isNew = (level: LevelValue | undefined): boolean => {
    if (first === undefined) {
      first = { text: levelText(level), level }
      return false
    }
    return level !== first.level && levelText(level) !== first.text
  }
  for (const { campaign, mask } of measuredCampaigns(side)) {
    const fixed = campaign.base[key]
    const varied = campaign.cases.some((own) => own?.[key] !== undefined)
    if (!varied) {
      if (isNew(fixed)) return { varies: true }
      continue
    }
    for (let at = 0; at < mask.length; at++) {
      if (mask[at] === 1 && isNew(campaign.cases[at]?.[key] ?? fixed)) return { varies: true }
    }
  }
  for (const result of side.published) if (isNew(result.levels[key])) return { varies: true }
  return first && { varies: false, only: first.level }
}

/** Campaigns with runs; printed ones contribute only their published results. */
export function measuredCampaigns(side: Side): Side['campaigns'] {
  const ids = new Set(side.columns.map((one) => one.campaignId))
  return side.campaigns.filter(({ campaign }) => ids.has(campaign.id))
}

/** In plan order: varied parameters first. */
function levelKeys(side: Side): readonly string[] {
  const keys = new Set<string>()
  const measured = measuredCampaigns(side)
  for (const { campaign } of measured) {
    for (const { key } of campaign.axes) keys.add(key)
    for (const key of Object.keys(campaign.cases.find((own) => own !== undefined) ?? {})) keys.add(key)
  }
  for (const result of side.published) for (const key of Object.keys(result.levels)) keys.add(key)
  for (const { campaign } of measured) for (const key of Object.keys(campaign.base)) keys.add(key)
  return [...keys]
}
