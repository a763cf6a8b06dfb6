import { levelText } from '../plan/case-key'
import type { LevelValue } from '../plan/plan'
import type { Side, Sides } from './side'

/** What one side has for a parameter: several levels, or one that all its cases share (absent: not set). */
export type LevelsOnSide =
  { readonly varies: true } | { readonly varies: false; readonly only: LevelValue | undefined }

/** Parameters that tell the cases apart, and those that are fixed on each side but differ. */
export interface LevelRoles {
  /** With the axes that have the same single level on both sides: they belong to the name of a case. */
  readonly lineUp: readonly string[]
  readonly differing: readonly string[]
}

/**
 * A parameter that varies on a side tells its cases apart; one that is fixed on both but differs is a factor, unless a
 * plan varies it and nobody chose it: then the cases are simply not the same.
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

/** Level of a parameter over all selected cases; undefined where the side has no case. */
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

/** Campaigns that hold runs; those from print only speak through their published results. */
export function measuredCampaigns(side: Side): Side['campaigns'] {
  const ids = new Set(side.columns.map((one) => one.campaignId))
  return side.campaigns.filter(({ campaign }) => ids.has(campaign.id))
}

/** In the order of the plans: varied parameters first. */
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
