import type { LevelValue } from '../../plan/plan'
import type { ComparedCampaign, Levels } from '../comparison-data'
import { ComparisonError } from '../comparison-error'
import type { ComparisonSettings } from '../comparison-settings'
import {
  isCampaignKey,
  nameKeys,
  shownSpelling,
  spellingsOf,
  likeness,
  namesLevel,
  type Likeness,
} from './spelling'
import { anyFactorName, factorText } from './factor-names'
import { selectionText, type Selection, type SelectionTerm } from './selection'

/** A campaign on a side, with its selected cases. */
export interface SelectedCampaign {
  readonly campaign: ComparedCampaign
  /** 1 at the number of each selected case. */
  readonly mask: Uint8Array
  /** The terms that its cases have to have; the others it has as a whole. */
  readonly ofCases: Selection
}

/** A campaign that may be on a side, with the terms that remain to be checked against its cases. */
type NamedCampaign = Omit<SelectedCampaign, 'mask'>

/**
 * The campaigns and cases that match every term; if they were typed, also by a part of a name. Throws a ComparisonError
 * that names the choices if a key is unknown or nothing matches the selection.
 */
export function selectCampaigns(
  selection: Selection,
  campaigns: readonly ComparedCampaign[],
  settings: Pick<ComparisonSettings, 'typed'> = {},
): readonly SelectedCampaign[] {
  const chosen = namedCampaigns(selection, campaigns, settings)
  for (const term of selection)
    if (term.key !== 'test' && !isCampaignKey(term.key))
      requireLevel(
        term,
        chosen.map(({ campaign }) => campaign),
        campaigns,
      )
  const selected = chosen
    .map((one) => ({ ...one, mask: maskOf(one) }))
    .filter(
      ({ campaign, mask, ofCases }) =>
        mask.includes(1) || (campaign.cases.length === 0 && hasLevels({}, campaign.base, ofCases)),
    )
  const wholes = withoutParts(selected)
  if (wholes.length > 0) return wholes
  throw new ComparisonError(
    `Nothing was measured with ${selectionText(selection)}.`,
    'Each part of it occurs, but not together in one campaign.',
  )
}

/**
 * The campaigns that match every term about campaigns, whichever cases they measured. A parameter may have the key of
 * a fact about campaigns: then a campaign matches by either. Throws a ComparisonError that names the choices if there
 * is none. A term about the test is about results, which this does not know.
 */
export function namedCampaigns(
  selection: Selection,
  campaigns: readonly ComparedCampaign[],
  { typed }: Pick<ComparisonSettings, 'typed'>,
): readonly NamedCampaign[] {
  let chosen: readonly NamedCampaign[] = campaigns.map((campaign) => ({ campaign, ofCases: [] }))
  for (const term of selection) {
    if (term.key === 'test') continue
    const withTerm = (one: NamedCampaign) => ({ ...one, ofCases: [...one.ofCases, term] })
    if (!isCampaignKey(term.key)) {
      chosen = chosen.map(withTerm)
      continue
    }
    const byName = new Set(
      chosen
        .map(({ campaign }) => campaign)
        .filter((campaign) => spellingsOf(campaign, term.key).some((text) => isExactly(term.value, text))),
    )
    const byLevel = chosen.filter(({ campaign }) => !byName.has(campaign) && hasPlannedLevel(campaign, term))
    if (byLevel.length > 0) {
      chosen = chosen.flatMap((one) =>
        byLevel.includes(one) ? withTerm(one) : byName.has(one.campaign) ? [one] : [],
      )
      continue
    }
    const named = withBestSpelling(
      term,
      chosen.map(({ campaign }) => campaign),
      campaigns,
      typed === true,
    )
    chosen = chosen.filter(({ campaign }) => named.includes(campaign))
  }
  return chosen
}

function isExactly(typed: string, recorded: string): boolean {
  return likeness(typed, recorded) === 'exact'
}

/** Whether the plan has this level of a parameter. */
export function hasPlannedLevel(
  plan: Pick<ComparedCampaign, 'axes' | 'base'>,
  { key, value }: SelectionTerm,
): boolean {
  return plannedLevels(plan, key).some((level) => isLevelMeant(key, value, level))
}

function plannedLevels(
  { axes, base }: Pick<ComparedCampaign, 'axes' | 'base'>,
  key: string,
): readonly LevelValue[] {
  const varied = axes.find((axis) => axis.key === key)?.levels
  return varied ?? [base[key]].filter((level) => level !== undefined)
}

/** Whether a level is named: as it is, or as readers see it. */
function isLevelMeant(key: string, typed: string, level: LevelValue): boolean {
  return namesLevel(typed, level) || isExactly(typed, factorText(key, level))
}

