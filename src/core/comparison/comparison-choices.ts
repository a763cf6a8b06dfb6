import { levelText } from '../plan/case-key'
import type { StoredPublishedResult } from '../results/published-result'
import { nameKeys, shownSpelling } from './campaign-spellings'
import type { ComparedCampaign } from './comparison-data'
import { anyFactorName, factorPlace, factorText } from './factor-names'
import type { Selection } from './selection'

/** What a person may choose a side by. */
export interface ComparisonChoices {
  readonly keys: readonly ChoiceKey[]
  /** Two sides to begin with; undefined where the file has no two. */
  readonly suggestion: { readonly baseline: Selection; readonly candidate: Selection } | undefined
}

/** A factor or axis with the values that occur, in the order of the campaigns. */
export interface ChoiceKey {
  readonly key: string
  readonly name: string
  readonly values: readonly { readonly value: string; readonly label: string }[]
}

/** Campaigns that hold numbers, as choices; factors that never differ are left out, for they choose nothing. */
export function comparisonChoices(
  campaigns: readonly ComparedCampaign[],
  published: readonly StoredPublishedResult[],
): ComparisonChoices {
  const baselines = published.flatMap(({ value }) => (value.kind === 'difference' ? [value.baseline] : []))
  const keys = new Map<string, Map<string, string>>()
  const add = (key: string, value: string, label: string) => {
    const values = keys.get(key) ?? new Map<string, string>()
    keys.set(key, values.set(value, label))
  }
  for (const campaign of campaigns) {
    const { id, name, configuration, host, leaderId } = campaign
    const part = leaderId === undefined ? '' : `, ${host} alone`
    add('campaign', String(id), `${id} · ${configuration === '' ? name : configuration}${part}`)
    if (configuration !== '') add('configuration', configuration, configuration)
    for (const key of ['date', ...campaign.factors.map((factor) => factor.key)]) {
      const text = shownSpelling(campaign, key)
      if (text !== undefined) add(key, text, text)
    }
    for (const { key, levels } of campaign.axes) {
      if (levels.length > 1) for (const level of levels) add(key, String(level), factorText(key, level))
    }
  }
  for (const name of baselines) add('configuration', name, name)
  const found = [...keys].map(([key, values]) => ({
    key,
    name: anyFactorName(key),
    values: [...values].map(([value, label]) => ({ value, label })),
  }))
  return {
    keys: found.filter((one) => one.values.length > 1).sort((a, b) => placeOf(a.key) - placeOf(b.key)),
    suggestion: suggestion(campaigns, baselines),
  }
}

/** Configuration, campaign and date lead, then recorded factors, then axes. */
function placeOf(key: string): number {
  if (key === 'configuration') return -1
  return nameKeys.includes(key) ? 0 : factorPlace(key) + 1
}

/**
 * The last campaign against the first of the same cases, by configuration where that tells them apart. A synchronised
 * campaign counts as one; where there is no other, its hosts are set against each other.
 */
function suggestion(
  all: readonly ComparedCampaign[],
  baselines: readonly string[],
): ComparisonChoices['suggestion'] {
  const campaigns = all.filter(({ leaderId }) => all.every(({ id }) => id !== leaderId))
  const last = campaigns[campaigns.length - 1]
  if (last === undefined) return undefined
  const by = (key: string, value: string): Selection => [{ key, value }]
  const first = campaigns.find((one) => one !== last && casesText(one) === casesText(last)) ?? campaigns[0]
  if (first !== undefined && first !== last) {
    const named = [first, last].map((one) => one.configuration)
    const isUnique = named.every(
      (name) => name !== '' && campaigns.filter((one) => one.configuration === name).length === 1,
    )
    return isUnique && named[0] !== named[1]
      ? {
          baseline: by('configuration', first.configuration),
          candidate: by('configuration', last.configuration),
        }
      : { baseline: by('campaign', String(first.id)), candidate: by('campaign', String(last.id)) }
  }
  const parts = all.filter(({ leaderId }) => leaderId === last.id)
  const [ahead, behind] = [parts[0], parts.at(-1)]
  if (ahead && behind && ahead.host !== behind.host)
    return { baseline: by('host', ahead.host), candidate: by('host', behind.host) }
  const [printed] = baselines
  if (printed !== undefined && last.configuration !== '')
    return { baseline: by('configuration', printed), candidate: by('configuration', last.configuration) }
  const axis = last.axes.find((one) => one.levels.length > 1)
  const [a, b] = axis?.levels ?? []
  if (axis === undefined || a === undefined || b === undefined) return undefined
  return { baseline: by(axis.key, String(a)), candidate: by(axis.key, String(b)) }
}

function casesText({ axes }: ComparedCampaign): string {
  return JSON.stringify(axes.map(({ key, levels }) => [key, levels.map(levelText).sort()]).sort())
}
