import { namedLevel } from '../plan/format-level'
import type { LevelValue } from '../plan/plan'
import type { CampaignProvenance } from './provenance'

/** How it was measured rather than what: said by the small print, and too much for a subtitle. */
const ofSmallPrint: ReadonlySet<string> = new Set([
  ...['file_size', 'io_size', 'runtime', 'ramp_time', 'time_based'],
  ...['compress_percent', 'dedupe_percent', 'io_engine', 'invalidate'],
])

/** Devices, and the levels of the load that all runs have in common, in words, for the subtitle. */
export function sharedCase(
  runs: readonly { readonly levels: Readonly<Record<string, LevelValue>> }[],
  campaigns: readonly CampaignProvenance[],
): string {
  const [first] = runs
  const shared = Object.entries(first?.levels ?? {}).filter(
    ([key, value]) => !ofSmallPrint.has(key) && runs.every(({ levels }) => levels[key] === value),
  )
  const devices = [...new Set(campaigns.map(({ device }) => device ?? ''))].filter((one) => one !== '')
  return [devices.join(', '), ...shared.map(([key, level]) => namedLevel(key, level))]
    .filter((part) => part !== '')
    .join(' \u00b7 ')
}