/** A synchronised campaign combines the numbers of its hosts: its parts are not additional measurements. */
function withoutParts(selected: readonly SelectedCampaign[]): readonly SelectedCampaign[] {
  const ids = new Set(selected.map(({ campaign }) => campaign.id))
  return selected.filter(({ campaign: { leaderId } }) => leaderId === undefined || !ids.has(leaderId))
}

/** Campaigns whose value for the key is spelled like the term: exactly, or if none matches and it was typed, in part. */
function withBestSpelling(
  term: SelectionTerm,
  chosen: readonly ComparedCampaign[],
  all: readonly ComparedCampaign[],
  typed: boolean,
): readonly ComparedCampaign[] {
  // A configuration names the kernel or firmware among other words.
  const isPartMeant = (one: ComparedCampaign) => typed || shownSpelling(one, term.key) === undefined
  for (const wanted of ['exact', 'part'] as const) {
    const found = chosen.filter(
      (one) => likenessOf(term, one) === wanted && (wanted === 'exact' || isPartMeant(one)),
    )
    if (found.length === 0) continue
    const meant = new Set(
      found.map((campaign) => shownSpelling(campaign, term.key) ?? campaign.configuration),
    )
    if (wanted === 'exact' || meant.size === 1 || term.key === 'date') return found
    throw new ComparisonError(
      `${term.key}=${term.value} may mean ${[...meant].join(' or ')}.`,
      'Write out which one is meant.',
    )
  }
  throw notThere(term, all)
}

function likenessOf(term: SelectionTerm, campaign: ComparedCampaign): Likeness {
  const found = spellingsOf(campaign, term.key).map((text) => likeness(term.value, text))
  if (found.includes('exact')) return 'exact'
  // Dates match in part too: 2026-11 means the whole month.
  if (term.key === 'date' && spellingsOf(campaign, 'date').some((day) => day.startsWith(term.value)))
    return 'part'
  return found.includes('part') ? 'part' : 'none'
}

function notThere(term: SelectionTerm, campaigns: readonly ComparedCampaign[]): ComparisonError {
  const there = new Set(
    campaigns.flatMap((one) => [
      ...[shownSpelling(one, term.key)].filter((text) => text !== undefined),
      ...plannedLevels(one, term.key).map((level) => factorText(term.key, level)),
    ]),
  )
  return new ComparisonError(
    `No campaign has ${term.key}=${term.value}.`,
    there.size === 0
      ? `${anyFactorName(term.key)} was not recorded; choose by configuration or campaign.`
      : `${anyFactorName(term.key)} is one of: ${[...there].join(', ')}.`,
  )
}

function requireLevel(
  term: SelectionTerm,
  chosen: readonly ComparedCampaign[],
  all: readonly ComparedCampaign[],
): void {
  const levels = new Set(chosen.flatMap((campaign) => levelsOf(campaign, term.key)))
  if (levels.size > 0) {
    if ([...levels].some((level) => isLevelMeant(term.key, term.value, level))) return
    throw new ComparisonError(
      `No case has ${term.key}=${term.value}.`,
      `${anyFactorName(term.key)} is one of: ${[...levels].map((level) => factorText(term.key, level)).join(', ')}.`,
    )
  }
  const keys = new Set(nameKeys)
  for (const { factors, base, cases } of all) {
    for (const { key } of factors) keys.add(key)
    for (const key of Object.keys({ ...base, ...cases.find((one) => one !== undefined) })) keys.add(key)
  }
  throw new ComparisonError(
    `There is no factor or parameter "${term.key}".`,
    `Choose by one of: ${[...keys].join(', ')}.`,
  )
}

function levelsOf(campaign: ComparedCampaign, key: string): readonly (string | number | boolean)[] {
  const cases = campaign.cases.filter((own) => own !== undefined)
  const levels = new Set(cases.map((own) => own[key] ?? campaign.base[key]))
  if (campaign.cases.length === 0) levels.add(campaign.base[key])
  return [...levels].filter((level) => level !== undefined)
}

function maskOf({ campaign, ofCases }: NamedCampaign): Uint8Array {
  return Uint8Array.from(campaign.cases, (own) =>
    own !== undefined && hasLevels(own, campaign.base, ofCases) ? 1 : 0,
  )
}

/** Whether a case has all levels of a selection; one that it does not have is no level at all, and never equal. */
export function hasLevels(own: Levels, base: Levels, terms: Selection): boolean {
  return terms.every(({ key, value }) => {
    const level = own[key] ?? base[key]
    return level !== undefined && isLevelMeant(key, value, level)
  })
}
