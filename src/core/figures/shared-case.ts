import { namedLevel } from '../plan/format-level'
import type { LevelValue } from '../plan/plan'
import type { CampaignProvenance } from './provenance'

/** Devices, and the levels that all runs have in common, in words, for the subtitle. */
export function sharedCase(
  runs: readonly { readonly levels: Readonly<Record<string, LevelValue>> }[],
  campaigns: readonly CampaignProvenance[],
): string {
  const [first] = runs
  const shared = Object.entries(first?.levels ?? {}).filter(([key, value]) =>
    runs.every(({ levels }) => levels[key] === value),
  )
  const devices = [...new Set(campaigns.map(({ device }) => device ?? ''))].filter((one) => one !== '')
  return [devices.join(', '), ...shared.map(([key, level]) => namedLevel(key, level))]
    .filter((part) => part !== '')
    .join(' \u00b7 ')
}
