import { namesOf } from '../results/campaign-names'
import type { ComparedCampaign } from './comparison-data'
import { levelLabel } from '../plan/format-level'

/** The names of campaigns among each other, by their id as a side has it. */
export function comparedNames(campaigns: readonly ComparedCampaign[]): ReadonlyMap<string, string> {
  return namesOf(
    campaigns.map(
      ({ id, name, configuration, host, device, leaderId, factors, base, axes, createdAtMs, isMeasured }) => {
        const factor = (key: string) => {
          const value = factors.find((one) => one.key === key)?.value
          return value === undefined ? undefined : String(value)
        }
        const { pattern } = base
        const isVaried = axes.some(({ key }) => key === 'pattern')
        return {
          ...{ id: String(id), plan: name, configuration, host, device, isPart: leaderId !== undefined },
          ...{ model: factor('device'), serial: factor('device_serial') },
          ...(typeof pattern === 'string' && !isVaried && { pattern: levelLabel('pattern', pattern) }),
          ...(isMeasured && { createdAtMs }),
        }
      },
    ),
  )
}
