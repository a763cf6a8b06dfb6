import type { ComparedCampaign } from './comparison-data'
import { factorName, factorText } from './factor-names'

/** Keys that name a campaign itself rather than a recorded fact about it. */
export const nameKeys: readonly string[] = ['campaign', 'configuration', 'date']

/** True for keys of campaigns; others are parameters of cases. */
export function isCampaignKey(key: string): boolean {
  return nameKeys.includes(key) || (key !== 'test' && factorName(key) !== undefined)
}

/** Texts by which a person may name what a campaign has for a key; empty where it was not recorded. */
export function spellingsOf(campaign: ComparedCampaign, key: string): readonly string[] {
  if (key === 'campaign') return [String(campaign.id), campaign.name]
  if (key === 'configuration') return [campaign.configuration]
  if (key === 'date') return [dayOf(campaign)]
  const own = campaign.factors
    .filter((factor) => factor.key === key)
    .flatMap(({ value }) => [factorText(key, value), String(value)])
  if (key === 'device') return [...own, campaign.device]
  if (key === 'host') return [...own, campaign.host]
  // Print and imports name the kernel or the firmware only in the configuration: "kernel 2.6.38.2".
  return own.length === 0 && namedInConfiguration.has(key) ? [campaign.configuration] : own
}

const namedInConfiguration = new Set(['kernel', 'firmware'])

/** Day of the start in UTC, as in `2026-11-20`. */
export function dayOf({ createdAtMs }: ComparedCampaign): string {
  const date = new Date(createdAtMs)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

/** What a campaign has for a key, as shown in a list of choices; undefined where it was not recorded. */
export function shownSpelling(campaign: ComparedCampaign, key: string): string | undefined {
  if (key === 'campaign') return `${campaign.id} (${campaign.name})`
  if (namedInConfiguration.has(key) && !campaign.factors.some((one) => one.key === key)) return undefined
  return spellingsOf(campaign, key).find((text) => text !== '')
}
