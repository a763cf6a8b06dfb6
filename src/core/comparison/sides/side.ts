import { levelText } from '../../plan/cases'
import type { LevelValue } from '../../plan/plan'
import type { Quantity } from '../../results/observation'
import type { StoredPublishedResult } from '../../results/published-result'
import type { ComparisonData, MeasuredColumns } from '../comparison-data'
import { ComparisonError } from '../comparison-error'
import type { ComparisonSettings } from '../comparison-settings'
import { hasLevels, namedCampaigns, selectCampaigns, type SelectedCampaign } from './select-campaigns'
import { comparedNames } from './compared-names'
import { selectionLabel, selectionText, type Selection } from './selection'
import { sideName } from './side-names'
import { likeness, namesLevel } from './spelling'

/** The contents of one side: campaigns with their selected cases, and printed numbers. */
export interface Side {
  readonly selection: Selection
  readonly label: string
  /** What it was chosen by, in words. */
  readonly chosenBy: string
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

/** Resolves the selections. Throws a ComparisonError if one matches nothing, or both match the same runs. */
export function chooseSides(data: ComparisonData, settings: ComparisonSettings, candidate: Selection): Sides {
  const baseline = sideOrPrinted(data, settings.baseline, candidate, settings)
  const sides = { baseline, candidate: sideOrPrinted(data, candidate, settings.baseline, settings) }
  for (const own of sides.baseline.campaigns) {
    const { campaign } = own
    const same = sides.candidate.campaigns.find((one) => one.campaign === campaign)
    if (same && sharesResults(sides, own, same)) {
      throw new ComparisonError(
        `${selectionText(settings.baseline)} and ${selectionText(candidate)} both mean runs of “${comparedNames(data.campaigns).get(String(campaign.id)) ?? campaign.name}”.`,
        'Choose by what differs between the two, e.g. by an axis of the plan.',
      )
    }
  }
  return sides
}

/** Whether some result of a campaign is on both sides. */
function sharesResults(
  { baseline, candidate }: Sides,
  one: SelectedCampaign,
  other: SelectedCampaign,
): boolean {
  const { id } = one.campaign
  const isShared = <T extends { readonly campaignId: number }>(a: readonly T[], b: readonly T[]) =>
    a.some((result) => result.campaignId === id && b.includes(result))
  return (
    isShared(baseline.published, candidate.published) ||
    (isShared(baseline.columns, candidate.columns) &&
      one.mask.some((bit, at) => bit === 1 && other.mask[at] === 1))
  )
}

/** Why a saved comparison cannot be made: no campaign is called or has what a side is chosen by. Reads no case. */
export function missingSide(
  { campaigns, published }: Pick<ComparisonData, 'campaigns' | 'published'>,
  settings: ComparisonSettings,
): ComparisonError | undefined {
  const { baseline, candidates } = settings
  const isPrinted = (side: Selection) => published.some((one) => isPublishedBaseline(one, side))
  try {
    for (const side of [baseline, ...candidates])
      if (!isPrinted(side)) namedCampaigns(side, campaigns, settings)
    return undefined
  } catch (error) {
    if (error instanceof ComparisonError) return error
    throw error
  }
}

function sideOf(data: ComparisonData, selection: Selection, settings: ComparisonSettings): Side {
  const selected = selectCampaigns(selection, data.campaigns, settings)
  const byId = new Map(selected.map((one) => [one.campaign.id, one]))
  const ofTest = selection.filter(({ key }) => key === 'test')
  const isOfTest = ({ test }: Pick<Quantity, 'test'>) => ofTest.every(({ value }) => namesLevel(value, test))
  const columns = data.columns.filter((one) => byId.has(one.campaignId) && isOfTest(one))
  const published = data.published.filter((one) => {
    const own = byId.get(one.campaignId)
    return own !== undefined && isOfTest(one) && hasLevels(one.levels, own.campaign.base, own.ofCases)
  })
  const having = new Set([...columns, ...published].map(({ campaignId }) => campaignId))
  if (ofTest.length > 0 && having.size === 0) throw unknownTest(selection, data, byId)
  return {
    selection,
    ...namesOfSide(data, selection, settings),
    campaigns: ofTest.length === 0 ? selected : selected.filter(({ campaign }) => having.has(campaign.id)),
    columns,
    published,
  }
}

/** What a side is called, and what it was chosen by, in words. */
function namesOfSide({ campaigns }: ComparisonData, selection: Selection, { names }: ComparisonSettings) {
  const isByName = selection.some(({ key }) => key === 'campaign' || key === 'device')
  const chosenBy = selectionLabel(selection, isByName ? comparedNames(campaigns) : undefined)
  return { label: sideName(names, selection) ?? chosenBy, chosenBy }
}

function unknownTest(
  selection: Selection,
  { columns, published }: ComparisonData,
  byId: ReadonlyMap<number, unknown>,
): ComparisonError {
  const own = [...columns, ...published].filter(({ campaignId }) => byId.has(campaignId))
  const tests = [...new Set(own.map(({ test }) => test))].sort()
  return new ComparisonError(
    `No result is that of ${selectionText(selection)}.`,
    tests.length === 0 ? 'There are no results yet.' : `The tests are: ${tests.join(', ')}.`,
  )
}

/** A side, also one that is known only from differences of the `other` side printed against it. */
function sideOrPrinted(
  data: ComparisonData,
  selection: Selection,
  other: Selection,
  settings: ComparisonSettings,
): Side {
  const isNamed = (one: StoredPublishedResult) => isPublishedBaseline(one, selection)
  if (!data.published.some(isNamed) || !sideOf(data, other, settings).published.some(isNamed))
    return sideOf(data, selection, settings)
  try {
    const side = sideOf(data, selection, settings)
    return { ...side, published: side.published.filter(({ value }) => value.kind === 'summary') }
  } catch (error) {
    if (!(error instanceof ComparisonError)) throw error
    return {
      ...{ selection, ...namesOfSide(data, selection, settings) },
      ...{ campaigns: [], columns: [], published: [] },
    }
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

/** The levels of a parameter on one side: several levels, or one that all its cases share (absent: not set). */
type LevelsOnSide =
  { readonly varies: true } | { readonly varies: false; readonly only: LevelValue | undefined }

/** Parameters that distinguish the cases, and those fixed on each side but different. */
export interface LevelRoles {
  /** Including axes with the same single level on both sides: they belong to the name of a case. */
  readonly lineUp: readonly string[]
  readonly differing: readonly string[]
  /** What is not lined up, because it is the unit of the comparison. */
  readonly unit?: string
}

/** The roles if a key is the unit of the comparison. */
export function withoutKey({ lineUp, differing }: LevelRoles, unit: string): LevelRoles {
  return { lineUp: lineUp.filter((key) => key !== unit), differing, unit }
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
