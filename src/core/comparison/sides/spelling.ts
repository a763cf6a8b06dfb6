import { testId } from '../../plan/levels/level-words'
import type { LevelValue } from '../../plan/plan'
import { parseBytes } from '../../units/bytes'
import { parseDuration } from '../../units/durations'
import type { ComparedCampaign } from '../comparison-data'
import { factorName, factorText } from './factor-names'

/** How well a typed value matches a recorded one. */
export type Likeness = 'exact' | 'part' | 'none'

/**
 * Compares a typed value with a recorded text, ignoring case: equal, or contained as whole words ("6.18" is a part of
 * "6.18.0-1-amd64" and of "kernel 6.18", "6.1" of neither).
 */
export function likeness(typed: string, recorded: string): Likeness {
  const wanted = typed.trim().toLowerCase()
  const text = recorded.trim().toLowerCase()
  if (wanted === '') return 'none'
  if (wanted === text) return 'exact'
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? ' '
    const after = text[at + wanted.length] ?? ' '
    // "2.6.3" is not a part of "12.6.3", but "6.18" is a part of "6.18.0".
    if (!/[\p{L}\p{N}.]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return 'part'
  }
  return 'none'
}

/** Whether a typed value names this level: `4k` is 4096, `on` is true, `30s` is 30, `Random read` is `random-read`. */
export function namesLevel(typed: string, level: LevelValue): boolean {
  const text = typed.trim().toLowerCase()
  if (typeof level === 'string') return text === level.toLowerCase() || testId(text) === level
  if (typeof level === 'boolean')
    return (level ? ['on', 'true', 'yes', '1'] : ['off', 'false', 'no', '0']).includes(text)
  if (Number(text.replace(/\s*%$/, '')) === level) return text !== ''
  const bytes = parseBytes(text)
  if (bytes.ok && bytes.value === level) return true
  const seconds = parseDuration(text)
  return seconds.ok && seconds.value === level
}

/** Keys that name a campaign itself, not a recorded fact about it. */
export const nameKeys: readonly string[] = ['campaign', 'configuration', 'date']

/** True for keys of campaigns; others are parameters of cases. */
export function isCampaignKey(key: string): boolean {
  return nameKeys.includes(key) || (key !== 'test' && factorName(key) !== undefined)
}

/** Texts that a user may type for a campaign's value of a key; empty if it was not recorded. */
export function spellingsOf(campaign: ComparedCampaign, key: string): readonly string[] {
  if (key === 'campaign') return [String(campaign.id), campaign.name]
  if (key === 'configuration') return [campaign.configuration]
  if (key === 'date') return [dayOf(campaign)]
  const own = campaign.factors
    .filter((factor) => factor.key === key)
    .flatMap(({ value }) => [factorText(key, value), String(value)])
  if (key === 'device') return [...own, campaign.device]
  if (key === 'host') return [...own, campaign.host]
  // Printed and imported results name the kernel or the firmware only in the configuration: "kernel 2.6.38.2".
  return own.length === 0 && namedInConfiguration.has(key) ? [campaign.configuration] : own
}

const namedInConfiguration = new Set(['kernel', 'firmware'])

/** Day of the start in UTC, as in `2026-11-20`. */
function dayOf({ createdAtMs }: ComparedCampaign): string {
  const date = new Date(createdAtMs)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
}

/** A campaign's value for a key, as shown in a list of choices; undefined if it was not recorded. */
export function shownSpelling(campaign: ComparedCampaign, key: string): string | undefined {
  if (key === 'campaign') return `${campaign.id} (${campaign.name})`
  if (namedInConfiguration.has(key) && !campaign.factors.some((one) => one.key === key)) return undefined
  return spellingsOf(campaign, key).find((text) => text !== '')
}
