import type { ComparedCampaign, Levels } from './comparison-data'
import { ComparisonError } from './comparison-error'
import type { ComparisonSettings } from './comparison-settings'
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
}

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
  const ofCases = selection.filter(({ key }) => !isCampaignKey(key))
  for (const term of ofCases) requireLevel(term, chosen, campaigns)
  const selected = chosen
    .map((campaign) => ({ campaign, mask: maskOf(campaign, ofCases) }))
    .filter(({ campaign, mask }) => mask.includes(1) || (ofCases.length === 0 && campaign.cases.length === 0))
  const wholes = withoutParts(selected)
  if (wholes.length > 0) return wholes
  throw new ComparisonError(
    `Nothing was measured with ${selectionText(selection)}.`,
    'Each part of it occurs, but not together in one campaign.',
  )
}

/**
 * The campaigns that match every term about campaigns, whichever cases they measured. Throws a ComparisonError that
 * names the choices if there is none.
 */
export function namedCampaigns(
  selection: Selection,
  campaigns: readonly ComparedCampaign[],
  { typed }: Pick<ComparisonSettings, 'typed'>,
): readonly ComparedCampaign[] {
  let chosen = campaigns
  for (const term of selection)
    if (isCampaignKey(term.key)) chosen = withBestSpelling(term, chosen, campaigns, typed === true)
  return chosen
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
    campaigns.map((one) => shownSpelling(one, term.key)).filter((one) => one !== undefined),
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
    if ([...levels].some((level) => namesLevel(term.value, level))) return
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

function maskOf(campaign: ComparedCampaign, terms: Selection): Uint8Array {
  return Uint8Array.from(campaign.cases, (own) =>
    own !== undefined && hasLevels(own, campaign.base, terms) ? 1 : 0,
  )
}

function hasLevels(own: Levels, base: Levels, terms: Selection): boolean {
  return terms.every(({ key, value }) => {
    const level = own[key] ?? base[key]
    return level !== undefined && namesLevel(value, level)
  })
}
